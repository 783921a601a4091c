//! Where the rules of a typed text stand: in `2*{n -> n-1; n-2}(5)` one, whose pattern is `n` and whose moves end at `;` and `}`.

use std::ops::Range;

use smallvec::SmallVec;

use super::super::lexer::{Token, Word};
use super::pieces::{Piece, closing, cut, outside};

/// The places of a rule: of its braces, and of the arrow that no bracket within it holds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rule {
    pub(super) open: usize,
    pub(super) arrow: usize,
    pub(super) close: usize,
}

impl Rule {
    /// The rule whose brace opens here.
    pub(super) fn opened(pieces: &[Piece], open: usize) -> Option<Self> {
        let close = closing(pieces, open)?;
        let arrow = outside(pieces, open + 1, close).into_iter().find(|&at| pieces[at].token == Token::Arrow)?;
        Some(Rule { open, arrow, close })
    }

    pub(super) fn holds(self, at: usize) -> bool {
        self.open < at && at < self.close
    }

    pub(super) fn pattern(self, pieces: &[Piece]) -> &[Piece] {
        &pieces[self.open + 1..self.arrow]
    }

    /// The coordinates.
    pub(super) fn names(self, pieces: &[Piece]) -> impl Iterator<Item = &Piece> {
        self.pattern(pieces).iter().filter(|p| p.token == Token::Name)
    }

    /// The places of the pattern, the arrow and the moves that no bracket within the rule holds.
    pub(super) fn outside(self, pieces: &[Piece]) -> SmallVec<[usize; 16]> {
        outside(pieces, self.open + 1, self.close)
    }

    /// Those of the moves.
    pub(super) fn moves(self, pieces: &[Piece]) -> SmallVec<[usize; 16]> {
        outside(pieces, self.arrow + 1, self.close)
    }

    /// The arrow, the semicolons between moves, and the closing brace: a move stands between each two.
    pub(super) fn edges(self, pieces: &[Piece]) -> Vec<usize> {
        // a second arrow is a slip, and what stands behind it is a move
        let is_edge = |&at: &usize| matches!(pieces[at].token, Token::Arrow | Token::Semicolon);
        [self.arrow].into_iter().chain(self.moves(pieces).into_iter().filter(is_edge)).chain([self.close]).collect()
    }

    /// The moves, with their clauses.
    pub(super) fn each_move(self, pieces: &[Piece]) -> Vec<Range<usize>> {
        self.edges(pieces).windows(2).map(|pair| pair[0] + 1..pair[1]).collect()
    }

    /// The move that this place is in.
    pub(super) fn move_around(self, pieces: &[Piece], at: usize) -> Range<usize> {
        let edges = self.edges(pieces);
        let before = edges.iter().copied().rfind(|&edge| edge < at).unwrap_or(self.arrow);
        before + 1..edges.into_iter().find(|&edge| edge > at).unwrap_or(self.close)
    }
}

/// Does a clause begin here?
pub(super) fn begins_clause(piece: &Piece) -> bool {
    matches!(piece.token, Token::Word(Word::For | Word::If))
}

/// Does a move end here, with its clauses?
pub(super) fn ends_move(piece: &Piece) -> bool {
    matches!(piece.token, Token::Semicolon | Token::Word(Word::By | Word::Loopy))
}

/// Does a clause end here, because the move does or another clause begins?
pub(super) fn ends_clause(piece: &Piece) -> bool {
    begins_clause(piece) || ends_move(piece)
}

/// The rules of the text, each before those within it.
pub(super) fn rules(pieces: &[Piece]) -> Vec<Rule> {
    let braces = pieces.iter().enumerate().filter(|(_, p)| p.token == Token::LeftBrace);
    braces
        .filter(|(at, _)| !at.checked_sub(1).is_some_and(|before| pieces[before].is_word(Word::Graph)))
        .filter_map(|(open, _)| Rule::opened(pieces, open))
        .collect()
}

/// The outermost rule that holds the piece.
pub(super) fn rule_of(pieces: &[Piece], at: usize) -> Option<Rule> {
    rules(pieces).into_iter().find(|rule| rule.holds(at))
}

/// The rule among whose moves the piece stands outside of other brackets.
pub(super) fn rule_around(pieces: &[Piece], at: usize) -> Option<Rule> {
    rule_of(pieces, at).filter(|rule| rule.moves(pieces).contains(&at))
}

/// Writes moves of rules with one coordinate in another way: `with` is given the pieces of a move, with its clauses, and the name of
/// the heap, and says how many of the first pieces become what.
pub(super) fn respell_moves(pieces: &mut Vec<Piece>, mut with: impl FnMut(&[Piece], &str) -> Option<(usize, String)>) {
    for Rule { open, .. } in rules(pieces).into_iter().rev() {
        // a rule within may have become longer
        let Some(rule) = Rule::opened(pieces, open) else { continue };
        let [heap] = rule.pattern(pieces) else { continue };
        if heap.token != Token::Name {
            continue;
        }
        let heap = heap.text.clone();
        for one in rule.each_move(pieces).into_iter().rev() {
            let first = one.start;
            let Some((length, text)) = with(&pieces[one], &heap) else { continue };
            let near = pieces[first].span;
            let new = cut(&text).into_iter().enumerate();
            let new: Vec<Piece> = new.map(|(i, p)| Piece { span: near, apart: p.apart || i == 0, ..p }).collect();
            pieces.splice(first..first + length, new);
        }
    }
}
