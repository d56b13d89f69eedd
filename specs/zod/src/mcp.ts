/**
 * The result of a tool call in the Model Context Protocol, version 2026-07-28.
 *
 * Results of earlier versions are read too: what they do not have is optional here. Every object keeps keys that are not
 * declared, and a content block of an unknown kind is kept as it is. Wire names are camelCase.
 */
import { z } from "zod";
import type { Family } from "./family.js";

const meta = z
  .record(z.string(), z.unknown())
  .optional()
  .describe("Data that the protocol and its extensions attach, by name.");

export const ContentAudience = z
  .enum(["user", "assistant"])
  .meta({ id: "ContentAudience", description: "Whom content is meant for." });

export const ContentAnnotations = z
  .looseObject({
    audience: z.array(ContentAudience).optional().describe("Whom the content is meant for."),
    priority: z.number().min(0).max(1).optional().describe("How much it matters, from 0 to 1."),
    lastModified: z.string().optional().describe("When it was last changed, as ISO 8601 text."),
  })
  .meta({ id: "ContentAnnotations", description: "How a client may use or show content." });

const annotations = ContentAnnotations.optional().describe("How a client may use or show it.");

export const TextContent = z
  .looseObject({
    type: z.literal("text").describe("Selects text."),
    text: z.string().describe("The text."),
    annotations,
    _meta: meta,
  })
  .meta({ id: "TextContent", description: "Text for the model." });

export const ImageContent = z
  .looseObject({
    type: z.literal("image").describe("Selects an image."),
    data: z.string().describe("The bytes in base64."),
    mimeType: z.string().describe("The media type of the bytes."),
    annotations,
    _meta: meta,
  })
  .meta({ id: "ImageContent", description: "An image for the model." });

export const AudioContent = z
  .looseObject({
    type: z.literal("audio").describe("Selects a sound recording."),
    data: z.string().describe("The bytes in base64."),
    mimeType: z.string().describe("The media type of the bytes."),
    annotations,
    _meta: meta,
  })
  .meta({ id: "AudioContent", description: "A sound recording for the model." });

export const ResourceLink = z
  .looseObject({
    type: z.literal("resource_link").describe("Selects a link to a resource."),
    uri: z.string().describe("The address of the resource."),
    name: z.string().describe("The name of the resource, for programs."),
    title: z.string().optional().describe("The name of the resource, for people."),
    description: z.string().optional().describe("What the resource is."),
    mimeType: z.string().optional().describe("The media type of the resource, where it is known."),
    size: z.int().optional().describe("The size of the resource in bytes, where it is known."),
    annotations,
    _meta: meta,
  })
  .meta({ id: "ResourceLink", description: "A resource that the client can read." });

export const TextResourceContents = z
  .looseObject({
    uri: z.string().describe("The address of the resource."),
    mimeType: z.string().optional().describe("The media type of the resource, where it is known."),
    text: z.string().describe("The text of the resource."),
    _meta: meta,
  })
  .meta({ id: "TextResourceContents", description: "The contents of a resource that is text." });

export const BlobResourceContents = z
  .looseObject({
    uri: z.string().describe("The address of the resource."),
    mimeType: z.string().optional().describe("The media type of the resource, where it is known."),
    blob: z.string().describe("The bytes of the resource in base64."),
    _meta: meta,
  })
  .meta({ id: "BlobResourceContents", description: "The contents of a resource that is not text." });

export const ResourceContents = z
  .union([TextResourceContents, BlobResourceContents])
  .meta({ id: "ResourceContents", description: "The contents of a resource, told apart by `text` and `blob`." });

export const EmbeddedResource = z
  .looseObject({
    type: z.literal("resource").describe("Selects a resource with its contents."),
    resource: ResourceContents.describe("The contents."),
    annotations,
    _meta: meta,
  })
  .meta({ id: "EmbeddedResource", description: "A resource that is sent with the result." });

/**
 * The pattern refuses the kinds above, so that a malformed block of a known kind is an error and does not pass as one
 * of an unknown kind.
 */
export const OtherContent = z
  .looseObject({
    type: z
      .string()
      .regex(/^(?!(?:text|image|audio|resource_link|resource)$)/)
      .describe("A kind of content that is not known here."),
  })
  .meta({ id: "OtherContent", description: "A content block of a kind that is not known here, as it was sent." });

export const ContentBlock = z
  .union([TextContent, ImageContent, AudioContent, ResourceLink, EmbeddedResource, OtherContent])
  .meta({ id: "ContentBlock", description: "One part of a result, told apart by `type`." });

export const CallToolResult = z
  .looseObject({
    _meta: meta,
    resultType: z
      .string()
      .optional()
      .describe("Tells results from requests for input; absent in earlier versions, which means `complete`."),
    content: z.array(ContentBlock).describe("The result for the model."),
    structuredContent: z
      .unknown()
      .optional()
      .describe("The result for programs; it counts when the key is there, whatever its value."),
    isError: z.boolean().optional().describe("Whether the call failed; absent means that it did not."),
  })
  .meta({ id: "CallToolResult", description: "The result of a tool call." });

export const mcp: Family = {
  file: "mcp.openapi.json",
  title: "Tool results of the Model Context Protocol",
  version: "2026-07-28",
  description: "The result of a tool call in the Model Context Protocol, version 2026-07-28 and those before it.",
  schemas: [
    ContentAudience,
    ContentAnnotations,
    TextContent,
    ImageContent,
    AudioContent,
    ResourceLink,
    TextResourceContents,
    BlobResourceContents,
    ResourceContents,
    EmbeddedResource,
    OtherContent,
    ContentBlock,
    CallToolResult,
  ],
};
