//! Values of a game whose engine cannot take values over: they are stored beside it.

use grundy_core::{Context, Diagnostic, Stopped};

use super::value_file::ValueFile;

/// Memory is asked for so many values at a time.
const PART: u64 = 1 << 16;

/// Values in memory, and the file they came from and go to.
#[derive(Debug, Default)]
pub struct StoredValues {
    values: Values,
    file: Option<ValueFile>,
    /// Memory was asked for so many values.
    reserved: u64,
}

/// As many bytes a value as the largest one needs.
#[derive(Debug)]
enum Values {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
    Long(Vec<u64>),
}

impl Default for Values {
    fn default() -> Self {
        Values::Bytes(Vec::new())
    }
}

impl StoredValues {
    /// Goes on in this file, which holds what is in memory.
    pub fn attach(&mut self, file: ValueFile) {
        self.file = Some(file);
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        let size = match &self.values {
            Values::Bytes(v) => v.len(),
            Values::Words(v) => v.len(),
            Values::Long(v) => v.len(),
        };
        size as u64
    }

    /// The value of heap `n`, if it is there.
    #[must_use]
    pub fn get(&self, n: u64) -> Option<u64> {
        let n = usize::try_from(n).ok()?;
        match &self.values {
            Values::Bytes(v) => v.get(n).map(|&v| u64::from(v)),
            Values::Words(v) => v.get(n).map(|&v| u64::from(v)),
            Values::Long(v) => v.get(n).copied(),
        }
    }

    /// One more value.
    ///
    /// # Errors
    /// When the memory budget does not allow it.
    pub fn push(&mut self, value: u64, cx: &Context) -> Result<(), Stopped> {
        if self.count() >= self.reserved {
            cx.reserve(PART * self.width())?;
            self.reserved += PART;
        }
        let wider = match &self.values {
            Values::Bytes(_) if value > 0xFFFF => 8,
            Values::Bytes(_) if value > 0xFF => 2,
            Values::Words(_) if value > 0xFFFF => 8,
            _ => 0,
        };
        if wider > 0 {
            cx.reserve(self.reserved * (wider - self.width()))?;
            let all = (0..self.count()).filter_map(|n| self.get(n));
            self.values =
                if wider == 2 { Values::Words(all.map(|v| v as u16).collect()) } else { Values::Long(all.collect()) };
        }
        match &mut self.values {
            Values::Bytes(v) => v.push(value as u8),
            Values::Words(v) => v.push(value as u16),
            Values::Long(v) => v.push(value),
        }
        Ok(())
    }

    fn width(&self) -> u64 {
        match &self.values {
            Values::Bytes(_) => 1,
            Values::Words(_) => 2,
            Values::Long(_) => 8,
        }
    }

    /// Writes what is not in the file yet.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&mut self) -> Result<(), Diagnostic> {
        let Some(mut file) = self.file.take() else { return Ok(()) };
        let written = file.append((file.count()..self.count()).filter_map(|n| self.get(n)));
        self.file = Some(file);
        written
    }

    /// See [`ValueFile::sync`]. Returns how many values are stored.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn sync(&mut self) -> Result<u64, Diagnostic> {
        let Some(file) = &mut self.file else { return Ok(0) };
        file.sync()?;
        Ok(file.count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_all_widths_are_stored() {
        let mut stored = StoredValues::default();
        let values = [0, 255, 256, 7, 65_535, 65_536, u64::MAX, 1];
        for value in values {
            stored.push(value, &Context::default()).unwrap();
        }
        assert!((0..8).map(|n| stored.get(n).unwrap()).eq(values));
        assert_eq!((stored.count(), stored.get(8)), (8, None));
    }

    #[test]
    fn memory_is_asked_for() {
        let cx = Context::new(grundy_core::Budget { memory: Some(PART), ..grundy_core::Budget::UNLIMITED });
        let mut stored = StoredValues::default();
        assert!((0..PART).all(|_| stored.push(1, &cx).is_ok()));
        assert!(stored.push(1, &cx).is_err());
        assert_eq!(stored.count(), PART);
    }
}
