/** The parts that a user's multimodal message is made of. */
import { z } from "zod";

export const InputContentDataSource = z
  .looseObject({
    type: z.literal("data").describe("Selects inline data."),
    value: z.string().describe("The bytes in base64."),
    mimeType: z.string().describe("The media type of the bytes."),
  })
  .meta({ id: "InputContentDataSource", description: "Media that is sent inside the message." });

export const InputContentUrlSource = z
  .looseObject({
    type: z.literal("url").describe("Selects a reference."),
    value: z.string().describe("The address of the media."),
    mimeType: z.string().optional().describe("The media type, where the sender knows it."),
  })
  .meta({ id: "InputContentUrlSource", description: "Media that the receiver fetches." });

export const InputContentSource = z
  .discriminatedUnion("type", [InputContentDataSource, InputContentUrlSource])
  .meta({ id: "InputContentSource", description: "Where the bytes of a media part are, told apart by `type`." });

const source = InputContentSource.describe("Where the bytes are.");
const partMetadata = z.unknown().optional().describe("Hints for the model provider, of any shape.");

export const TextInputContent = z
  .looseObject({
    type: z.literal("text").describe("Selects a text part."),
    text: z.string().describe("The text."),
  })
  .meta({ id: "TextInputContent", description: "A text part of a user message." });

export const ImageInputContent = z
  .looseObject({
    type: z.literal("image").describe("Selects an image part."),
    source,
    metadata: partMetadata,
  })
  .meta({ id: "ImageInputContent", description: "An image in a user message." });

export const AudioInputContent = z
  .looseObject({
    type: z.literal("audio").describe("Selects an audio part."),
    source,
    metadata: partMetadata,
  })
  .meta({ id: "AudioInputContent", description: "A sound recording in a user message." });

export const VideoInputContent = z
  .looseObject({
    type: z.literal("video").describe("Selects a video part."),
    source,
    metadata: partMetadata,
  })
  .meta({ id: "VideoInputContent", description: "A video in a user message." });

export const DocumentInputContent = z
  .looseObject({
    type: z.literal("document").describe("Selects a document part."),
    source,
    metadata: partMetadata,
  })
  .meta({ id: "DocumentInputContent", description: "A document, such as a PDF file, in a user message." });

export const BinaryInputContent = z
  .looseObject({
    type: z.literal("binary").describe("Selects a binary part."),
    mimeType: z.string().describe("The media type of the bytes."),
    id: z.string().optional().describe("The identifier of bytes that the receiver already has."),
    url: z.string().optional().describe("The address of the bytes."),
    data: z.string().optional().describe("The bytes in base64."),
    filename: z.string().optional().describe("The name under which the bytes were attached."),
  })
  .meta({ id: "BinaryInputContent", description: "Bytes of any media type; the older form of the media parts." });

export const InputContent = z
  .discriminatedUnion("type", [
    TextInputContent,
    ImageInputContent,
    AudioInputContent,
    VideoInputContent,
    DocumentInputContent,
    BinaryInputContent,
  ])
  .meta({ id: "InputContent", description: "One part of a multimodal user message, told apart by `type`." });

export const contentSchemas = [
  InputContentDataSource,
  InputContentUrlSource,
  InputContentSource,
  TextInputContent,
  ImageInputContent,
  AudioInputContent,
  VideoInputContent,
  DocumentInputContent,
  BinaryInputContent,
  InputContent,
] as const;
