//! Laws of all members, seen in the first values of each: `g = n % (m+1)`.
//!
//! The members' periods are fitted by a small linear form L of the parameters; then templates in r = n % L are tried, the
//! simplest first: r, r//f, r % c, one exception at the end of the round; for P-positions r = f, r < f, f ≤ r < f'. Where no one
//! law fits all members, those whose parameter has one residue are told apart from the rest, and those with p ≤ q from
//! those with p > q, where a range p..q may be empty. What fits is judged as `prove` judges it.
//!
//! Cost: some hundred values of each member, and the proofs.

use grundy_core::{Context, Convention, Error, Nat, Outcome, Result, Status, Stopped};
use grundy_notation::{Limits, Reader};

use super::copies::Halves;
use super::each::of_each;
use super::interval::claims;
use super::lift::lifted;
use super::{HEAPS, Members, ParametricGame, Ranges, Values};
use crate::answer::Answer;
use crate::claim::{Claim, ProveOptions, Verdict};
use crate::game::{Component, GameQuestion, Place, Shape, catalogue};
use crate::guess::{Finding, Findings, Kind};
use crate::number::to_u64;
use crate::plan::misere::Judge;
use crate::statement::{Cases, Spelt};
use crate::words::Words;

/// What members are compared to on the way to a proof.
const NEAR: u64 = 300;

/// The first values of one member, or its outcomes with 0 for P.
struct Sample {
    parameters: Vec<u64>,
    values: Vec<u64>,
    /// The least pure period, if there is one.
    period: Option<u64>,
}

/// A linear form of the parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Form {
    text: String,
    factors: Vec<i64>,
    constant: i64,
}

impl Form {
    fn at(&self, parameters: &[u64]) -> Option<u64> {
        let sum = self.factors.iter().zip(parameters).map(|(c, &p)| c * p as i64).sum::<i64>() + self.constant;
        u64::try_from(sum).ok()
    }

    fn weight(&self) -> u64 {
        self.factors.iter().map(|c| 2 * c.unsigned_abs()).sum::<u64>() + self.constant.unsigned_abs()
    }

    /// In brackets where it is a sum.
    fn inner(&self) -> String {
        if self.text.contains(['+', '-', '*']) { format!("({})", self.text) } else { self.text.clone() }
    }
}

/// Small forms, the simplest first.
fn forms(names: &[String]) -> Vec<Form> {
    // one parameter may have larger factors: what has a round of 6*m
    let most = if names.len() == 1 { 6 } else { 2 };
    let mut all = vec![Vec::new()];
    for _ in names {
        all = all.iter().flat_map(|f: &Vec<i64>| (0..=most).map(|c| f.iter().copied().chain([c]).collect())).collect();
    }
    let mut forms = Vec::new();
    for factors in all {
        for constant in -2i64..=4 {
            let mut terms: Vec<String> = Vec::new();
            for (&c, name) in factors.iter().zip(names).filter(|(c, _)| **c > 0) {
                terms.push(if c == 1 { name.clone() } else { format!("{c}*{name}") });
            }
            let text = match (terms.join("+"), constant) {
                (sum, c) if sum.is_empty() => c.to_string(),
                (sum, 0) => sum,
                (sum, c) if c > 0 => format!("{sum}+{c}"),
                (sum, c) => format!("{sum}{c}"),
            };
            forms.push(Form { text, factors: factors.clone(), constant });
        }
    }
    forms.sort_by_key(Form::weight);
    forms
}

/// `n%1`, which is 0: the template fits members without a move.
fn has_remainder_by_1(law: &str) -> bool {
    law.match_indices("%1").any(|(at, sign)| !law[at + sign.len()..].starts_with(|c: char| c.is_ascii_digit()))
}

/// A law of the residue r: its text with `{r}`, and what it says.
type Template<'a> = (Spelt, Box<dyn Fn(u64, &[u64]) -> Option<u64> + 'a>);

impl ParametricGame {
    /// Looks for laws of all members in their first values.
    ///
    /// # Errors
    /// Members that are no games of one heap; names that are no parameters; a fault of a member's rule.
    pub fn guess(&self, ranges: &Ranges, cx: &Context) -> Result<Answer<Findings>> {
        let members = self.members(ranges, cx)?;
        let heaps = members.games.iter().all(|(_, member)| member.game.shape() == Shape::Heap);
        if !heaps {
            let message =
                format!("laws of all members are looked for in games of one heap, and `{}` has more", self.query);
            let fault = grundy_core::Diagnostic::unsupported(message);
            return Err(self.refused(fault, "`prove` judges a claim about it").into());
        }
        let reading = vec![self.reading(&members)];
        Answer::new(self.query.clone(), self.convention, reading, Findings::default()).filled(cx, |answer| {
            match self.look(members, ranges, answer, cx) {
                Err(Error::Stopped(stopped)) => {
                    answer.stopped = Some(stopped);
                    Ok(())
                }
                done => done,
            }
        })
    }

