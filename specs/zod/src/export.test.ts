import assert from "node:assert/strict";
import { test } from "node:test";
import type { z } from "zod";
import { AgentEvent, agentEvents } from "./agent-events/index.js";
import { Message, Role } from "./agent-events/messages.js";
import { EventType } from "./agent-events/event-type.js";
import { componentName, components, documentText, families } from "./document.js";
import { ToolCallResult, toolResults } from "./tool-results.js";

type Json = z.core.JSONSchema.BaseSchema;

/** Every schema inside `schema` that is the value of a property, with the path to it. */
function properties(schema: Json, path: string): [string, Json][] {
  const own = Object.entries(schema.properties ?? {}) as [string, Json][];
  return own.flatMap(([name, value]) => [[`${path}.${name}`, value], ...properties(value, `${path}.${name}`)]);
}

test("the union of tool results keeps its order, the base last", () => {
  const expected = [
    "PythonExecutionResult",
    "WebSearchResult",
    "FileReadResult",
    "FileWriteResult",
    "ShellResult",
    "BaseToolResult",
  ];
  assert.deepEqual(ToolCallResult.options.map(componentName), expected);
  const exported = components(toolResults)["ToolCallResult"];
  assert.deepEqual(
    exported?.anyOf,
    expected.map((name) => ({ $ref: `#/components/schemas/${name}` })),
  );
});

test("every result type is a member of the union", () => {
  const results = toolResults.schemas.map(componentName).filter((name) => name.endsWith("Result"));
  const members = ToolCallResult.options.map(componentName);
  assert.deepEqual(results.filter((name) => name !== "ToolCallResult").sort(), members.sort());
});

test("the event union and the event names agree", () => {
  const names = AgentEvent.options.map((event) => event.shape.type.value);
  assert.deepEqual(names, EventType.options);
  assert.equal(EventType.options.length, 33);
});

test("the message union and the roles agree", () => {
  assert.deepEqual(
    Message.options.map((message) => message.shape.role.value),
    Role.options,
  );
  assert.equal(Role.options.length, 7);
});

for (const family of families) {
  test(`${family.file}: components stand in list order and every component and field is documented`, () => {
    const exported = components(family);
    assert.deepEqual(Object.keys(exported), family.schemas.map(componentName));
    for (const [name, schema] of Object.entries(exported)) {
      assert.ok(schema.description, `${name} has no description`);
      for (const [path, property] of properties(schema, name)) {
        assert.ok(property.description, `${path} has no description`);
      }
    }
  });

  test(`${family.file}: the text is reproducible and ends in a line break`, () => {
    const text = documentText(family);
    assert.equal(documentText(family), text);
    assert.ok(text.endsWith("}\n"));
  });
}

test("defaults stay optional and legacy nulls are accepted", () => {
  const { PythonExecutionResult } = components(toolResults);
  assert.deepEqual(PythonExecutionResult?.required, ["success", "message"]);
  const { ToolCallStartEvent } = components(agentEvents);
  const parent = ToolCallStartEvent?.properties?.["parentMessageId"] as Json;
  assert.deepEqual(parent.type, ["string", "null"]);
});

/** The fields of a family's components that accept null although they have a type, as `Component.field`. */
function nullable(family: (typeof families)[number]): string[] {
  return Object.entries(components(family)).flatMap(([name, schema]) =>
    Object.entries(schema.properties ?? {}).flatMap(([field, value]) => {
      const property = value as Json;
      const types = [property, ...(property.anyOf ?? [])].flatMap((one) => (one as Json).type ?? []);
      return types.includes("null") ? [`${name}.${field}`] : [];
    }),
  );
}

test("exactly three event fields accept null, those that older producers fill with it", () => {
  assert.deepEqual(nullable(agentEvents), [
    "ToolCallStartEvent.parentMessageId",
    "ToolCallChunkEvent.parentMessageId",
    "RunFinishedEvent.outcome",
  ]);
});

test("every object of the event protocol is open, but for the outcomes of a run", () => {
  const closed = Object.entries(components(agentEvents))
    .filter(([, schema]) => schema.type === "object" && schema.additionalProperties === false)
    .map(([name]) => name);
  assert.deepEqual(closed, ["RunFinishedSuccessOutcome", "RunFinishedInterruptOutcome"]);
  // A union is an object too, and leaves the decision to its members.
  const undecided = Object.entries(components(agentEvents))
    .filter(([, schema]) => schema.properties !== undefined && schema.additionalProperties === undefined)
    .map(([name]) => name);
  assert.deepEqual(undecided, []);
});
