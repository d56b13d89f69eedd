/** The messages of a conversation: seven roles. */
import { z } from "zod";
import { authorName, encryptedValue, messageId, metadata } from "./common.js";
import { InputContent } from "./content.js";

export const Role = z
  .enum(["developer", "system", "assistant", "user", "tool", "activity", "reasoning"])
  .meta({ id: "Role", description: "The role of a message, as it stands in its `role`." });

export const FunctionCall = z
  .looseObject({
    name: z.string().describe("The name of the tool."),
    arguments: z.string().describe("The arguments as JSON text; incomplete while the call is streamed."),
  })
  .meta({ id: "FunctionCall", description: "The tool that a call names, and the arguments for it." });

export const ToolCall = z
  .looseObject({
    id: z.string().describe("Identifies the call; its result refers to it."),
    type: z.literal("function").describe("The kind of call; functions are the only kind."),
    function: FunctionCall.describe("What to call."),
    encryptedValue,
    metadata,
  })
  .meta({ id: "ToolCall", description: "A tool call that an assistant message makes." });

export const DeveloperMessage = z
  .looseObject({
    id: messageId,
    role: z.literal("developer").describe("Selects a developer message."),
    content: z.string().describe("The instruction."),
    name: authorName,
    encryptedValue,
    metadata,
  })
  .meta({ id: "DeveloperMessage", description: "An instruction of the application's developer." });

export const SystemMessage = z
  .looseObject({
    id: messageId,
    role: z.literal("system").describe("Selects a system message."),
    content: z.string().describe("The instruction."),
    name: authorName,
    encryptedValue,
    metadata,
  })
  .meta({ id: "SystemMessage", description: "An instruction that frames the conversation." });

export const AssistantMessage = z
  .looseObject({
    id: messageId,
    role: z.literal("assistant").describe("Selects an assistant message."),
    content: z.string().optional().describe("The text; absent when the message only calls tools."),
    name: authorName,
    encryptedValue,
    metadata,
    toolCalls: z.array(ToolCall).optional().describe("The tool calls of the message, in order."),
  })
  .meta({ id: "AssistantMessage", description: "What the model said, and the tools that it called." });

export const UserMessage = z
  .looseObject({
    id: messageId,
    role: z.literal("user").describe("Selects a user message."),
    content: z.union([z.string(), z.array(InputContent)]).describe("Plain text, or the parts of a multimodal message."),
    name: authorName,
    encryptedValue,
    metadata,
  })
  .meta({ id: "UserMessage", description: "What the user said or attached." });

export const ToolMessage = z
  .looseObject({
    id: messageId,
    content: z.string().describe("The result as text."),
    role: z.literal("tool").describe("Selects a tool message."),
    toolCallId: z.string().describe("The call that is answered."),
    error: z.string().optional().describe("The failure in words; the call failed exactly when this is present."),
    encryptedValue,
    metadata,
  })
  .meta({ id: "ToolMessage", description: "The result of a tool call." });

export const ActivityMessage = z
  .looseObject({
    id: messageId,
    role: z.literal("activity").describe("Selects an activity message."),
    activityType: z.string().describe("The kind of activity, which tells how to show `content`."),
    content: z.record(z.string(), z.unknown()).describe("The state of the activity."),
    metadata,
  })
  .meta({ id: "ActivityMessage", description: "Progress that is shown to the user and not sent to the model." });

export const ReasoningMessage = z
  .looseObject({
    id: messageId,
    role: z.literal("reasoning").describe("Selects a reasoning message."),
    content: z.string().describe("The reasoning in words, as far as it may be shown."),
    encryptedValue,
    metadata,
  })
  .meta({ id: "ReasoningMessage", description: "What the model thought before it answered." });

export const Message = z
  .discriminatedUnion("role", [
    DeveloperMessage,
    SystemMessage,
    AssistantMessage,
    UserMessage,
    ToolMessage,
    ActivityMessage,
    ReasoningMessage,
  ])
  .meta({ id: "Message", description: "One message of a conversation, told apart by `role`." });

export const messageSchemas = [
  Role,
  FunctionCall,
  ToolCall,
  DeveloperMessage,
  SystemMessage,
  AssistantMessage,
  UserMessage,
  ToolMessage,
  ActivityMessage,
  ReasoningMessage,
  Message,
] as const;