    fn look(&self, members: Members, ranges: &Ranges, answer: &mut Answer<Findings>, cx: &Context) -> Result<()> {
        let normal = self.convention == Convention::Normal;
        let members = members.that_stand(cx)?;
        answer.reading = vec![self.reading(&members)];
        if let Some(halves) = Halves::of(self) {
            return halves.guess(self, answer, cx);
        }
        let samples = members.games.iter().map(|(values, m)| sample(values, m, cx)).collect::<Result<Vec<_>>>()?;
        answer.computed_to = Some(HEAPS);
        let outcomes: Vec<Sample> = samples.iter().map(Sample::outcomes).collect();
        let values = if normal { self.law(&samples, true) } else { None };
        let stated = lifted(self).map_or_else(Vec::new, |lifted| claims(self, &lifted));
        let mut stopped = None;
        for (of_values, fitted) in [(true, values), (false, self.law(&outcomes, false))] {
            // a formula that is proved says who wins as well
            let known = answer.findings.iter().any(|found| found.evidence.is_proved());
            let fitted = fitted.map_or(Ok(None), |law| self.judged(&law, ranges, &mut stopped, cx))?;
            let proved = fitted.as_ref().is_some_and(|found| found.evidence.is_proved());
            // what no template has, or one only with a remainder by 1, or what is only checked of one, a theorem may say
            let is_told = proved && !fitted.as_ref().is_some_and(|found| has_remainder_by_1(&found.text));
            let stated = stated.iter().find(|law| !is_told && matches!(law.claim, Claim::Value(_)) == of_values);
            let stated = stated.map_or(Ok(None), |law| self.judged(&law.spelt, ranges, &mut stopped, cx))?;
            let is_stated = stated.as_ref().is_some_and(|found| found.evidence.is_proved());
            answer.findings.extend(stated);
            answer.findings.extend(fitted.filter(|_| !is_stated && (proved || !known)));
            if let Some(stopped) = stopped.take() {
                return Err(stopped.into());
            }
        }
        if answer.findings.is_empty() {
            answer.findings.extend(of_each(&members.games, cx)?);
        }
        Ok(())
    }

    /// The law as a finding, if it is not refuted; and what ended the comparison.
    fn judged(
        &self,
        law: &Spelt,
        ranges: &Ranges,
        stopped: &mut Option<Stopped>,
        cx: &Context,
    ) -> Result<Option<Finding>> {
        let mut reader = Reader::new(Limits::default(), catalogue::GAMES);
        let Ok(read) = reader.claim(&law.to_string(), &self.all_names()) else { return Ok(None) };
        let Ok(claim) = self.claimed(&read) else { return Ok(None) };
        let judged = claim.prove(ranges, &ProveOptions { to: Some(NEAR) }, cx)?;
        *stopped = judged.stopped.clone();
        let words = match (&judged.verdict, &judged.evidence.status) {
            (Verdict::Proved, Status::Proved) => Words::same(claim.text.as_str()),
            (Verdict::Proved | Verdict::Checked, _) => {
                let by = judged.evidence.by();
                Words::new(format!("{} ({})", claim.text, by.english), format!("{}（{}）", claim.text, by.chinese))
            }
            (Verdict::Refuted(_) | Verdict::Open, _) => return Ok(None),
        };
        let weight = words.english.len() as u32;
        Ok(Some(Finding::new(Kind::of(law), words, judged.evidence.clone(), weight).claiming(Spelt::of(&read))))
    }

    /// The simplest law that fits, for all members or told apart by a residue of one parameter.
    fn law(&self, samples: &[Sample], values: bool) -> Option<Spelt> {
        let all: Vec<&Sample> = samples.iter().collect();
        if let Some(law) = self.fit(&all, values) {
            return Some(law);
        }
        for (at, name) in self.parameters.iter().enumerate() {
            for modulus in 2..=4u64 {
                for residue in 0..modulus {
                    let case = format!("{name} % {modulus} = {residue}");
                    let opposite = format!("{name} % {modulus} != {residue}");
                    let law = self.apart(samples, |p| p[at] % modulus == residue, [&case, &opposite], values);
                    if law.is_some() {
                        return law;
                    }
                }
            }
        }
        for (i, first) in self.parameters.iter().enumerate() {
            for (j, last) in self.parameters.iter().enumerate().filter(|(j, _)| *j != i) {
                let (case, opposite) = (format!("{first} <= {last}"), format!("{first} > {last}"));
                let law = self.apart(samples, |p| p[i] <= p[j], [&case, &opposite], values);
                if law.is_some() {
                    return law;
                }
            }
        }
        None
    }

