//! How a run stands.

use tool_models::agent_events::{Interrupt, RunErrorEvent, RunFinishedEvent, RunFinishedOutcome, RunStartedEvent};

use super::Conversation;

/// How a run stands.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum RunStatus {
    /// No run has started, as far as one has seen.
    #[default]
    Idle,
    /// The run with this id goes on.
    Running(String),
    /// The run ended as the event says.
    Finished(Box<RunFinishedEvent>),
    /// The run failed as the event says.
    Failed(Box<RunErrorEvent>),
}

/// The last run, and the steps that it is in.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Run {
    status: RunStatus,
    open_steps: Vec<String>,
}

impl Run {
    pub(super) fn status(&self) -> &RunStatus {
        &self.status
    }

    pub(super) fn steps(&self) -> &[String] {
        &self.open_steps
    }

    pub(super) fn interrupts(&self) -> &[Interrupt] {
        match &self.status {
            RunStatus::Finished(event) => match &event.outcome {
                Some(Some(RunFinishedOutcome::RunFinishedInterruptOutcome(outcome))) => &outcome.interrupts,
                _ => &[],
            },
            RunStatus::Idle | RunStatus::Running(_) | RunStatus::Failed(_) => &[],
        }
    }

    pub(super) fn finish(&mut self, event: &RunFinishedEvent) {
        self.end(RunStatus::Finished(Box::new(event.clone())));
    }

    pub(super) fn fail(&mut self, event: &RunErrorEvent) {
        self.end(RunStatus::Failed(Box::new(event.clone())));
    }

    pub(super) fn enter(&mut self, step: &str) {
        self.open_steps.push(step.to_owned());
    }

    /// Leaves a step; one that was entered before this stream was listened to is none here.
    pub(super) fn leave(&mut self, step: &str) {
        if let Some(index) = self.open_steps.iter().rposition(|open| open == step) {
            self.open_steps.remove(index);
        }
    }

    fn end(&mut self, status: RunStatus) {
        self.status = status;
        self.open_steps.clear();
    }
}

impl Conversation {
    /// Starts a run, and takes over from its input what is not there yet: messages, and the state.
    pub(super) fn start_run(&mut self, event: &RunStartedEvent) {
        self.run.end(RunStatus::Running(event.run_id.clone()));
        let Some(input) = &event.input else { return };
        for message in &input.messages {
            if self.thread.get(message.id()).is_none() {
                self.thread.push(message.clone());
            }
        }
        // A null here means that there is no state.
        if self.state.is_none() {
            self.state = input.state.clone().filter(|state| !state.is_null());
        }
    }
}
