//! What the application says about asking: which answers its server takes, how
//! long a person has, what its tools are.

use crate::json::{RawJson, RawJsonBuf, Wtf8, Wtf8Buf};

use super::answer::ApprovalAnswers;

/// What is known of a tool.
#[derive(Clone, Debug, Default)]
pub struct ToolInfo {
    /// Its name.
    pub name: Wtf8Buf,
    /// It changes or deletes what cannot be brought back: no rule answers for
    /// it unless `rememberable` says so.
    pub destructive: bool,
    /// A rule may answer for it although it is destructive.
    pub rememberable: bool,
    /// The JSON Schema of its input.
    pub input_schema: Option<RawJsonBuf>,
}

/// Settings of everything that waits for a person. Times are in milliseconds.
#[derive(Clone, Debug)]
pub struct HumanSettings {
    /// Who asks through the conversation's own stream.
    pub source: Wtf8Buf,
    /// Which answers to approvals that stream's protocol carries back.
    pub answers: ApprovalAnswers,
    /// How long a person has for an approval, if it ends.
    pub deadline: Option<u64>,
    /// How long a person has for a request for input, if it ends.
    pub input_deadline: Option<u64>,
    /// How long an answer can be taken back before it goes out.
    pub undo_window: Option<u64>,
    /// Calls to `ask_user_question` become requests for input.
    pub asks_user: bool,
    /// The application has a policy that is asked before the person.
    pub has_policy: bool,
    /// The tools.
    pub tools: Vec<ToolInfo>,
}

impl Default for HumanSettings {
    /// As plain AI SDK has it: a decision with a reason, no edited input.
    fn default() -> HumanSettings {
        HumanSettings {
            source: Wtf8Buf::from("ai-sdk"),
            answers: ApprovalAnswers {
                reason: true,
                edit_input: false,
                remember: true,
                options: Vec::new(),
            },
            deadline: None,
            input_deadline: None,
            undo_window: None,
            asks_user: false,
            has_policy: false,
            tools: Vec::new(),
        }
    }
}

impl HumanSettings {
    /// Reads the settings from a JSON object; what is absent keeps its default.
    pub fn read(raw: RawJson<'_>) -> HumanSettings {
        let flag = |name: &str| raw.get(name).and_then(RawJson::bool) == Some(true);
        let number = |name: &str| raw.get(name)?.number_text()?.parse().ok();
        let mut settings = HumanSettings {
            deadline: number("approvalDeadlineMs"),
            input_deadline: number("inputDeadlineMs"),
            undo_window: number("undoWindowMs"),
            asks_user: flag("asksUser"),
            has_policy: flag("hasPolicy"),
            ..HumanSettings::default()
        };
        settings.answers.edit_input = flag("editableInput");
        if let Some(protocol) = raw.get("protocol").and_then(RawJson::string) {
            settings.source = protocol.decode().into_owned();
        }
        let tools = raw.get("tools").and_then(RawJson::members);
        for (name, tool) in tools.into_iter().flatten() {
            let says = |field: &str| tool.get(field).and_then(RawJson::bool) == Some(true);
            settings.tools.push(ToolInfo {
                name: Wtf8::to_owned(name.decode().as_wtf8()),
                destructive: says("destructive"),
                rememberable: says("rememberable"),
                input_schema: tool.get("inputSchema").map(RawJson::to_owned),
            });
        }
        settings
    }

    /// What is known of a tool.
    pub fn tool(&self, name: Wtf8<'_>) -> Option<&ToolInfo> {
        self.tools.iter().find(|tool| tool.name.as_wtf8() == name)
    }

    /// Which answers an approval of this tool takes.
    pub fn answers_for(&self, tool: Wtf8<'_>) -> ApprovalAnswers {
        let mut answers = self.answers.clone();
        answers.remember &= !self
            .tool(tool)
            .is_some_and(|tool| tool.destructive && !tool.rememberable);
        answers
    }
}