    /// One law for the members in a case, and one for the rest.
    fn apart(
        &self,
        samples: &[Sample],
        is_in: impl Fn(&[u64]) -> bool,
        [case, opposite]: [&str; 2],
        values: bool,
    ) -> Option<Spelt> {
        let (these, rest): (Vec<&Sample>, Vec<&Sample>) = samples.iter().partition(|s| is_in(&s.parameters));
        // nothing is told of a case that was not seen
        if these.is_empty() || rest.is_empty() {
            return None;
        }
        Some(match (self.fit(&these, values)?, self.fit(&rest, values)?) {
            // one of them may have cases of its own, and stands last
            (Spelt::Values(one), Spelt::Values(other)) => Spelt::Values(match (one.single(), other.single()) {
                (Some(one), _) => other.but(one, case),
                (None, Some(other)) => one.but(other, opposite),
                (None, None) => return None,
            }),
            (Spelt::PPositions(one), Spelt::PPositions(other)) => {
                Spelt::PPositions(format!("{case} and {one} or {opposite} and {other}"))
            }
            _ => return None,
        })
    }

    fn fit(&self, samples: &[&Sample], values: bool) -> Option<Spelt> {
        if samples.len() < 2 && self.parameters.len() == 1 {
            return None;
        }
        let n = &self.variables[0];
        let forms = forms(&self.parameters);
        // what grows, or ends, has no round
        for form in forms.iter().take(60) {
            let fits = samples.iter().all(|s| {
                let Some(f) = form.at(&s.parameters).filter(|&f| f > 0) else { return false };
                (0u64..).zip(&s.values).all(|(n, &v)| v == if values { n / f } else { u64::from(n >= f) })
            });
            if fits {
                return Some(match values {
                    true => Spelt::values(format!("{n} // {}", form.inner())),
                    false => Spelt::PPositions(format!("{n} < {}", form.text)),
                });
            }
        }
        // every number but one may be taken
        for form in forms.iter().take(20).filter(|_| values) {
            let fits = samples.iter().all(|s| {
                let Some(m) = form.at(&s.parameters).filter(|&m| m > 0) else { return false };
                (0u64..).zip(&s.values).all(|(n, &v)| v == n % m + m * (n / (2 * m)))
            });
            if fits {
                let m = form.inner();
                return Some(Spelt::values(format!("{n} % {m} + {m} * ({n} // (2*{m}))")));
            }
        }
        // P-positions that end: n stones with 1 <= n < p
        for (first, end) in (!values).then(|| pairs(&forms[..forms.len().min(20)])).into_iter().flatten() {
            let fits = samples.iter().all(|s| {
                let bounds = first.at(&s.parameters).zip(end.at(&s.parameters));
                bounds.is_some_and(|(f, g)| (0u64..).zip(&s.values).all(|(n, &v)| v == u64::from(n < f || n >= g)))
            });
            if fits {
                return Some(Spelt::PPositions(format!("{} <= {n} < {}", first.text, end.text)));
            }
        }
        let rounds = forms.iter().filter(|form| {
            samples.iter().all(|s| {
                let length = form.at(&s.parameters).filter(|l| (1..=HEAPS / 2).contains(l));
                s.period.zip(length).is_some_and(|(p, l)| l % p == 0)
            })
        });
        for round in rounds.take(6) {
            let r = format!("{n} % {}", round.inner());
            for (claim, law) in templates(&forms, round, values) {
                let fits = samples.iter().all(|s| {
                    let length = round.at(&s.parameters).unwrap_or(1);
                    (0..length).all(|r| law(r, &s.parameters) == Some(s.values[r as usize]))
                });
                if fits {
                    return Some(claim.map(&|text| text.replace("{r}", &r)));
                }
            }
        }
        None
    }
}

/// Each form with each other.
fn pairs(forms: &[Form]) -> impl Iterator<Item = (&Form, &Form)> {
    forms.iter().flat_map(move |f| forms.iter().map(move |g| (f, g)))
}

