//! No benchmark: the seeded graphs that are labelled.

/// A family of graphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Out-degree 10; from u to any vertex below: some hundred levels.
    Dag,
    /// Out-degree 10; from u to one of the thousand vertices below: deep and local.
    Window,
    /// Out-degree 3.3; from anywhere to anywhere.
    Loopy,
}

impl Kind {
    /// All families.
    pub(crate) const ALL: [Kind; 3] = [Kind::Dag, Kind::Window, Kind::Loopy];

    /// `dag`, `win` or `loopy`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Dag => "dag",
            Kind::Window => "win",
            Kind::Loopy => "loopy",
        }
    }
}

/// How many vertices a graph of so many arcs has.
pub(crate) fn vertices(kind: Kind, arcs: u64) -> u64 {
    if kind == Kind::Loopy { arcs * 3 / 10 } else { arcs / 10 }.max(2)
}

/// The arcs, in no order.
pub(crate) fn arcs(kind: Kind, arcs: u64) -> impl Iterator<Item = (u32, u32)> {
    let n = vertices(kind, arcs);
    let mut state = 12345u64;
    // splitmix64
    let mut below = move |n: u64| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ z >> 31) * u128::from(n)) >> 64) as u64
    };
    (0..arcs).map(move |_| {
        let (u, v) = match kind {
            Kind::Dag => {
                let u = 1 + below(n - 1);
                (u, below(u))
            }
            Kind::Window => {
                let u = 1 + below(n - 1);
                (u, u - 1 - below(u.min(1000)))
            }
            Kind::Loopy => (below(n), below(n)),
        };
        (u as u32, v as u32)
    })
}
