//! The heaps of a Chinese sentence: `有21个石子`, `n=21`, `三堆石子，分别有3、5、7个`, `三堆石子，每堆5个`.

use super::{AND, MOST_HEAPS, Reader, THINGS, UNITS};

impl Reader<'_> {
    /// The size of each heap.
    pub(super) fn heaps(&mut self) -> Option<Vec<String>> {
        self.eat(&["假设", "设", "给定"]);
        self.eat(&["桌子上", "桌上", "地上"]);
        self.eat(&["现有", "一共有", "共有", "总共有", "有", "摆着", "放着", "一共"]);
        // `n=10，每次…`
        if self.eat(&["n=", "N="]) {
            let size = self.number()?;
            self.eat(UNITS);
            self.eat(THINGS);
            return Some(vec![size]);
        }
        let start = self.rest;
        let count = self.number().filter(|_| self.eat(&["堆"])).and_then(|count| count.parse::<usize>().ok());
        if count.is_none() {
            self.rest = start;
        }
        self.eat(THINGS);
        if let Some(count) = count.filter(|&count| count != 1) {
            self.signs();
            return self.several(count);
        }
        self.eat(&["，", ","]);
        self.eat(&["共有", "一共有", "总共有", "共", "有"]);
        let mut heaps = vec![self.number()?];
        let mut is_told = self.eat(UNITS);
        // `10个和12个石子`
        while is_told && self.eat(&["、", "和", "与"]) {
            heaps.push(self.number()?);
            is_told = self.eat(UNITS);
        }
        self.eat(THINGS);
        is_told.then_some(heaps)
    }

    /// `分别有3、5、7个`, `每堆5个`, `每堆石子数为3 5 7`, behind the number of heaps.
    fn several(&mut self, count: usize) -> Option<Vec<String>> {
        let mut each = self.eat(&["每一堆", "每堆"]);
        self.eat(THINGS);
        self.eat(&["的数目", "的数量", "的个数", "数目", "数量", "个数", "数"]);
        let separately = self.eat(&["分别", "依次"]);
        each |= !separately && self.eat(&["都", "各"]);
        self.eat(&["有", "是", "为"]);
        let mut heaps = Vec::new();
        loop {
            self.rest = self.rest.trim_start();
            heaps.push(self.number()?);
            let before = self.rest;
            self.rest = self.rest.trim_start();
            if !self.eat(UNITS) {
                self.rest = before;
            }
            let before = self.rest;
            let more = self.eat(AND) || self.rest.starts_with(' ');
            self.rest = self.rest.trim_start();
            if !more || !self.at_number() {
                self.rest = before;
                break;
            }
        }
        self.eat(THINGS);
        match &*heaps {
            [size] if each && !separately => (1..=MOST_HEAPS).contains(&count).then(|| vec![size.clone(); count]),
            _ => (heaps.len() == count).then_some(heaps),
        }
    }
}
