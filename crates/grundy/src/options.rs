//! How questions take their options: a struct with usual values and one builder a field.
//!
//! ```
//! let options = grundy::SolveOptions::default().with_limit(5).with_value(true);
//! assert_eq!(options.limit, 5);
//! ```
//!
//! The structs are `#[non_exhaustive]`: a question may learn an option without breaking whoever asks it.

/// Makes such a struct: `field: type = usual value, builder;`.
macro_rules! options {
    ($(#[$words:meta])* pub struct $name:ident {
        $($(#[$meaning:meta])* $field:ident: $type:ty = $usual:expr, $with:ident;)*
    }) => {
        $(#[$words])*
        #[non_exhaustive]
        pub struct $name {
            $($(#[$meaning])* pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $($field: $usual),* }
            }
        }

        impl $name {
            $(
                $(#[$meaning])*
                #[must_use]
                pub fn $with(mut self, $field: $type) -> Self {
                    self.$field = $field;
                    self
                }
            )*
        }
    };
}
