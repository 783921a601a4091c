// The eight lessons: words in two languages, an exercise, and a text for the box below.

/** @typedef {{ en: string, zh: string }} Words */
/** @typedef {{ kind: 'tape', game: string, moves: number[], to: number } | { kind: 'choice', ask: Words, answers: string[], right: number, why: Words }} Exercise */
/** @typedef {{ name: Words, text: Words[], exercises: Exercise[], box: string }} Lesson */

/** @type {Lesson[]} */
export default [
  {
    name: { en: 'Who wins?', zh: '谁赢？' },
    text: [
      { en: 'Two players take stones from one heap, one, two or three at a time. Whoever takes the last stone wins. Nothing is hidden and nothing is left to chance, so each heap is either won by the player to move or lost.', zh: '两人轮流从一堆石子中取一、二或三枚。取到最后一枚的人赢。没有隐藏，也没有运气，所以每一堆要么轮到的人必胜，要么必败。' },
      { en: 'A heap is lost when every move leads to a heap that is won for the opponent. We call it P: the previous player wins. A heap is won when some move leads to a lost one. We call it N: the next player wins.', zh: '如果每种着法都走到对手必胜的堆，这一堆就必败，记作 P（前一人胜）。如果有一种着法走到必败的堆，这一堆就必胜，记作 N（下一人胜）。' },
      { en: 'With no stones there is no move: 0 is P. From 1, 2 and 3 you can take all: N. From 4 each move leaves 1, 2 or 3.', zh: '没有石子就没有着法：0 是 P。1、2、3 可以全部取走：N。4 的每种着法都留下 1、2 或 3。' },
    ],
    exercises: [
      { kind: 'choice', ask: { en: 'What is the heap of 4?', zh: '4 枚一堆是什么？' }, answers: ['N', 'P'], right: 1, why: { en: '1, 2 and 3 are all won for the opponent, so 4 is lost.', zh: '1、2、3 都是对手必胜，所以 4 必败。' } },
      { kind: 'choice', ask: { en: 'From 21 stones: how many do you take?', zh: '21 枚：你取几枚？' }, answers: ['1', '2', '3'], right: 0, why: { en: '20 is a multiple of 4, and so the opponent is where you want him.', zh: '20 是 4 的倍数，对手正处在必败的堆。' } },
    ],
    box: 'take[1..3](21)',
  },
  {
    name: { en: 'The value of a heap', zh: '一堆的值' },
    text: [
      { en: 'Take 1, 3 or 4 stones from one heap. Whoever takes the last one wins. Begin with no stones: there is no move, and who must move loses; the value is 0.', zh: '从一堆中取 1、3 或 4 枚。取到最后一枚的人赢。先看 0 枚：没有着法，轮到的人输；它的值是 0。' },
      { en: 'From then on the value of a heap is the least number that none of its options has: the mex, minimal excluded value. The heaps of value 0 are exactly those where the player to move loses.', zh: '此后每一堆的值，是它能走到的值里都没有的最小的数：mex。值为 0 的堆，正是轮到的人会输的堆。' },
    ],
    exercises: [{ kind: 'tape', game: 'take[1,3,4]', moves: [1, 3, 4], to: 11 }],
    box: 'take[1,3,4](21)',
  },
  {
    name: { en: 'Several heaps: xor', zh: '几堆之和' },
    text: [
      { en: 'Positions can stand side by side: a move is a move in one of them. Sprague and Grundy found that only the values matter: write them in binary and add each column without carry. This is the xor. The player to move loses exactly where it is 0.', zh: '几个局面可以并列：每步在其中一个里走。斯普拉格和格伦迪发现只有值起作用：把值写成二进制，逐列不进位相加，这就是异或。结果为 0 时轮到的人必败，否则必胜。' },
      { en: 'To win, find the highest column with an odd number of ones, take a heap that has a one there, and change its value so that every column becomes even.', zh: '要赢，找出 1 的个数为奇数的最高一列，取在这一列有 1 的一堆，改变它的值，使每列都成偶数。' },
    ],
    exercises: [
      { kind: 'choice', ask: { en: 'What is 3 xor 5?', zh: '3 异或 5 是几？' }, answers: ['2', '6', '7', '8'], right: 1, why: { en: '011 and 101 give 110.', zh: '011 与 101 得 110。' } },
      { kind: 'choice', ask: { en: 'Nim with 3, 5 and 7: what do you leave of the heap of 7?', zh: '取石子 3、5、7：7 枚那堆留下几枚？' }, answers: ['1', '4', '6'], right: 2, why: { en: '3 xor 5 = 6, so 3, 5 and 6 have the xor 0.', zh: '3 异或 5 是 6，所以 3、5、6 的异或是 0。' } },
    ],
    box: 'nim(3,5,7)',
  },
  {
    name: { en: 'Splitting heaps', zh: '分堆' },
    text: [
      { en: 'In Kayles one skittle or two neighbours are knocked down, and a row may fall into two. What is left is a sum, so its value is the xor of the parts.', zh: '凯尔斯游戏中击倒一根或相邻两根木柱，一行可以断成两行。剩下的是和，它的值是各部分的异或。' },
      { en: 'From three skittles: take one at the end, and two are left, of value 2; the middle one, and 1 and 1 are left, with 1 xor 1 = 0; two, and one is left, of value 1.', zh: '三根时：取一端一根，剩两根，值 2；取中间一根，剩 1 和 1，1 异或 1 得 0；取两根，剩一根，值 1。' },
    ],
    exercises: [
      { kind: 'choice', ask: { en: 'So what is the value of three skittles?', zh: '那么三根的值是几？' }, answers: ['0', '2', '3', '4'], right: 2, why: { en: '0, 1 and 2 can be reached, 3 cannot.', zh: '能走到 0、1、2，走不到 3。' } },
      { kind: 'choice', ask: { en: 'A row of any length: who wins Kayles?', zh: '任意长的一行：凯尔斯谁赢？' }, answers: ['N', 'P'], right: 0, why: { en: 'Strike the middle and then copy each move on the other side.', zh: '先击中间，此后在另一边照样走。' } },
    ],
    box: 'kayles(9)',
  },
  {
    name: { en: 'Periods', zh: '周期' },
    text: [
      { en: 'The values of many games begin again. Where only finitely many stones may be taken, they must: a value depends on the last few alone, and these take only finitely many forms.', zh: '许多游戏的值会重新开始。只允许取有限几种数目时必然如此：值只取决于前面几个值，而这几个值只有有限种样子。' },
      { en: 'For games that split this is not proved in general. But if the values repeat for long enough, a theorem of Guy and Smith says that they repeat for ever: Kayles has period 12 from 71.', zh: '会分堆的游戏一般没有证明。但如果重复得足够长，盖伊和史密斯的定理说它会永远重复：凯尔斯自 71 起周期为 12。' },
    ],
    exercises: [
      { kind: 'tape', game: 'take[1,2]', moves: [1, 2], to: 7 },
      { kind: 'choice', ask: { en: 'take[1,3,4] has period 7 and its values begin 0 1 0 1 2 3 2. What is the value of 10^18 + 4, where 10^18 leaves 1 when divided by 7?', zh: 'take[1,3,4] 周期为 7，值从 0 1 0 1 2 3 2 开始。10^18 除以 7 余 1，那么 10^18 + 4 的值是几？' }, answers: ['1', '2', '3'], right: 2, why: { en: '1 + 4 = 5, and the value of 5 is 3.', zh: '1 + 4 = 5，而 5 的值是 3。' } },
    ],
    box: 'take[1,3,4](1000000000000000004)',
  },
  {
    name: { en: 'Guess and prove', zh: '猜想与证明' },
    text: [
      { en: 'Look at the values, guess a law, and let it be judged. Explore does all three: it shows values, proposes laws with how far each is proved, and judges a law of your own.', zh: '看值，猜规律，再加以判断。“探索”三样都做：显示值，提出规律并说明证明到何处，还判断你自己的规律。' },
      { en: 'In the game of Wythoff you take from one heap any number, or the same number from both. Its lost positions follow the golden ratio: the smaller number is the whole part of φ times the difference.', zh: '威佐夫博弈中，从一堆任意取，或从两堆取同样多。必败局面遵循黄金比：较小的数是 φ 乘差的整数部分。' },
    ],
    exercises: [
      { kind: 'choice', ask: { en: 'Somebody claims: (a, b) is lost exactly where one is twice the other. Which position refutes him?', zh: '有人断言：当且仅当一个数是另一个的两倍时 (a, b) 必败。哪个局面推翻它？' }, answers: ['(1, 2)', '(2, 4)', '(0, 0)'], right: 1, why: { en: 'From (2, 4) you can move to (2, 1), which is lost: so (2, 4) is won.', zh: '(2, 4) 可走到必败的 (2, 1)，所以 (2, 4) 必胜。' } },
    ],
    box: 'wythoff(4,7)',
  },
  {
    name: { en: 'Staircases, coins, graphs', zh: '阶梯、硬币、图' },
    text: [
      { en: 'Many games are Nim in disguise. On a staircase coins move one step down: only the odd steps matter, for what comes to an even step can be sent on at once. Turning coins is a sum of its heads, each worth a value of its own.', zh: '许多游戏是取石子的化身。阶梯上的硬币向下走一级：只有奇数级起作用，因为到了偶数级的可以立刻再送走。翻硬币是各个正面之和，每个正面有自己的值。' },
      { en: 'And every game is a graph: positions are vertices, moves are arrows. If a play can go round for ever there are draws, and values ∞(K) that say which numbers it can be moved to.', zh: '而每个游戏都是图：局面是顶点，着法是边。如果对局可以永远绕下去，就有和局，还有值 ∞(K)，说明它能走到哪些数。' },
    ],
    exercises: [
      { kind: 'choice', ask: { en: 'staircase(3,0,5,2): steps 1 to 4. What is the xor of the odd steps?', zh: 'staircase(3,0,5,2)：第 1 到 4 级。奇数级的异或是几？' }, answers: ['2', '6', '4'], right: 1, why: { en: 'Steps 1 and 3 hold 3 and 5, and 3 xor 5 = 6.', zh: '第 1 和第 3 级是 3 和 5，3 异或 5 得 6。' } },
    ],
    box: 'staircase(3,0,5,2)',
  },
  {
    name: { en: 'The last one loses', zh: '反常规则' },
    text: [
      { en: 'In misère play whoever takes the last one loses. Values say nothing there: a sum cannot be read off its parts. Nim has a theorem of Bouton: play as if the last one won, until your move would leave only heaps of one; then leave an odd number of them.', zh: '反常规则下取最后一个的人输。值在这里不起作用：和不能从各部分读出。取石子有布顿定理：照常走，直到你的一步只会留下一枚的堆；这时留下奇数个。' },
      { en: 'Everything else is searched, or needs theories of its own: genus, tameness, misère quotients.', zh: '其他游戏要靠搜索，或靠专门的理论：亏格、驯顺、反常商。' },
    ],
    exercises: [
      { kind: 'choice', ask: { en: 'Misère Nim with the heaps 1, 1 and 5: what do you leave of the 5?', zh: '反常取石子 1、1、5：5 枚那堆留下几枚？' }, answers: ['0', '1', '2'], right: 1, why: { en: 'Three heaps of one are left: an odd number, and the opponent takes the last.', zh: '留下三个一枚的堆：奇数个，对手会取到最后一枚。' } },
    ],
    box: 'misere nim(1,1,5)',
  },
];
