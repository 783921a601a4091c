//! The inner loops, in the widest form that the processor has: AVX-512, AVX2, or portable.
//!
//! `find` looks for a pair with a given ⊕; `mark` collects, for eight heaps at once, the set of codes that a list of
//! partners excludes; `strike` tells which of a few codes a list of partners excludes, for 64 heaps at once.
#![allow(unsafe_code)] // functions for processor features, called behind a test for them, and unaligned vector loads

use std::sync::OnceLock;

/// A way to run the inner loops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Path {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Path {
    /// The ways that this processor has, the best last.
    pub(super) fn all() -> Vec<Path> {
        #[allow(unused_mut)]
        let mut all = vec![Path::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") {
                all.push(Path::Avx2);
                if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl") {
                    all.push(Path::Avx512);
                }
            }
        }
        all
    }

    /// The best way that this processor has.
    pub(super) fn best() -> Path {
        if let Ok(p) = std::env::var("PATHX") { return Path::all()[p.parse::<usize>().unwrap()]; }
        static BEST: OnceLock<Path> = OnceLock::new();
        *BEST.get_or_init(|| Path::all().last().copied().unwrap_or(Path::Portable))
    }

    /// For statistics.
    pub(super) fn name(self) -> &'static str {
        match self {
            Path::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Path::Avx512 => "AVX-512",
        }
    }
}

/// Heaps that are worked on together.
pub(super) const BLOCK: usize = 64;
/// Codes that `strike` looks for at once.
pub(super) const STRUCK: usize = 4;
/// A set of codes below 256.
pub(super) type Codes = [u64; 4];

/// A partner at a distance: heap n has the option value with code `codes[n − offset] ^ code`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub(super) offset: u32,
    pub(super) code: u32,
}

/// So many pairs are looked at between two decisions.
pub(super) const CHUNK: usize = 512;

