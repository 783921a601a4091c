//! Budgets as people write them: `30s`, `4GiB`, `10^9`; and what the system has to give.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use grundy::Diagnostic;

/// Where the system tells nothing about its memory, this much is taken to be free.
const ASSUMED_FREE: u64 = 4 << 30;

/// A natural number: `100`, `1_000_000`, `10^9`, `5e6`, `2.5e3`.
///
/// # Errors
/// What is wrong with the text, in a sentence.
pub fn number(text: &str) -> Result<u64, String> {
    let digits = text.trim().replace('_', "");
    if digits.starts_with('-') {
        return Err("must not be negative".to_owned());
    }
    let too_large = || format!("too large: the most is {}", u64::MAX);
    // `2*10^8`; without a power it may be a board, `8*6`
    if let Some((factor, power)) = digits
        .split_once(['*', '×', '·'])
        .filter(|(_, power)| power.contains(['^', 'e', 'E']) && !power.contains(['*', '×', '·']))
    {
        let (factor, power) = (number(factor)?, number(power)?);
        return factor.checked_mul(power).ok_or_else(too_large);
    }
    if let Some(meant) = with_prefix(&digits) {
        return Err(format!("not a number; it is written {meant}"));
    }
    let value = if let Some((base, exponent)) = digits.split_once('^') {
        let exponent = plain(exponent)?;
        let base = u128::from(plain(base)?);
        let exponent =
            if base < 2 { u32::from(exponent > 0) } else { u32::try_from(exponent).map_err(|_| too_large())? };
        base.checked_pow(exponent).ok_or_else(too_large)?
    } else if let Some((mantissa, exponent)) = digits.split_once(['e', 'E']) {
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let fraction = fraction.trim_end_matches('0');
        let exponent = plain(exponent)?;
        if (fraction.len() as u64) > exponent {
            return Err("not a whole number".to_owned());
        }
        let zeros = u32::try_from(exponent - fraction.len() as u64).map_err(|_| too_large())?;
        let shift = 10u128.checked_pow(zeros).ok_or_else(too_large)?;
        u128::from(plain(&format!("{whole}{fraction}"))?).checked_mul(shift).ok_or_else(too_large)?
    } else {
        u128::from(plain(&digits)?)
    };
    u64::try_from(value).map_err(|_| too_large())
}

/// `10M` as a power of ten: `10^7`.
fn with_prefix(text: &str) -> Option<String> {
    let (digits, mut zeros) = match text.as_bytes() {
        [.., b'k' | b'K'] => (&text[..text.len() - 1], 3),
        [.., b'm' | b'M'] => (&text[..text.len() - 1], 6),
        [.., b'g' | b'G' | b'b' | b'B'] => (&text[..text.len() - 1], 9),
        _ => return None,
    };
    let mut factor = plain(digits).ok().filter(|factor| *factor > 0)?;
    while factor.is_multiple_of(10) {
        (factor, zeros) = (factor / 10, zeros + 1);
    }
    Some(if factor == 1 { format!("10^{zeros}") } else { format!("{factor}*10^{zeros}") })
}

fn plain(digits: &str) -> Result<u64, String> {
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err("not a number; write it like 1000, 1_000 or 10^3".to_owned());
    }
    digits.parse().map_err(|_| format!("too large: the most is {}", u64::MAX))
}

/// A count that must be at least 1.
///
/// # Errors
/// What is wrong with the text, in a sentence.
pub fn positive(text: &str) -> Result<u64, String> {
    match number(text)? {
        0 => Err("must be at least 1".to_owned()),
        n => Ok(n),
    }
}

/// How many threads: 1 to 1024.
///
/// # Errors
/// What is wrong with the text, in a sentence.
pub fn threads(text: &str) -> Result<usize, String> {
    match number(text)? {
        n @ 1..=1024 => Ok(n as usize),
        _ => Err("must be from 1 to 1024".to_owned()),
    }
}

/// A length of text: at most 1 GiB.
///
/// # Errors
/// What is wrong with the text, in a sentence.
pub fn text(text: &str) -> Result<usize, String> {
    match memory(text)? {
        n @ 1..=0x4000_0000 => Ok(n as usize),
        _ => Err("must be from 1 byte to 1 GiB".to_owned()),
    }
}