/// What may be said of a residue; outcomes are 0 for P and 1 for N.
fn templates<'a>(forms: &'a [Form], round: &'a Form, values: bool) -> Vec<Template<'a>> {
    let mut all: Vec<Template<'a>> = Vec::new();
    let small = &forms[..forms.len().min(60)];
    if values {
        all.push((Spelt::values("{r}"), Box::new(|r, _| Some(r))));
        for f in small {
            let text = format!("{{r}} // {}", f.inner());
            all.push((Spelt::values(text), Box::new(move |r, p| r.checked_div(f.at(p)?))));
        }
        for c in 2..=4u64 {
            all.push((Spelt::values(format!("{{r}} % {c}")), Box::new(move |r, _| Some(r % c))));
        }
        // one exception at the end of the round
        for c in 2..=4u64 {
            for e in 1..=4u64 {
                let last = Form { text: String::new(), constant: round.constant - 1, ..round.clone() };
                let text = forms.iter().find(|f| f.factors == last.factors && f.constant == last.constant);
                let Some(text) = text.map(|f| f.text.clone()) else { continue };
                let law = move |r: u64, p: &[u64]| Some(if Some(r) == last.at(p) { e } else { r % c });
                let cases = Cases::new(format!("{{r}} % {c}")).but(e.to_string(), format!("{{r}} = {text}"));
                all.push((Spelt::Values(cases), Box::new(law)));
            }
        }
        return all;
    }
    let lost_if = Spelt::PPositions;
    let won = |lost: bool| Some(u64::from(!lost));
    for f in small {
        all.push((lost_if(format!("{{r}} = {}", f.text)), Box::new(move |r, p| won(Some(r) == f.at(p)))));
    }
    for f in small {
        all.push((lost_if(format!("{{r}} < {}", f.text)), Box::new(move |r, p| won(f.at(p).is_some_and(|f| r < f)))));
    }
    for f in &small[..small.len().min(20)] {
        for g in small {
            let law = move |r: u64, p: &[u64]| won(f.at(p).zip(g.at(p)).is_some_and(|(f, g)| f <= r && r < g));
            all.push((lost_if(format!("{} <= {{r}} < {}", f.text, g.text)), Box::new(law)));
        }
    }
    for c in 2..=4u64 {
        for e in 0..c {
            all.push((lost_if(format!("{{r}} % {c} = {e}")), Box::new(move |r, _| won(r % c == e))));
        }
        // what repeats in the first part of a round
        for f in &small[..small.len().min(20)] {
            let law = move |r: u64, p: &[u64]| won(r.is_multiple_of(c) && f.at(p).is_some_and(|f| r < f));
            all.push((lost_if(format!("{{r}} < {} and {{r}} % {c} = 0", f.text)), Box::new(law)));
        }
    }
    let end = Form { text: String::new(), constant: round.constant - 1, ..round.clone() };
    let text = forms.iter().find(|f| f.factors == end.factors && f.constant == end.constant).map(|f| f.text.clone());
    for c in 2..=4u64 {
        let (Some(text), end) = (text.clone(), end.clone()) else { continue };
        let law = move |r: u64, p: &[u64]| won(Some(r) != end.at(p) && r.is_multiple_of(c));
        all.push((lost_if(format!("{{r}} % {c} = 0 and {{r}} != {text}")), Box::new(law)));
    }
    all
}

impl Sample {
    fn new(parameters: Vec<u64>, values: Vec<u64>) -> Self {
        let period = (1..=HEAPS / 4).find(|&p| (p as usize..values.len()).all(|i| values[i] == values[i - p as usize]));
        Sample { parameters, values, period }
    }

    /// Who wins: 0 for P, 1 for N.
    fn outcomes(&self) -> Sample {
        Sample::new(self.parameters.clone(), self.values.iter().map(|&v| v.min(1)).collect())
    }
}

fn sample(values: &Values, member: &GameQuestion, cx: &Context) -> Result<Sample> {
    let mut judge = Judge::new();
    let mut found = Vec::new();
    for n in 0..=HEAPS {
        let place = Place::heap(n);
        found.push(match member.convention {
            Convention::Normal => to_u64(&member.game.value_at(&place, cx)?).unwrap_or(u64::MAX),
            Convention::Misere => {
                let component = Component { game: member.game.clone(), place };
                u64::from(judge.sum(&[(component, Nat::ONE)], cx)? == Outcome::Next)
            }
        });
    }
    Ok(Sample::new(values.numbers(), found))
}
