//! Compounds: games made of positions of other games; their moves and laws are in [`crate::game::compound`].

use super::{Definition, Entry, Group};
use crate::game::compound::{compound, conjunctive, continued, diminished, ordinal, selective, shortened, upto};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: "conjunctive",
        english: "Conjunctive compound",
        chinese: "合取和",
        other_names: &["Joins", "同走，一结束即结束"],
        rule_english: "Move in every component; the play ends as soon as one component is over.",
        rule_chinese: "每个分量都走一步；有一个分量结束则全局结束。",
        group: Group::Compounds,
        signature: "conjunctive(position, …)",
        example: "conjunctive(kayles(3), nim(2))",
        references: &[
            "C. A. B. Smith, Graphs and composite games, 1966",
            "J. H. Conway, On Numbers and Games, chapter 14, 1976",
        ],
        definition: Definition::Rules(|brackets| compound(conjunctive::game(brackets))),
        ..Entry::USUAL
    },
    Entry {
        name: "continued",
        english: "Continued conjunctive compound",
        chinese: "连续合取和",
        other_names: &["同走到底"],
        rule_english: "Move in every component that is not over; the play ends when all are.",
        rule_chinese: "在每个未结束的分量都走一步；全部结束才结束。",
        group: Group::Compounds,
        signature: "continued(position, …)",
        example: "continued(kayles(3), nim(2))",
        references: &[
            "C. A. B. Smith, Graphs and composite games, 1966",
            "J. H. Conway, On Numbers and Games, chapter 14, 1976",
        ],
        definition: Definition::Rules(|brackets| compound(continued::game(brackets))),
        ..Entry::USUAL
    },
    Entry {
        name: "selective",
        english: "Selective compound",
        chinese: "选择和",
        other_names: &["Unions", "任选若干分量"],
        rule_english: "Move in any number of components, at least one; the play ends when all are over.",
        rule_chinese: "任选至少一个分量各走一步；全部结束才结束。",
        group: Group::Compounds,
        signature: "selective(position, …)",
        example: "selective(kayles(3), nim(2))",
        references: &[
            "C. A. B. Smith, Graphs and composite games, 1966",
            "J. H. Conway, On Numbers and Games, chapter 14, 1976",
        ],
        definition: Definition::Rules(|brackets| compound(selective::game(brackets))),
        ..Entry::USUAL
    },
    Entry {
        name: "shortened",
        english: "Shortened selective compound",
        chinese: "缩短选择和",
        other_names: &["一结束即结束的选择和"],
        rule_english: "Move in any number of components, at least one; the play ends as soon as one is over.",
        rule_chinese: "任选至少一个分量各走一步；有一个分量结束则全局结束。",
        group: Group::Compounds,
        signature: "shortened(position, …)",
        example: "shortened(kayles(3), nim(2))",
        references: &[
            "C. A. B. Smith, Graphs and composite games, 1966",
            "J. H. Conway, On Numbers and Games, chapter 14, 1976",
        ],
        definition: Definition::Rules(|brackets| compound(shortened::game(brackets))),
        ..Entry::USUAL
    },
    Entry {
        name: "diminished",
        english: "Diminished disjunctive compound",
        chinese: "缩减析取和",
        other_names: &["一结束即结束的和"],
        rule_english: "Move in one component; the play ends as soon as one component is over.",
        rule_chinese: "在一个分量中走一步；有一个分量结束则全局结束。",
        group: Group::Compounds,
        signature: "diminished(position, …)",
        example: "diminished(kayles(3), nim(2))",
        references: &[
            "C. A. B. Smith, Graphs and composite games, 1966",
            "J. H. Conway, On Numbers and Games, chapter 14, 1976",
        ],
        definition: Definition::Rules(|brackets| compound(diminished::game(brackets))),
        ..Entry::USUAL
    },
    Entry {
        name: "ordinal",
        english: "Ordinal sum",
        chinese: "序数和",
        other_names: &["Ordinal compound", "有序和"],
        rule_english: "Move in one component; all components behind it are dropped.",
        rule_chinese: "在一个分量走一步，排在它后面的分量随即作废；全部结束才结束。",
        group: Group::Compounds,
        signature: "ordinal(position, …)",
        example: "ordinal(kayles(3), nim(2))",
        references: &["E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 7, 1982"],
        definition: Definition::Rules(|brackets| compound(ordinal::game(brackets))),
        ..Entry::USUAL
    },
    Entry {
        name: "upto",
        english: "Up to k components",
        chinese: "至多 k 个分量",
        other_names: &["Moore's compound", "至多走 k 个分量"],
        rule_english: "Move in at least one and at most k of the components; the play ends when all are over.",
        rule_chinese: "在至少一个、至多 k 个分量中各走一步；全部结束才结束。",
        group: Group::Compounds,
        signature: "upto[k](position, …)",
        example: "upto[2](kayles(3), nim(2), grundy(5))",
        references: &["E. H. Moore, A generalization of the game called nim, 1910"],
        definition: Definition::Rules(|brackets| compound(upto::game(brackets))),
        ..Entry::USUAL
    },
];
