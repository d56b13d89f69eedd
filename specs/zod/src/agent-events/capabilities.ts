/** What an agent says that it can do. An absent field says nothing; false says that the agent cannot. */
import { z } from "zod";
import { Tool } from "./run-input.js";

const can = z.boolean().optional();
const openMap = z.record(z.string(), z.unknown()).optional();

export const SubAgentInfo = z
  .looseObject({
    name: z.string().describe("The name of the agent."),
    description: z.string().optional().describe("What the agent does."),
  })
  .meta({ id: "SubAgentInfo", description: "An agent that another one can hand work to." });

export const IdentityCapabilities = z
  .looseObject({
    name: z.string().optional().describe("The name of the agent, for display."),
    type: z.string().optional().describe("The framework or kind of the agent."),
    description: z.string().optional().describe("What the agent does."),
    version: z.string().optional().describe("The version of the agent."),
    provider: z.string().optional().describe("Who offers the agent."),
    documentationUrl: z.string().optional().describe("The address of the agent's documentation."),
    metadata: openMap.describe("What else there is to say about the agent."),
  })
  .meta({ id: "IdentityCapabilities", description: "Who the agent is." });

export const TransportCapabilities = z
  .looseObject({
    streaming: can.describe("Streams its events."),
    websocket: can.describe("Takes WebSocket connections."),
    httpBinary: can.describe("Speaks the binary form of the protocol over HTTP."),
    pushNotifications: can.describe("Notifies without being asked."),
    resumable: can.describe("Lets a client take up a stream again after a break."),
  })
  .meta({ id: "TransportCapabilities", description: "How the agent can be reached." });

export const ToolsCapabilities = z
  .looseObject({
    supported: can.describe("Calls tools."),
    items: z.array(Tool).optional().describe("The tools that the agent brings along."),
    parallelCalls: can.describe("Calls several tools at once."),
    clientProvided: can.describe("Calls tools that the client offers."),
  })
  .meta({ id: "ToolsCapabilities", description: "What the agent does with tools." });

export const OutputCapabilities = z
  .looseObject({
    structuredOutput: can.describe("Answers in a given JSON shape."),
    supportedMimeTypes: z.array(z.string()).optional().describe("The media types of its answers."),
  })
  .meta({ id: "OutputCapabilities", description: "What the agent's answers can be." });

export const StateCapabilities = z
  .looseObject({
    snapshots: can.describe("Sends the state as a whole."),
    deltas: can.describe("Sends changes of the state."),
    memory: can.describe("Remembers beyond a thread."),
    persistentState: can.describe("Keeps the state between runs."),
  })
  .meta({ id: "StateCapabilities", description: "What the agent does with state." });

export const MultiAgentCapabilities = z
  .looseObject({
    supported: can.describe("Works together with other agents."),
    delegation: can.describe("Gives work to other agents and waits for it."),
    handoffs: can.describe("Hands the conversation over to other agents."),
    subAgents: z.array(SubAgentInfo).optional().describe("The agents that it works with."),
  })
  .meta({ id: "MultiAgentCapabilities", description: "How the agent works with others." });

export const ReasoningCapabilities = z
  .looseObject({
    supported: can.describe("Reasons before it answers."),
    streaming: can.describe("Streams its reasoning."),
    encrypted: can.describe("Sends its reasoning encrypted."),
  })
  .meta({ id: "ReasoningCapabilities", description: "What the agent shows of its reasoning." });

export const MultimodalInputCapabilities = z
  .looseObject({
    image: can.describe("Takes images."),
    audio: can.describe("Takes sound."),
    video: can.describe("Takes videos."),
    pdf: can.describe("Takes PDF documents."),
    file: can.describe("Takes files of any kind."),
  })
  .meta({ id: "MultimodalInputCapabilities", description: "The media that the agent takes." });

export const MultimodalOutputCapabilities = z
  .looseObject({
    image: can.describe("Gives images."),
    audio: can.describe("Gives sound."),
  })
  .meta({ id: "MultimodalOutputCapabilities", description: "The media that the agent gives." });

export const MultimodalCapabilities = z
  .looseObject({
    input: MultimodalInputCapabilities.optional().describe("What it takes."),
    output: MultimodalOutputCapabilities.optional().describe("What it gives."),
  })
  .meta({ id: "MultimodalCapabilities", description: "The media that the agent takes and gives." });

export const ExecutionCapabilities = z
  .looseObject({
    codeExecution: can.describe("Runs code."),
    sandboxed: can.describe("Runs it in a sandbox."),
    maxIterations: z.number().optional().describe("The number of rounds after which a run stops."),
    maxExecutionTime: z.number().optional().describe("The milliseconds after which a run stops."),
  })
  .meta({ id: "ExecutionCapabilities", description: "What the agent may run, and its limits." });

export const HumanInTheLoopCapabilities = z
  .looseObject({
    supported: can.describe("Involves the user while it works."),
    approvals: can.describe("Asks before it acts."),
    interventions: can.describe("Takes instructions while it works."),
    feedback: can.describe("Takes the user's judgement of its answers."),
    interrupts: can.describe("Ends a run with questions and resumes with the answers."),
    approveWithEdits: can.describe("Takes an approval that changes what was asked for."),
  })
  .meta({ id: "HumanInTheLoopCapabilities", description: "How the agent involves the user." });

export const AgentCapabilities = z
  .looseObject({
    identity: IdentityCapabilities.optional().describe("Who it is."),
    transport: TransportCapabilities.optional().describe("How it can be reached."),
    tools: ToolsCapabilities.optional().describe("What it does with tools."),
    output: OutputCapabilities.optional().describe("What its answers can be."),
    state: StateCapabilities.optional().describe("What it does with state."),
    multiAgent: MultiAgentCapabilities.optional().describe("How it works with other agents."),
    reasoning: ReasoningCapabilities.optional().describe("What it shows of its reasoning."),
    multimodal: MultimodalCapabilities.optional().describe("The media that it takes and gives."),
    execution: ExecutionCapabilities.optional().describe("What it may run, and its limits."),
    humanInTheLoop: HumanInTheLoopCapabilities.optional().describe("How it involves the user."),
    custom: openMap.describe("Capabilities that the protocol does not know."),
  })
  .meta({ id: "AgentCapabilities", description: "What an agent can do, as it says itself." });

export const capabilitySchemas = [
  SubAgentInfo,
  IdentityCapabilities,
  TransportCapabilities,
  ToolsCapabilities,
  OutputCapabilities,
  StateCapabilities,
  MultiAgentCapabilities,
  ReasoningCapabilities,
  MultimodalInputCapabilities,
  MultimodalOutputCapabilities,
  MultimodalCapabilities,
  ExecutionCapabilities,
  HumanInTheLoopCapabilities,
  AgentCapabilities,
] as const;