/// A depth of nesting that the stack can bear: 1 to 1000.
///
/// # Errors
/// What is wrong with the text, in a sentence.
pub fn nesting(text: &str) -> Result<usize, String> {
    match number(text)? {
        n @ 1..=1000 => Ok(n as usize),
        _ => Err("must be from 1 to 1000".to_owned()),
    }
}

/// A number of digits that arithmetic can bear: 1 to 10^7.
///
/// # Errors
/// What is wrong with the text, in a sentence.
pub fn digits(text: &str) -> Result<usize, String> {
    match number(text)? {
        n @ 1..=10_000_000 => Ok(n as usize),
        _ => Err("must be from 1 to 10^7".to_owned()),
    }
}

/// How many lines or entries: a number that fits the machine.
///
/// # Errors
/// What is wrong with the text, in a sentence.
pub fn size(text: &str) -> Result<usize, String> {
    usize::try_from(number(text)?).map_err(|_| "too large for this machine".to_owned())
}

/// One number, or one a coordinate: `12`, `12,20`.
///
/// # Errors
/// What is wrong with the text, in a sentence.
pub fn corner(text: &str) -> Result<Corner, Diagnostic> {
    let numbers = text.split(',').map(number).collect::<Result<Vec<u64>, String>>();
    numbers.map(Corner).map_err(|what| {
        let fault = Diagnostic::input(what);
        // as boards are told: 8x6
        let pieces: Vec<&str> =
            text.split(['x', 'X', '×', '*', ';', ':', ' ']).filter(|piece| !piece.is_empty()).collect();
        let several = pieces.len() > 1 && pieces.iter().all(|piece| number(piece).is_ok());
        let meant = match with_prefix(text.trim()) {
            Some(power) => Some(power),
            None => several.then(|| pieces.join(",")),
        };
        match meant {
            Some(meant) => fault.suggest(meant),
            None => fault,
        }
    })
}

/// A corner of a table, one number a coordinate; a single one stands for all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corner(pub Vec<u64>);

/// Splits `1.5GiB` into number and unit.
fn with_unit(text: &str) -> Result<(f64, String), String> {
    let text = text.trim();
    if text.contains('^') {
        // a power stands without a unit
        return Ok((number(text)? as f64, String::new()));
    }
    let at = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '_' | '-'))).unwrap_or(text.len());
    let value: f64 = text[..at].replace('_', "").parse().map_err(|_| "it must start with a number".to_owned())?;
    if value < 0.0 {
        return Err("must not be negative".to_owned());
    }
    Ok((value, text[at..].trim().to_ascii_lowercase()))
}

/// A time: `500ms`, `30s`, `2m`, `1h`; a bare number is seconds.
///
/// # Errors
/// What is wrong with the text, in a sentence.
pub fn time(text: &str) -> Result<Duration, String> {
    let (value, unit) = with_unit(text)?;
    let seconds = match unit.as_str() {
        "ms" => 1e-3,
        "" | "s" | "sec" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        "d" => 86_400.0,
        _ => return Err(format!("unknown unit {unit:?}; write 500ms, 30s, 2m or 1h")),
    };
    Duration::try_from_secs_f64(value * seconds).map_err(|_| "too long".to_owned())
}

/// An amount of memory in bytes: `4GiB`, `512MB`, `64k`; a bare number is bytes.
///
/// # Errors
/// What is wrong with the text, in a sentence.
pub fn memory(text: &str) -> Result<u64, String> {
    let (value, unit) = with_unit(text)?;
    let scale: u64 = match unit.as_str() {
        "" | "b" => 1,
        "kb" => 1000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        _ => return Err(format!("unknown unit {unit:?}; write 4GiB, 512MB or 64k")),
    };
    let bytes = value * scale as f64;
    if bytes >= u64::MAX as f64 { Err("too large".to_owned()) } else { Ok(bytes as u64) }
}

/// Half of what the system reports free; the limit of a container counts.
#[must_use]
pub fn default_memory() -> u64 {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| available(&text));
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let container = group_folders(&groups, Path::new("/sys/fs/cgroup")).iter().filter_map(|f| free_in_group(f)).min();
    machine.into_iter().chain(container).min().unwrap_or(ASSUMED_FREE) / 2
}

