//! The union as Zod and pydantic read it.

use isomorph_runtime::{Dispatch, Match, Member, Union};
use serde::{Deserializer, Serializer};
use tool_helpers::tool_models::tool_results::ToolCallResult;

/// The union as Zod and pydantic read it: the same members, but the first that accepts wins.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FirstWins(pub(crate) ToolCallResult);

impl Union for FirstWins {
    const NAME: &'static str = "FirstWins";
    const MEMBERS: &'static [Member] = ToolCallResult::MEMBERS;
    const DISPATCH: Dispatch = ToolCallResult::DISPATCH;
    const MATCH: Match = Match::First;

    fn read_member<'de, D: Deserializer<'de>>(member: usize, deserializer: D) -> Result<Self, D::Error> {
        ToolCallResult::read_member(member, deserializer).map(Self)
    }

    fn write_member<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write_member(serializer)
    }
}

isomorph_runtime::union!(FirstWins);
