//! The last layer of the table, whose sets are not built: its values are looked for one by one.

use grundy_core::{Context, Stopped};

use super::values::Values;

/// So many sets of a digit are looked into before those of the next.
const SOUGHT: usize = 16;

/// The least value that is not attained, when those of one part beside a set of others are counted in. `lists` holds for each
/// digit the values of the parts, and the sets for the others in reverse; `hints` for each value beside which part, less 1, it
/// was found last.
///
/// Values are looked for one by one; when that has cost as much as adding the sets beside one more part would,
/// these are added, so that neither a few rare values nor many common ones take long.
pub(super) fn least_beyond(
    lists: &[(&[u32], &[Values])],
    mut attained: Values,
    hints: &mut Vec<u32>,
    cx: &Context,
) -> Result<u32, Stopped> {
    let longest = lists.iter().map(|(parts, _)| parts.len()).max().unwrap_or(0);
    let (mut added, mut cost) = (0, 0);
    let mut v = attained.mex();
    loop {
        // in turn: often a value can come from one of the digits only, as where values have the parity of the heap
        let hint = hints.get(v as usize).map_or(0, |&hint| hint as usize);
        let again = lists
            .iter()
            .any(|(parts, others)| hint < parts.len() && others[others.len() - 1 - hint].has(parts[hint] ^ v));
        cost += 1;
        let found = again
            || (added..longest).step_by(SOUGHT).any(|from| {
                lists.iter().any(|(parts, others)| {
                    let to = parts.len().min(from + SOUGHT);
                    let from = from.min(to);
                    let behind = &others[others.len() - to..others.len() - from];
                    cost += 1 + (to - from) as u64;
                    parts[from..to]
                        .iter()
                        .zip(behind.iter().rev())
                        .position(|(g, others)| others.has(*g ^ v))
                        .is_some_and(|at| {
                            hints.resize(hints.len().max(v as usize + 1), 0);
                            hints[v as usize] = (from + at) as u32;
                            true
                        })
                })
            });
        if !found {
            cx.tick(cost)?;
            return Ok(v);
        }
        attained.insert(v);
        if cost > 4 * attained.words() * lists.len() as u64 {
            cx.tick(cost)?;
            cost = 0;
            for (parts, others) in lists.iter().filter(|(parts, _)| added < parts.len()) {
                cx.tick(others[others.len() - 1 - added].words())?;
                attained.add_shifted(&others[others.len() - 1 - added], parts[added]);
            }
            added += 1;
        }
        v = attained.mex_from(v);
    }
}
