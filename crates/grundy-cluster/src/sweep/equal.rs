//! Games with equal values among the rows of a sweep.
//!
//! Rows with the same fingerprint are compared value by value as far as the sweep computed; where both periods are
//! proved and agree, the values are equal for ever, and the class says `proved`.

use std::fs;
use std::path::Path;

use grundy::{Context, Error, Session};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::{Plan, Row, cannot, damaged, write_whole};

/// Two or more games with the same values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// The games in order of their numbers, each with how far it is known to be equal to the first.
    pub members: Vec<Member>,
}

/// A game of a class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// The number of the first game of the class.
    pub class: u64,
    /// Its own number.
    pub number: u64,
    /// The game.
    pub game: String,
    /// `proved` (for all heaps) or `checked`.
    pub status: String,
    /// The last heap that was compared.
    pub compared_to: Option<u64>,
}

/// Reads the classes, or finds them and writes them to `equal.csv`.
pub(super) fn settle(directory: &Path, plan: &Plan, rows: &[Row], cx: &Context) -> Result<Vec<Class>, Error> {
    let path = directory.join("equal.csv");
    if let Ok(bytes) = fs::read(&path) {
        let members: Result<Vec<Member>, csv::Error> = csv::Reader::from_reader(bytes.as_slice()).deserialize().collect();
        return Ok(group(members.map_err(|e| damaged(&path, &e.to_string()))?));
    }
    let classes = find(rows, plan.limits.to, cx)?;
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut write = || -> Result<Vec<u8>, String> {
        if classes.is_empty() {
            writer.write_record(["class", "number", "game", "status", "compared_to"]).map_err(|e| e.to_string())?;
        }
        for member in classes.iter().flat_map(|c| &c.members) {
            writer.serialize(member).map_err(|e| e.to_string())?;
        }
        writer.flush().map_err(|e| e.to_string())?;
        Ok(writer.get_ref().clone())
    };
    let bytes = write().map_err(|why| damaged(&path, &why))?;
    write_whole(&path, &bytes).map_err(|e| cannot("written", &path, &e))?;
    Ok(classes)
}

fn group(members: Vec<Member>) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    for member in members {
        match classes.last_mut() {
            Some(class) if class.members[0].class == member.class => class.members.push(member),
            _ => classes.push(Class { members: vec![member] }),
        }
    }
    classes
}

/// Compares the rows of equal fingerprint with the first game of each class.
fn find(rows: &[Row], to: u64, cx: &Context) -> Result<Vec<Class>, Error> {
    let mut by_fingerprint: FxHashMap<&str, Vec<&Row>> = FxHashMap::default();
    for row in rows.iter().filter(|row| !row.fingerprint.is_empty()) {
        by_fingerprint.entry(&row.fingerprint).or_default().push(row);
    }
    let mut candidates: Vec<Vec<&Row>> = by_fingerprint.into_values().filter(|rows| rows.len() > 1).collect();
    candidates.sort_by_key(|rows| rows[0].number);
    let mut classes = Vec::new();
    for mut rest in candidates {
        while let Some((&first, others)) = rest.split_first().filter(|(_, others)| !others.is_empty()) {
            let mut session = Session::new();
            let leader = session.game(&first.game)?;
            let mut class = vec![member(first, first, "proved", None)];
            let mut different = Vec::new();
            for &row in others {
                let other = session.game(&row.game)?;
                let answer = grundy::same(&leader, &other, Some(to), cx)?;
                if let Some(stopped) = answer.stopped {
                    return Err(stopped.into());
                }
                match answer.equal {
                    Some(true) => {
                        class.push(member(first, row, answer.evidence.status_name(), answer.compared_to));
                    }
                    _ => different.push(row),
                }
            }
            if class.len() > 1 {
                classes.push(Class { members: class });
            }
            rest = different;
        }
    }
    classes.sort_by_key(|class| class.members[0].class);
    Ok(classes)
}

fn member(first: &Row, row: &Row, status: &str, compared_to: Option<u64>) -> Member {
    Member { class: first.number, number: row.number, game: row.game.clone(), status: status.to_owned(), compared_to }
}
