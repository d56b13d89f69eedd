//! An agent's events come in while it works, and are folded into a transcript that shows which tools failed.
//!
//! `cargo run -p tool-helpers --example live_stream`

use std::error::Error;
use std::fmt::{self, Write as _};
use std::io::Write as _;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tool_helpers::agent_events::{Boundary, Conversation, Failure as _, Incoming, RunStatus};
use tool_helpers::tool_models::agent_events::{Message, UserMessageContent};

/// What the agent sends, an event a line.
const STREAM: &str = r#"
{"type":"RUN_STARTED","threadId":"th1","runId":"r1","input":{"threadId":"th1","runId":"r1","messages":[{"id":"u1","role":"user","content":"Print the report and mail it to Ann."}],"tools":[],"context":[]}}
{"type":"STATE_SNAPSHOT","snapshot":{"printed":false,"mailed":false}}
{"type":"REASONING_MESSAGE_CHUNK","messageId":"r1","delta":"Two tools, "}
{"type":"REASONING_MESSAGE_CHUNK","delta":"side by side."}
{"type":"TEXT_MESSAGE_START","messageId":"a1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"a1","delta":"I will print "}
{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"print","parentMessageId":"a1"}
{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"{\"pages\":"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"a1","delta":"and mail it."}
{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"3}"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}
{"type":"TEXT_MESSAGE_END","messageId":"a1"}
{"type":"TOOL_CALL_START","toolCallId":"c2","toolCallName":"mail","parentMessageId":"a1"}
{"type":"TOOL_CALL_ARGS","toolCallId":"c2","delta":"{\"to\":\"Ann\"}"}
{"type":"TOOL_CALL_END","toolCallId":"c2"}
{"type":"MOOD_CHANGED","mood":"hopeful"}
{"type":"TOOL_CALL_RESULT","messageId":"m2","toolCallId":"c2","content":"Error: is the subject of the mail, which was sent."}
{"type":"STATE_DELTA","delta":[{"op":"replace","path":"/mailed","value":true}]}
{"type":"TEXT_MESSAGE_CHUNK","messageId":"a2","delta":"The mail is out, but the printer has no paper."}
{"type":"TOOL_CALL_RESULT","messageId":"m1","toolCallId":"c1","content":"","error":"out of paper"}
{"type":"RUN_FINISHED","threadId":"th1","runId":"r1"}
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let (sender, receiver) = mpsc::channel();
    let agent = thread::spawn(move || {
        for line in STREAM.trim().lines() {
            thread::sleep(Duration::from_millis(20));
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    let transcript = transcript(receiver)?;
    agent.join().map_err(|_| "the agent panicked")?;
    std::io::stdout().write_all(transcript.as_bytes())?;
    Ok(())
}

/// The transcript of a stream that came in live.
pub fn transcript(events: impl IntoIterator<Item = &'static str>) -> Result<String, Box<dyn Error>> {
    let mut conversation = Conversation::new();
    let mut odd = Vec::new();
    for received in Boundary::new().read_all(events) {
        let received = received?;
        odd.extend(received.warnings);
        if let Incoming::Event(event) = received.event {
            odd.extend(conversation.apply(&event));
        }
    }
    let mut text = String::new();
    for message in &conversation {
        write_message(&mut text, message, &conversation)?;
    }
    if let Some(state) = conversation.state() {
        writeln!(text, "state      {state}")?;
    }
    match conversation.run() {
        RunStatus::Idle => {}
        RunStatus::Running(run_id) => writeln!(text, "run        {run_id} goes on")?,
        RunStatus::Finished(event) => writeln!(text, "run        {} is finished", event.run_id)?,
        RunStatus::Failed(event) => writeln!(text, "run        failed: {}", event.message)?,
    }
    for warning in odd {
        writeln!(text, "odd        {warning}")?;
    }
    Ok(text)
}

/// The same events, as they are sent.
pub fn stream() -> impl Iterator<Item = &'static str> {
    STREAM.trim().lines()
}

fn write_message(text: &mut String, message: &Message, conversation: &Conversation) -> fmt::Result {
    match message {
        Message::UserMessage(message) => match &message.content {
            UserMessageContent::String(content) => writeln!(text, "user       {content}"),
            UserMessageContent::Array(parts) => writeln!(text, "user       {} parts", parts.len()),
        },
        Message::AssistantMessage(message) => {
            writeln!(text, "assistant  {}", message.content.as_deref().unwrap_or_default())?;
            for call in message.tool_calls.iter().flatten() {
                writeln!(text, "    calls  {} {}", call.function.name, call.function.arguments)?;
            }
            Ok(())
        }
        // Whether a tool failed is what `error` says, never what the content looks like.
        Message::ToolMessage(message) => {
            let tool = tool_name(conversation, &message.tool_call_id);
            match message.failure() {
                Some("") => writeln!(text, "    FAILED {tool}"),
                Some(reason) => writeln!(text, "    FAILED {tool}: {reason}"),
                None => writeln!(text, "    done   {tool}: {}", message.content),
            }
        }
        Message::ReasoningMessage(message) => writeln!(text, "reasoning  {}", message.content),
        Message::ActivityMessage(message) => writeln!(text, "activity   {}", message.activity_type),
        Message::DeveloperMessage(message) => writeln!(text, "developer  {}", message.content),
        Message::SystemMessage(message) => writeln!(text, "system     {}", message.content),
    }
}

/// The name of the tool that a call is for.
fn tool_name<'a>(conversation: &'a Conversation, tool_call_id: &str) -> &'a str {
    let calls = conversation.into_iter().filter_map(|message| match message {
        Message::AssistantMessage(message) => message.tool_calls.as_ref(),
        _ => None,
    });
    let call = calls.flatten().find(|call| call.id == tool_call_id);
    call.map_or("a tool", |call| &call.function.name)
}
