//! The forms in which labels are written.

use std::io::{self, Write};
use std::path::Path;

use grundy::Diagnostic;
#[cfg(feature = "parquet")]
use grundy_form::columns::parquet;
use grundy_form::columns::{csv, npy};

use crate::args::{Label, LabelFormat};
use crate::graph::Rows;
use crate::render::label::files::{self, Labelled};

/// How labels are to be written: as said, or by the extension of the file.
pub(super) fn format(options: &Label) -> Result<LabelFormat, Diagnostic> {
    let extension = options.output.as_deref().and_then(Path::extension).unwrap_or_default();
    let extension = extension.to_string_lossy().to_ascii_lowercase();
    if let ("svg" | "dot", None, Some(file)) = (extension.as_str(), options.format, &options.output) {
        let fault =
            Diagnostic::input(format!("`-o` writes the labels of the vertices, and `.{extension}` is a picture"));
        return Err(fault.suggest(format!("--{extension} {}", file.display())));
    }
    let by_extension = match extension.as_str() {
        "npy" => LabelFormat::Npy,
        "parquet" => LabelFormat::Parquet,
        "json" => LabelFormat::Json,
        "graphml" => LabelFormat::Graphml,
        _ => LabelFormat::Csv,
    };
    let format = options.format.unwrap_or(by_extension);
    if format == LabelFormat::Parquet && options.output.is_some() && cfg!(not(feature = "parquet")) {
        return Err(Diagnostic::unsupported("labels as Parquet need a build with the feature `parquet`"));
    }
    let by_others = options.workers.is_some() || options.processes.hosts.is_some() || options.keep.is_some();
    if format.has_arcs() && by_others {
        let fault = "several workers write labels, and not the graph";
        return Err(
            Diagnostic::unsupported(fault).suggest("--format csv, or label it without --workers, --hosts and --keep")
        );
    }
    Ok(format)
}

/// Writes the table of the labels.
pub(super) fn write_labels(out: &mut dyn Write, format: LabelFormat, labels: &impl Rows) -> io::Result<()> {
    match format {
        LabelFormat::Csv => csv::write(out, &Labelled(labels)),
        LabelFormat::Json => files::json(out, labels),
        LabelFormat::Npy => npy::records(out, &Labelled(labels)),
        #[cfg(feature = "parquet")]
        LabelFormat::Parquet => out.write_all(&parquet::file(&Labelled(labels), "labels")?),
        #[cfg(not(feature = "parquet"))]
        LabelFormat::Parquet => Err(io::ErrorKind::Unsupported.into()),
        // runs that do not hold the arcs refuse these before they begin
        LabelFormat::Graphml | LabelFormat::NodeLink => Err(io::ErrorKind::Unsupported.into()),
    }
}