macro_rules! find {
    ($find:ident, $body:ident, $avx2:ident, $avx512:ident, $lane:ty) => {
        #[inline(always)]
        fn $body(x: &[$lane], y: &[$lane], code: $lane) -> Option<usize> {
            for (i, (x, y)) in x.chunks(CHUNK).zip(y.chunks(CHUNK)).enumerate() {
                let least = x.iter().zip(y).fold(<$lane>::MAX, |least, (a, b)| least.min(a ^ b ^ code));
                if least == 0 {
                    return Some(i * CHUNK);
                }
            }
            None
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,bmi2")]
        fn $avx2(x: &[$lane], y: &[$lane], code: $lane) -> Option<usize> {
            $body(x, y, code)
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,bmi2,avx512f,avx512bw,avx512vl")]
        fn $avx512(x: &[$lane], y: &[$lane], code: $lane) -> Option<usize> {
            $body(x, y, code)
        }

        /// Where the first chunk starts that has some i with x[i] ⊕ y[i] = code; the slices are equally long.
        pub(super) fn $find(path: Path, x: &[$lane], y: &[$lane], code: $lane) -> Option<usize> {
            match path {
                Path::Portable => $body(x, y, code),
                // SAFETY: a `Path` of this name exists only where the processor has the features, see `Path::all`
                #[cfg(target_arch = "x86_64")]
                Path::Avx2 => unsafe { $avx2(x, y, code) },
                // SAFETY: as above
                #[cfg(target_arch = "x86_64")]
                Path::Avx512 => unsafe { $avx512(x, y, code) },
            }
        }
    };
}

find!(find_u8, find_u8_body, find_u8_avx2, find_u8_avx512, u8);
find!(find_u16, find_u16_body, find_u16_avx2, find_u16_avx512, u16);

/// Bit c of row c.
#[repr(align(32))]
struct Rows([Codes; 256]);

static ROWS: Rows = {
    let mut rows = [[0; 4]; 256];
    let mut c = 0;
    while c < 256 {
        rows[c][c / 64] = 1 << (c % 64);
        c += 1;
    }
    Rows(rows)
};

fn mark_portable(codes: &[u8], n: usize, entries: &[Entry], sets: &mut [Codes; 8]) {
    for e in entries {
        let Some(partners) = codes.get(n - e.offset as usize..).and_then(|c| c.first_chunk::<8>()) else { continue };
        for (set, partner) in sets.iter_mut().zip(partners) {
            let c = usize::from(*partner) ^ e.code as usize & 255;
            set[c / 64] |= 1 << (c % 64);
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi2")]
fn mark_avx2(codes: &[u8], n: usize, entries: &[Entry], sets: &mut [Codes; 8]) {
    use std::arch::x86_64::*;
    let mut a = [_mm256_setzero_si256(); 8];
    for (a, set) in a.iter_mut().zip(sets.iter()) {
        // SAFETY: a set is 32 readable bytes; the load needs no alignment
        *a = unsafe { _mm256_loadu_si256(set.as_ptr().cast()) };
    }
    for e in entries {
        let Some(partners) = codes.get(n - e.offset as usize..).and_then(|c| c.first_chunk::<8>()) else { continue };
        let w = u64::from_le_bytes(*partners) ^ u64::from(e.code & 255) * 0x0101_0101_0101_0101;
        let row = |k: u32| {
            let row: &Codes = &ROWS.0[(w >> (8 * k) & 255) as usize];
            // SAFETY: a row is 32 readable bytes, aligned to 32
            unsafe { _mm256_load_si256(row.as_ptr().cast()) }
        };
        a[0] = _mm256_or_si256(a[0], row(0));
        a[1] = _mm256_or_si256(a[1], row(1));
        a[2] = _mm256_or_si256(a[2], row(2));
        a[3] = _mm256_or_si256(a[3], row(3));
        a[4] = _mm256_or_si256(a[4], row(4));
        a[5] = _mm256_or_si256(a[5], row(5));
        a[6] = _mm256_or_si256(a[6], row(6));
        a[7] = _mm256_or_si256(a[7], row(7));
    }
    for (a, set) in a.iter().zip(sets.iter_mut()) {
        // SAFETY: a set is 32 writable bytes; the store needs no alignment
        unsafe { _mm256_storeu_si256(set.as_mut_ptr().cast(), *a) };
    }
}

/// Adds to the sets of the heaps n … n + 7 what the entries exclude. Entries that reach beyond the codes are left out.
pub(super) fn mark(path: Path, codes: &[u8], n: usize, entries: &[Entry], sets: &mut [Codes; 8]) {
    match path {
        Path::Portable => mark_portable(codes, n, entries, sets),
        // SAFETY: these paths exist only where the processor has AVX2 and BMI2, see `Path::all`
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 | Path::Avx512 => unsafe { mark_avx2(codes, n, entries, sets) },
    }
}

/// For each of some codes a heap: a byte that becomes 0 when the code is excluded.
pub(super) type Lanes = [[u8; BLOCK]; STRUCK];

fn strike_portable(codes: &[u8], n: usize, entries: &[Entry], wanted: &Lanes, left: &mut Lanes) {
    for e in entries {
        let Some(partners) = codes.get(n - e.offset as usize..).and_then(|c| c.first_chunk::<BLOCK>()) else {
            continue;
        };
        let code = e.code as u8;
        for (wanted, left) in wanted.iter().zip(left.iter_mut()) {
            for ((left, wanted), partner) in left.iter_mut().zip(wanted).zip(partners) {
                *left = (*left).min(partner ^ code ^ wanted);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi2")]
fn strike_avx2(codes: &[u8], n: usize, entries: &[Entry], wanted: &Lanes, left: &mut Lanes) {
    use std::arch::x86_64::*;
    for half in [0, 32] {
        let mut want = [_mm256_setzero_si256(); STRUCK];
        let mut least = [_mm256_setzero_si256(); STRUCK];
        for k in 0..STRUCK {
            // SAFETY: 32 bytes from `half` on lie within the 64 of a lane
            want[k] = unsafe { _mm256_loadu_si256(wanted[k][half..half + 32].as_ptr().cast()) };
            // SAFETY: as above
            least[k] = unsafe { _mm256_loadu_si256(left[k][half..half + 32].as_ptr().cast()) };
        }
        for e in entries {
            let Some(partners) = codes.get(n + half - e.offset as usize..).and_then(|c| c.first_chunk::<32>()) else {
                continue;
            };
            // SAFETY: 32 readable bytes; the load needs no alignment
            let x = unsafe { _mm256_loadu_si256(partners.as_ptr().cast()) };
            let x = _mm256_xor_si256(x, _mm256_set1_epi8(e.code as i8));
            for k in 0..STRUCK {
                least[k] = _mm256_min_epu8(least[k], _mm256_xor_si256(x, want[k]));
            }
        }
        for k in 0..STRUCK {
            // SAFETY: 32 bytes from `half` on lie within the 64 of a lane
            unsafe { _mm256_storeu_si256(left[k][half..half + 32].as_mut_ptr().cast(), least[k]) };
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi2,avx512f,avx512bw,avx512vl")]
fn strike_avx512(codes: &[u8], n: usize, entries: &[Entry], wanted: &Lanes, left: &mut Lanes) {
    use std::arch::x86_64::*;
    let mut want = [_mm512_setzero_si512(); STRUCK];
    let mut least = [_mm512_setzero_si512(); STRUCK];
    for k in 0..STRUCK {
        // SAFETY: a lane is 64 readable bytes; the load needs no alignment
        want[k] = unsafe { _mm512_loadu_si512(wanted[k].as_ptr().cast()) };
        // SAFETY: as above
        least[k] = unsafe { _mm512_loadu_si512(left[k].as_ptr().cast()) };
    }
    for e in entries {
        let Some(partners) = codes.get(n - e.offset as usize..).and_then(|c| c.first_chunk::<BLOCK>()) else {
            continue;
        };
        // SAFETY: 64 readable bytes; the load needs no alignment
        let x = unsafe { _mm512_loadu_si512(partners.as_ptr().cast()) };
        let x = _mm512_xor_si512(x, _mm512_set1_epi8(e.code as i8));
        for k in 0..STRUCK {
            least[k] = _mm512_min_epu8(least[k], _mm512_xor_si512(x, want[k]));
        }
    }
    for k in 0..STRUCK {
        // SAFETY: a lane is 64 writable bytes; the store needs no alignment
        unsafe { _mm512_storeu_si512(left[k].as_mut_ptr().cast(), least[k]) };
    }
}

/// Makes `left[k][i]` 0 where an entry excludes the code `wanted[k][i]` of heap n + i. Offsets are at least [`BLOCK`].
pub(super) fn strike(path: Path, codes: &[u8], n: usize, entries: &[Entry], wanted: &Lanes, left: &mut Lanes) {
    match path {
        Path::Portable => strike_portable(codes, n, entries, wanted, left),
        // SAFETY: a `Path` of this name exists only where the processor has the features, see `Path::all`
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => unsafe { strike_avx2(codes, n, entries, wanted, left) },
        // SAFETY: as above
        #[cfg(target_arch = "x86_64")]
        Path::Avx512 => unsafe { strike_avx512(codes, n, entries, wanted, left) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_paths_agree() {
        let mut seed = 88_172_645_463_325_252u64;
        let mut random = move || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed >> 20) as usize
        };
        for round in 0..200 {
            let top = [16, 64, 256][round % 3];
            let codes: Vec<u8> = (0..2000).map(|_| (random() % top) as u8).collect();
            let other: Vec<u8> = (0..2000).map(|_| (random() % top) as u8).collect();
            let wide: Vec<u16> = codes.iter().map(|&c| u16::from(c) << 3).collect();
            let wide_other: Vec<u16> = other.iter().map(|&c| u16::from(c) << 3).collect();
            let n = 1900;
            let entries: Vec<Entry> = (0..random() % 60)
                .map(|_| Entry { offset: (64 + random() % 1800) as u32, code: (random() % top) as u32 })
                .collect();
            let wanted: Lanes = std::array::from_fn(|_| std::array::from_fn(|_| (random() % top) as u8));
            let sought = (random() % top) as u8;
            let from = random() % 1990;
            let run = |path| {
                let mut sets = [[0; 4]; 8];
                mark(path, &codes, n, &entries, &mut sets);
                let mut left = [[255; BLOCK]; STRUCK];
                strike(path, &codes, n, &entries, &wanted, &mut left);
                let found = find_u8(path, &codes[from..], &other[from..], sought);
                (sets, left, found, find_u16(path, &wide[from..], &wide_other[from..], u16::from(sought) << 3))
            };
            let expected = run(Path::Portable);
            for path in Path::all() {
                assert_eq!(run(path), expected, "{path:?}");
            }
        }
    }
}
