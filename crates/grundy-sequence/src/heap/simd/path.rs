//! Which way the inner loops are run: a [`Path`] is a promise that this processor has the features that it names, so only
//! the search for them makes one.

use std::sync::OnceLock;

/// A way to run the inner loops on this processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::heap) struct Path(Features);

/// The features of the processor that a way uses. A value of this type promises nothing: a [`Path`] does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::heap) enum Features {
    Portable,
    /// AVX2 and BMI1.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// And AVX-512 F, BW and VL.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// And AVX-512 CD and VBMI, with shuffles of bytes across the whole vector.
    #[cfg(target_arch = "x86_64")]
    Avx512Vbmi,
}

impl Path {
    /// The way that every processor has.
    pub(in crate::heap) fn portable() -> Path {
        Path(Features::Portable)
    }

    /// The ways that this processor has, the best last.
    pub(in crate::heap) fn all() -> Vec<Path> {
        #[allow(unused_mut)]
        let mut all = vec![Path::portable()];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") {
                all.push(Path(Features::Avx2));
                if is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                {
                    all.push(Path(Features::Avx512));
                    if is_x86_feature_detected!("avx512vbmi") && is_x86_feature_detected!("avx512cd") {
                        all.push(Path(Features::Avx512Vbmi));
                    }
                }
            }
        }
        all
    }

    /// The best way that this processor has.
    pub(in crate::heap) fn best() -> Path {
        static BEST: OnceLock<Path> = OnceLock::new();
        *BEST.get_or_init(|| Path::all().last().copied().unwrap_or(Path::portable()))
    }

    /// What it uses, and this processor has.
    #[inline]
    pub(in crate::heap) fn features(self) -> Features {
        self.0
    }

    /// About the cycles of one mark in a set of so many words.
    pub(in crate::heap) fn mark_cost(self, words: usize) -> f64 {
        let word = match self.0 {
            Features::Portable => 1.0,
            #[cfg(target_arch = "x86_64")]
            Features::Avx2 => 0.45,
            #[cfg(target_arch = "x86_64")]
            Features::Avx512 => 0.35,
            #[cfg(target_arch = "x86_64")]
            Features::Avx512Vbmi => 0.13,
        };
        word * words as f64
    }

    /// For statistics.
    pub(in crate::heap) fn name(self) -> &'static str {
        match self.0 {
            Features::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Features::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Features::Avx512 => "AVX-512",
            #[cfg(target_arch = "x86_64")]
            Features::Avx512Vbmi => "AVX-512 VBMI",
        }
    }
}
