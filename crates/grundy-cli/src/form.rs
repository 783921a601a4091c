//! The forms in which every verb answers: text for people, JSON for machines, and what is made of the JSON object.
//!
//! A verb writes its text and its object and knows no other form. A new form is one file below this one, which turns any
//! object into that form, with a variant and an arm here. A verb whose answer is a picture hands it over as one, and `solve -`
//! answers a line by a line of text or JSON.

mod html;
mod latex;
pub(crate) mod legends;
mod markdown;
mod sheet;

use std::io::{self, Write};

use clap::ValueEnum;
use grundy_form::explanation::Spoken;
use serde_json::Value;

use sheet::Block;
pub(crate) use sheet::Picture;

/// Writes the blocks of a sheet.
type SheetWriter = fn(&mut dyn Write, &[Block]) -> io::Result<()>;

/// How an answer is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Form {
    /// For people
    #[default]
    Text,
    /// One JSON value, as --json
    Json,
    /// Markdown, for notes and forums
    #[value(alias = "md")]
    Markdown,
    /// A web page, whole
    Html,
    /// A piece of a LaTeX document, with a `tabular` for each table
    #[value(alias = "tex")]
    Latex,
}

impl Form {
    /// Is the answer written from its object?
    pub(crate) fn is_object(self) -> bool {
        self != Form::Text
    }

    /// May one line be written for each line that is read?
    pub(crate) fn has_lines(self) -> bool {
        matches!(self, Form::Text | Form::Json)
    }

    /// Is the answer written from its text as well, which is then set as a page?
    pub(crate) fn is_page(self) -> bool {
        self.sheet().is_some()
    }

    /// What writes a sheet in this form.
    fn sheet(self) -> Option<SheetWriter> {
        Some(match self {
            Form::Text | Form::Json => return None,
            Form::Markdown => markdown::write,
            Form::Html => html::write,
            Form::Latex => latex::write,
        })
    }

    /// Writes an answer of which there is a text as well, in this language where it is code.
    pub(crate) fn write_page(
        self,
        out: &mut dyn Write,
        spoken: Spoken,
        code: Option<&str>,
        object: impl FnOnce(&mut dyn Write) -> io::Result<()>,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let Some(write) = self.sheet() else { return object(out) };
        let object = read(object)?;
        let mut bytes = Vec::new();
        text(&mut bytes)?;
        write(out, &sheet::answer(&object, &String::from_utf8_lossy(&bytes), code, spoken))
    }

    /// Writes a picture of a position with what is said below it, if this form has pictures.
    pub(crate) fn write_picture(
        self,
        out: &mut dyn Write,
        position: &str,
        picture: Picture,
        below: Option<String>,
    ) -> io::Result<()> {
        self.sheet().map_or(Ok(()), |write| write(out, &sheet::picture(position, picture, below)))
    }

    /// Writes an object in this form.
    pub(crate) fn write(
        self,
        out: &mut dyn Write,
        spoken: Spoken,
        object: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        match self.sheet() {
            None => object(out),
            Some(write) => write(out, &sheet::object(&read(object)?, spoken)),
        }
    }
}

/// The object that a verb writes.
fn read(object: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<Value> {
    let mut bytes = Vec::new();
    object(&mut bytes)?;
    Ok(serde_json::from_slice(&bytes)?)
}