/// `MemAvailable` of `/proc/meminfo`, in bytes.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|l| l.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// The folders of the process's memory group and of its parents, for cgroup version 2 and version 1.
fn group_folders(groups: &str, root: &Path) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for line in groups.lines() {
        let mut fields = line.splitn(3, ':');
        let (Some(_), Some(controllers), Some(path)) = (fields.next(), fields.next(), fields.next()) else { continue };
        let base = match controllers {
            "" => root.to_owned(),
            c if c.split(',').any(|c| c == "memory") => root.join("memory"),
            _ => continue,
        };
        let relative = Path::new(path.trim_start_matches('/'));
        folders.extend(relative.ancestors().map(|folder| base.join(folder)));
    }
    folders
}

/// What is left of a group's limit. Cache that nobody has used lately can be taken back, so it counts as free.
fn free_in_group(folder: &Path) -> Option<u64> {
    let read = |name: &str| fs::read_to_string(folder.join(name)).ok();
    let parse = |text: String| text.trim().parse::<u64>().ok();
    let limit = read("memory.max").or_else(|| read("memory.limit_in_bytes")).and_then(parse)?;
    let used = read("memory.current").or_else(|| read("memory.usage_in_bytes")).and_then(parse).unwrap_or(0);
    let cache = read("memory.stat")
        .and_then(|t| t.lines().find_map(|l| l.strip_prefix("inactive_file ")?.trim().parse::<u64>().ok()))
        .unwrap_or(0);
    Some(limit.saturating_sub(used.saturating_sub(cache)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, value) in [("0", 0), ("1_000_000", 1_000_000), ("10^9", 1_000_000_000), ("5e6", 5_000_000)] {
            assert_eq!(number(text), Ok(value), "{text}");
        }
        assert_eq!(number("2.5e3"), Ok(2500));
        assert_eq!(number("1^99999999999"), Ok(1));
        assert_eq!(number("18446744073709551615"), Ok(u64::MAX));
        for text in ["", "-5", "x", "1.5", "10^", "^3", "2^64", "10^99", "1.25e1", "1e99", "99999999999999999999"] {
            assert!(number(text).is_err(), "{text}");
        }
        assert!(positive("0").is_err() && threads("0").is_err() && threads("9999").is_err());
    }

    #[test]
    fn times_and_amounts_have_units() {
        assert_eq!(time("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(time("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(time("1h"), Ok(Duration::from_secs(3600)));
        assert_eq!(time("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(memory("4GiB"), Ok(4 << 30));
        assert_eq!(memory("512MB"), Ok(512_000_000));
        assert_eq!(memory("64k"), Ok(65_536));
        assert_eq!((memory("10^9"), time("10^3")), (Ok(1_000_000_000), Ok(Duration::from_secs(1000))));
        for text in ["", "s", "-1s", "3 parsecs", "1e", "--", "99999999999999999999999h"] {
            assert!(time(text).is_err(), "{text}");
        }
        assert!(
            memory("-1GB").is_err()
                && memory("99999999999TB").is_err()
                && memory("1XB").is_err()
                && memory("10^9GB").is_err()
        );
    }

    #[test]
    fn corners_have_a_number_a_coordinate() {
        assert_eq!(corner("12,20"), Ok(Corner(vec![12, 20])));
        assert!(corner("12,").is_err() && corner("-1,2").is_err());
        assert_eq!(corner("8x6").unwrap_err().suggestion.as_deref(), Some("8,6"));
        assert_eq!(corner("8*6").unwrap_err().suggestion.as_deref(), Some("8,6"));
        assert_eq!(corner("10M").unwrap_err().suggestion.as_deref(), Some("10^7"));
        assert_eq!(corner("3k").unwrap_err().suggestion.as_deref(), Some("3*10^3"));
        assert_eq!(corner("2*10^8"), Ok(Corner(vec![200_000_000])));
        assert_eq!(corner("2·10^3, 3×1e2"), Ok(Corner(vec![2000, 300])));
        assert_eq!(number("10M"), Err("not a number; it is written 10^7".to_owned()));
        assert!(number("3*10^30").is_err() && number("*10^3").is_err() && number("2*3*10^2").is_err());
        assert_eq!(corner("8xn").unwrap_err().suggestion, None);
    }

    #[test]
    fn the_systems_words_are_understood() {
        assert_eq!(available("MemTotal: 9 kB\nMemAvailable:    16 kB\n"), Some(16_384));
        let root = Path::new("/r");
        let folders = group_folders("0::/a/b\n", root);
        assert_eq!(folders, [root.join("a/b"), root.join("a"), root.join("")]);
        assert_eq!(group_folders("5:cpu,memory:/x\n3:pids:/x\n", root)[0], root.join("memory/x"));
        assert!(default_memory() > 0);
    }
}
