// Walks through the page in a real browser: `node walks.mjs`, with GRUNDY (the program), CHROMIUM and MODULES (a folder with
// node_modules) in the environment. `node walks.mjs WORD` takes those with the word in their names; `node walks.mjs shots FOLDER`
// takes pictures of every page instead. ASSETS, the folder of the page's files, stands for those in the program: changes of
// the page are seen without building it.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as access from './access.mjs';
import { budgets } from './budget.mjs';
import { goldenPictures } from './pictures.mjs';

const require = createRequire(path.join(process.env.MODULES || process.cwd(), 'x.js'));
const { chromium } = require('playwright-core');
const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const WIDTHS = [[1280, 900], [390, 844]];
const PAGES = ['/#take%5B1%2C3%2C4%5D(21%2C%2017)%20%2B%20kayles(9)', '/#wythoff(4%2C7)', '/#kayls(3)', '/games', '/games/lasker', '/games/chomp', '/play?level=3&first=you#nim(3%2C5%2C7)', '/explore#wythoff', '/explore#kayles', '/graph', '/learn/1', '/learn/2', '/learn/8'];

let server = null;
/** Starts the program; resolves to its port. */
function start(port = 0, extra = []) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.env.GRUNDY, ['web', '--port', String(port), '--json', ...extra], { stdio: ['ignore', 'pipe', 'inherit'] });
    server = child;
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the program ended with ${code}`)));
    child.stdout.once('data', (line) => resolve(JSON.parse(String(line)).port));
  });
}
const stop = () => new Promise((done) => { server.removeAllListeners('exit'); server.once('exit', done); server.kill('SIGKILL'); });

const check = (truth, words) => { if (!truth) throw new Error(words); };
const same = (a, b, words = '') => check(JSON.stringify(a) === JSON.stringify(b), `${words} ${JSON.stringify(a)} is not ${JSON.stringify(b)}`);

let browser, port, base;
/** A page that complains of every message, fault and foreign request. */
async function visit(url, options = {}) {
  const { width = 1280, height = 900, theme = 'light', lang = 'en', quiet = false, bypass = false } = options;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, locale: lang === 'zh' ? 'zh-CN' : 'en-GB', bypassCSP: bypass, reducedMotion: 'reduce', hasTouch: width < 500 });
  const page = await context.newPage();
  page.faults = [];
  page.on('console', (m) => { if (['error', 'warning'].includes(m.type()) && !quiet) page.faults.push(`console: ${m.text()}`); });
  page.on('pageerror', (e) => page.faults.push(`fault: ${e.message}`));
  page.on('request', (r) => { const u = new URL(r.url()); if (u.protocol.startsWith('http') && u.host !== `localhost:${port}`) page.faults.push(`foreign: ${u}`); });
  page.setDefaultTimeout(60000);
  page.base = base;
  if (process.env.ASSETS) {
    await page.route((u) => /\.(js|css)$/.test(u.pathname), async (route) => {
      const file = path.join(process.env.ASSETS, new URL(route.request().url()).pathname);
      if (!fs.existsSync(file)) return route.continue();
      return route.fulfill({ contentType: file.endsWith('.js') ? 'text/javascript' : 'text/css', body: fs.readFileSync(file) });
    });
  }
  await page.goto(base + url);
  await page.waitForSelector('main h1', { state: 'attached' });
  return page;
}
async function leave(page) {
  const faults = page.faults;
  await page.context().close();
  same(faults, [], 'messages');
}
const answered = (page) => page.waitForSelector('.pods[data-done]');
const verdict = (page) => page.textContent('[data-pod="verdict"] .who p');
/** A server that hands on what the program answers, each part a tenth of a second after the one before. */
function slowly() {
  const between = http.createServer((request, response) => {
    const headers = { ...request.headers, host: `localhost:${port}`, 'sec-fetch-site': 'same-origin' };
    request.pipe(http.request({ port, path: request.url, method: request.method, headers }, async (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      let rest = '';
      for await (const piece of answer) {
        rest += piece;
        for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
          response.write(rest.slice(0, end + 2));
          rest = rest.slice(end + 2);
          await new Promise((done) => setTimeout(done, 100));
        }
      }
      response.end(rest);
    }));
  });
  return new Promise((listens) => between.listen(0, () => listens(between)));
}
/** The page at rest. */
async function rest(page) {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(150);
}
async function type(page, text) {
  await page.fill('[data-box]', text);
  await page.waitForFunction((t) => decodeURIComponent(location.hash.slice(1)) === t, text);
}
/** The round that the page stands at, asked of the server. */
async function round(page) {
  return page.evaluate(async () => {
    const m = (new URLSearchParams(location.search).get('m') || '').split(',').filter(Boolean).map(Number);
    const body = JSON.stringify({ text: decodeURIComponent(location.hash.slice(1)), moves: m });
    return (await fetch('/api/v1/play', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })).json();
  });
}
const plies = (page) => page.evaluate(() => (new URLSearchParams(location.search).get('m') || '').split(',').filter(Boolean).length);
/** Presses the parts of a move of the board. */
async function press(page, way, scene) {
  for (const id of way.press) {
    const n = scene.parts.filter((p) => scene.moves.some((m) => m.press.includes(p.id))).findIndex((p) => p.id === id);
    await page.locator('#board svg [role="button"]').nth(n).dispatchEvent('click');
  }
  const chosen = page.locator('#board svg .chosen[role="button"]');
  if (await chosen.count()) { await chosen.first().focus(); await page.keyboard.press('Enter'); }
}
async function yourTurn(page) {
  await page.waitForFunction(() => document.querySelector('.result') || (document.querySelector('#peek') && (new URLSearchParams(location.search).get('m') || '').split(',').filter(Boolean).length % 2 === 0));
}

const walks = {
  async 'the box answers as one types'() {
    const page = await visit('/');
    await answered(page);
    same(await verdict(page), 'The player to move wins');
    await type(page, 'nim(3,5,6)');
    await page.waitForFunction(() => document.querySelector('[data-pod="verdict"]')?.dataset.outcome === 'P');
    same(await page.locator('.chip').count(), 0, 'chips of a lost position');
    await type(page, 'take[1,3,4](21, 17) + kayles(9)');
    await page.waitForFunction(() => document.querySelectorAll('.chip').length === 2 && document.querySelector('.pods[data-done]'));
    same(await page.$$eval('.pods > [data-pod]', (all) => all.map((n) => n.dataset.pod)).then((all) => all.filter((n) => n !== 'law')), ['verdict', 'moves', 'why', 'values', 'take']);
    same(await page.locator('.readas li').count(), 2, 'readings');
    check(await page.locator('.scene .ghost.best').count() > 0, 'the first winning move is shown');
    await page.locator('main').focus();
    await page.keyboard.press('2');
    same(await page.getAttribute('.chip >> nth=1', 'aria-pressed'), 'true');
    await page.reload();
    await answered(page);
    same(await page.inputValue('[data-box]'), 'take[1,3,4](21, 17) + kayles(9)');
    await leave(page);
  },
  async 'an error is mended by one press'() {
    const page = await visit('/#nim(3)');
    await answered(page);
    await type(page, 'nim(3) + kayls(9)');
    await page.waitForSelector('.fault');
    same(await page.textContent('.under mark'), 'kayls');
    check(await page.locator('.pods.stale').count() === 1, 'the old answer stays, grey');
    await page.click('[data-fix]');
    await page.waitForFunction(() => document.querySelector('[data-box]').value === 'nim(3) + kayles(9)' && document.querySelector('.pods[data-done]') && !document.querySelector('.stale'));
    await leave(page);
  },
  async 'a rule that is no game is told, and what stood there before stays'() {
    const page = await visit('/#{n%20-%3E%20n}(3)');
    await page.waitForSelector('.fault');
    check((await page.textContent('.fault')).includes('does not get smaller'), await page.textContent('.fault'));
    await page.waitForSelector('.pods[data-done]', { state: 'attached' });
    await type(page, 'nim(3)');
    await page.waitForSelector('.pods[data-done]:not(.stale) .verdict');
    await type(page, '{n -> n}(3)');
    await page.waitForSelector('.pods.stale .verdict');
    check((await page.textContent('.fault')).includes('does not get smaller'), await page.textContent('.fault'));
    await leave(page);
  },
  async 'what stood there stays until a fault is told, however late'() {
    const page = await visit('/#nim(3)');
    await answered(page);
    const between = await slowly();
    await page.route('**/api/v1/ask', (route) => route.continue({ url: `http://localhost:${between.address().port}/api/v1/ask` }));
    await type(page, '{n -> n}(3)');
    await page.waitForSelector('.fault');
    check(await page.locator('.pods.stale .verdict').count() === 1, 'the answer before is dimmed');
    await leave(page);
    between.close();
  },
  async 'a question goes on after its budget'() {
    const page = await visit('/#0.007(5000000)');
    await page.waitForSelector('[data-more]');
    same(await verdict(page), 'Not known yet');
    await page.waitForSelector('[data-pod=moves] .board svg');
    await page.click('[data-more]');
    await page.waitForSelector('.working progress');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.pods[data-done]');
    await leave(page);
  },
  async 'Nim is won by hints'() {
    const page = await visit('/play?level=3&first=you#nim(3%2C5%2C7)');
    for (let k = 0; k < 20; k++) {
      await yourTurn(page);
      if (await page.locator('.result').count()) break;
      if (k === 0) { await page.keyboard.press('h'); await page.waitForSelector('.drawer .bits .chosen'); }
      const now = await round(page), way = now.scene.moves.find((m) => m.wins), before = await plies(page);
      check(way, 'there is a winning move');
      await press(page, way, now.scene);
      await page.waitForFunction((n) => (new URLSearchParams(location.search).get('m') || '').split(',').length > n, before);
    }
    check((await page.textContent('.result')).includes('You won'), await page.textContent('.result'));
    same(await page.locator('.slips li').count(), 0, 'slips');
    await leave(page);
  },
  async 'a lost game is played again from the first mistake'() {
    const page = await visit('/play?level=3&first=you#nim(1%2C2%2C4)');
    for (let k = 0; k < 20; k++) {
      await yourTurn(page);
      if (await page.locator('.result').count()) break;
      const now = await round(page), way = now.scene.moves.find((m) => m.wins === false) || now.scene.moves[0], before = await plies(page);
      await press(page, way, now.scene);
      await page.waitForFunction((n) => (new URLSearchParams(location.search).get('m') || '').split(',').length > n, before);
    }
    check((await page.textContent('.result')).includes('The machine won'), 'it was lost');
    await page.waitForSelector('.slips [aria-current], .slips li');
    await page.click('[data-at="0"]');
    await page.waitForFunction(() => !new URLSearchParams(location.search).get('m'));
    await yourTurn(page);
    await leave(page);
  },
  async 'a game is played by the keyboard alone'() {
    const page = await visit('/play?level=0&first=you#kayles(5)');
    await yourTurn(page);
    await page.locator('#board svg [tabindex="0"]').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => (new URLSearchParams(location.search).get('m') || '').length > 0);
    await yourTurn(page);
    await page.keyboard.press('u');
    await page.waitForFunction(() => !new URLSearchParams(location.search).get('m'));
    await leave(page);
  },
  async 'a law is refuted, another one proved'() {
    const page = await visit('/explore?to=20#wythoff');
    await page.waitForSelector('#map');
    await page.fill('.claim input', 'P: a = 2*b or b = 2*a');
    await page.click('.claim button');
    await page.waitForSelector('#claimed .refuted');
    check((await page.textContent('#claimed')).includes('2, 4'), 'the smallest counterexample');
    await page.focus('#map');
    await page.keyboard.press('ArrowDown');
    check((await page.textContent('#cell')).includes('(5, 6)'), await page.textContent('#cell'));
    await leave(page);
  },
  async 'a graph is changed and labelled'() {
    const page = await visit('/graph#' + encodeURIComponent('graph{a->b; b->c}(a)'));
    await page.waitForSelector('table.plain tbody tr');
    same(await page.locator('table.plain tbody tr').count(), 3);
    await page.click('text=Add vertex');
    await page.waitForFunction(() => document.querySelectorAll('table.plain tbody tr').length === 4);
    same(await page.inputValue('[data-box]'), 'graph{a->b; b->c; d}(a)', 'a vertex alone');
    await page.click('text=Add vertex');
    await page.waitForFunction(() => document.querySelectorAll('table.plain tbody tr').length === 5);
    same(await page.inputValue('[data-box]'), 'graph{a->b; b->c; d; e}(a)', 'it stays');
    await leave(page);
  },
  async 'the vertices of a graph stay where they are, and are dragged'() {
    const page = await visit('/graph#' + encodeURIComponent('graph{a->b; b->c; c->d}(a)'));
    const places = () => page.$$eval('.scene g', (all) => Object.fromEntries(all.filter((g) => g.querySelector('.node')).map((g) => { const n = g.querySelector('.node'); return [g.querySelector('text').textContent.trim(), ['cx', 'cy'].map((key) => Math.round(Number(n.getAttribute(key)) * 100) / 100)]; })));
    const labelled = (n) => page.waitForFunction((k) => document.querySelectorAll('table.plain tbody tr').length === k && document.querySelectorAll('.scene .node:not(.inner)').length === k && document.querySelector('.pods[data-done]'), n);
    await labelled(4);
    const first = await places();
    await page.click('text=Add vertex');
    await labelled(5);
    const more = await places();
    for (const name of 'abcd') same(more[name], first[name], `${name} jumped`);
    const box = await page.locator('.scene g:has(> .node)').nth(1).boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 30, box.y + box.height / 2 + 60, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction(() => location.search.includes('at='));
    same(await page.evaluate(() => location.pathname), '/graph', 'a drag plays no move');
    const dragged = await places();
    check(dragged.b[1] > more.b[1] + 0.3, `b was dragged: ${more.b} to ${dragged.b}`);
    same(dragged.a, more.a, 'only b moves');
    await page.focus('[data-vertex="c"]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const nudged = await places();
    same(nudged.c, [dragged.c[0], Math.round((dragged.c[1] + 1) * 100) / 100], 'the arrow keys move c');
    same(await page.evaluate(() => document.activeElement.dataset.vertex), 'c', 'and it keeps the focus');
    await page.reload();
    await labelled(5);
    same(await places(), nudged, 'after loading again');
    await page.click('[aria-label="put a token on c"]');
    await page.waitForFunction(() => document.querySelectorAll('.scene .token:not(.ghost)').length === 2);
    same((await places()).c, nudged.c, 'c with a token');
    await page.click('.box .go .main');
    await page.waitForFunction(() => location.pathname === '/play');
    await yourTurn(page);
    same((await places()).c, nudged.c, 'while playing');
    await leave(page);
  },
  async 'moves that no drawing shows are pressed in a list'() {
    const page = await visit('/play?level=0&first=you#nim(1000)');
    await yourTurn(page);
    const board = await page.locator('#board svg').boundingBox();
    check(board.height < 300, `the drawing is ${board.height} high`);
    await page.click('#board .listed >> nth=0');
    await page.waitForFunction(() => new URLSearchParams(location.search).get('m'));
    await leave(page);
  },
  async 'Chinese to the last sentence'() {
    const page = await visit('/#nim(3)', { lang: 'zh' });
    await answered(page);
    const chinese = /[\u4e00-\u9fff]/;
    await type(page, 'kayls(9)');
    await page.waitForSelector('.fault');
    check((await page.textContent('.fault')).includes('没有叫'), await page.textContent('.fault'));
    await type(page, 'kayles(9)');
    await page.waitForSelector('[data-pod="law"] .list li');
    for (const words of await page.$$eval('[data-pod="law"] .list .note', (all) => all.map((n) => n.textContent))) check(chinese.test(words), words);
    await type(page, 'misere nim(1,2,3)');
    await page.waitForFunction(() => document.querySelector('[data-pod="verdict"]')?.textContent.includes('各堆异或为 0'));
    await page.goto(`${base}/explore?to=20#wythoff`);
    await page.waitForSelector('[data-laws] .known li');
    for (const words of await page.$$eval('[data-laws] li > span:first-child, [data-laws] li .note', (all) => all.map((n) => n.textContent))) check(chinese.test(words), words);
    await leave(page);
  },
  async 'the values of the moves are shown on request'() {
    const page = await visit(`/#${encodeURIComponent('cram("2x3")')}`);
    await answered(page);
    same(await page.locator('.score-layer').count(), 0, 'hidden at first');
    await page.locator('main').focus();
    await page.keyboard.press('s');
    await page.waitForSelector('.score-layer');
    same(await page.locator('.score-layer').count(), 7, 'a value a move');
    await leave(page);
  },
  async 'a period that begins late is bracketed'() {
    const page = await visit('/#kayles(9)');
    await page.waitForSelector('[data-pod="values"] .bracket');
    same(await page.textContent('[data-pod="values"] .plabel'), '12');
    await leave(page);
  },
  async 'what is looked at stands in the address'() {
    const page = await visit('/explore?to=20,20&at=3,5#wythoff');
    await page.waitForSelector('#cell b');
    check((await page.textContent('#cell')).includes('(3, 5)'), await page.textContent('#cell'));
    await page.focus('#map');
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => location.search === '?to=20,20&at=4,5');
    await page.goto(`${base}/explore?at=7#kayles`);
    await page.waitForFunction(() => document.querySelector('#cell b')?.textContent === '7');
    await page.focus('.plot');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.querySelector('#cell .seen .miss') && document.querySelector('#cell b').textContent === '8' && location.search === '?at=8');
    await leave(page);
  },
  async 'pictures and tables are downloaded'() {
    const page = await visit('/explore?to=20#kayles');
    await page.waitForSelector('#plot svg');
    for (const [name, begins] of [['SVG', '<?xml'], ['PNG', '\u0089PNG'], ['CSV', '0,0\n1,1\n2,2\n3,3\n4,1']]) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.click(`button:text-is("${name}")`)]);
      const bytes = fs.readFileSync(await download.path(), 'latin1');
      check(bytes.startsWith(begins), `${name}: ${bytes.slice(0, 20)}`);
      if (name === 'SVG') check(/fill="rgb/.test(bytes), 'the colours are in the picture');
    }
    await leave(page);
  },
  async 'the columns of a sum are told as they are'() {
    const told = { 'nim(3,5,6)': 'Every column has an even', 'nim(3,5,7)': 'must become 2', 'staircase(3,0,5,2)': 'Columns 4 and 2 have an odd', 'mockturtles("HTTHHTHH")': 'Columns 8, 4 and 1 have an odd', 'pokernim[2](3,5)': 'Columns 4 and 2 have an odd', 'nim(3,5,?)': 'the same value, 6' };
    for (const [text, words] of Object.entries(told)) {
      const page = await visit(`/#${encodeURIComponent(text)}`);
      await answered(page);
      const why = await page.textContent('[data-pod="why"]');
      check(why.includes(words) && (words.startsWith('Every') || !why.includes('Every column has')), `${text}: ${why}`);
      await leave(page);
    }
  },
  async 'moves are told apart'() {
    for (const text of ['northcott((1,6),(3,4))', 'mockturtles("HTTHHTHH")', 'misere northcott((1,6),(3,4))', 'notakto("3x3")']) {
      const page = await visit(`/#${encodeURIComponent(text)}`);
      await answered(page);
      for (const where of ['.chip', '[data-pod="why"] .options code']) {
        const all = await page.$$eval(where, (found) => found.map((n) => n.textContent));
        same(new Set(all).size, all.length, `${text}: ${all.join(' | ')}`);
      }
      if (text.startsWith('mock')) check((await page.$$eval('.chip', (all) => all.map((n) => n.textContent))).includes('turn coins 1, 3, 4'), 'coins are counted from 0');
      await leave(page);
    }
  },
  async 'a game of rows has its programs, and one with none shows none'() {
    const page = await visit('/#staircase(3%2C0%2C5%2C2)');
    await page.click('[data-pod="take"] button:text-is("Python")');
    await page.waitForFunction(() => document.querySelector('[data-pod="take"] pre')?.textContent.includes('def grundy'));
    await type(page, 'notakto("3x3")');
    await page.waitForSelector('[data-pod="verdict"][data-outcome="N"]');
    await answered(page);
    await rest(page);
    same(await page.locator('[data-pod="take"] button:text-is("Python"):visible').count(), 0);
    await leave(page);
  },
  async 'what is not played offers no play'() {
    const page = await visit(`/#${encodeURIComponent('treblecross(".....")')}`);
    await answered(page);
    check(await page.isDisabled('.box .go button'), 'Play it');
    same(await page.locator('text=Play this move').count(), 0);
    check((await page.textContent('[data-pod="moves"]')).includes('not played'), 'it is told why');
    same(await page.locator('.board [role="button"]').count(), 0, 'nothing is pressed');
    await type(page, 'nim(3)');
    await page.waitForFunction(() => !document.querySelector('.box .go button').disabled);
    await page.goto('about:blank');
    await page.goto(`${page.base}/play#${encodeURIComponent('treblecross(".....")')}`);
    await page.waitForSelector('#board .notice code');
    check(await page.isDisabled('.turn button >> nth=0') && await page.isDisabled('.turn button >> nth=1'), 'no hint, no undo');
    await page.goto(`${page.base}/games/treblecross`);
    await page.waitForSelector('[data-entry="board"] svg');
    check(await page.isHidden('[data-play]'), 'no play on its own page');
    await leave(page);
  },
  async 'a board that was left shows the move of its chip again'() {
    const page = await visit('/#nim(3%2C5%2C7)');
    await answered(page);
    const shown = () => page.$$eval('.scene .ghost', (all) => all.map((n) => n.closest('[data-part]')?.dataset.part || 'put'));
    const first = await shown();
    await page.focus('.board svg [tabindex="0"]');
    await page.keyboard.press('ArrowDown');
    check(JSON.stringify(await shown()) !== JSON.stringify(first), 'the stone in focus is shown');
    await page.keyboard.press('Tab');
    same(await shown(), first, 'as before');
    await leave(page);
  },
  async 'a family asks for a number'() {
    const page = await visit('/#take%5B1..m%5D(10)');
    await page.waitForSelector('.fault');
    check((await page.textContent('.fault')).includes('Give m a value, for example'), await page.textContent('.fault'));
    await page.click('[data-fix]');
    await answered(page);
    same(await page.inputValue('[data-box]'), 'take[1..3](10)');
    await type(page, 'take[1..m]');
    await page.waitForSelector('.fault:has-text("Give m a value")');
    await page.goto('about:blank');
    await page.goto(`${page.base}/explore#take%5B1..m%5D`);
    await page.click('[data-fix]');
    await page.waitForSelector('#plot svg');
    same(await page.inputValue('[data-box]'), 'take[1..3]');
    await leave(page);
  },
  async 'a hint is for one move'() {
    const page = await visit('/play?level=3&first=you#nim(3%2C5%2C7)');
    await yourTurn(page);
    await page.keyboard.press('h');
    await page.waitForSelector('.drawer .bits .chosen');
    const now = await round(page), before = await plies(page);
    await press(page, now.scene.moves.find((m) => m.wins), now.scene);
    await page.waitForFunction((n) => (new URLSearchParams(location.search).get('m') || '').split(',').length > n, before);
    await yourTurn(page);
    check(await page.isHidden('#drawer'), 'the hint is closed');
    same(await page.locator('#board .ghost').count(), 0, 'and nothing is shown');
    await leave(page);
  },
  async 'a lesson that is not there is told'() {
    const page = await visit('/learn/99');
    check((await page.textContent('main .notice')).includes('no such lesson'), 'told');
    await page.click('main li a >> nth=1');
    await page.waitForFunction(() => location.pathname === '/learn/2' && document.querySelector('.tape'));
    await leave(page);
  },
  async 'large numbers stay in the picture'() {
    for (const width of [1280, 390]) for (const text of ['take[1,3,4](10^18) + nim(10^30)', 'grundy(10^9)', '10^18*kayles(3)', 'misere nim(1,2,3)', 'nim(10^200)']) {
      const page = await visit(`/#${encodeURIComponent(text)}`, { width, height: 844 });
      await answered(page);
      const [cell, out, wide, head] = await page.evaluate(() => {
        const board = document.querySelector('.board'), inside = board.getBoundingClientRect();
        const parts = [...board.querySelectorAll('svg .stone, svg .pin, svg text')].map((n) => n.getBoundingClientRect());
        return [Math.max(...parts.map((b) => b.height)), parts.filter((b) => b.left < inside.left || b.right > inside.right).length, document.documentElement.scrollWidth, document.querySelector('.verdict p').getBoundingClientRect().height];
      });
      check(cell > 10 && !out && wide <= width && head < 80, `${text} at ${width}: parts of ${cell}, ${out} outside, the page is ${wide} wide, the headline ${head} high`);
      await leave(page);
    }
  },
  async 'what is pressed is large enough'() { await access.targets(tools); },
  async 'a board is one stop of the Tab key'() { await access.oneStop(tools); },
  async 'nothing is lost at 400 %'() { await access.zoomed(tools); },
  async 'colours are told apart'() { await access.colours(tools); },
  async 'the page keeps its budgets'() { await budgets(tools); },
  async 'eight screens look as they did'() { await goldenPictures(tools); },
  async 'a lesson is solved'() {
    const page = await visit('/learn/2');
    const values = [0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2];
    for (const v of values.slice(1)) await page.click(`[data-v="${v}"]`);
    check((await page.textContent('.asking')).startsWith('Done'), 'the tape is full');
    await page.click('.turnpage .main');
    await page.waitForFunction(() => location.pathname === '/learn/3');
    // what is done is marked, once the next lesson is drawn
    await page.waitForFunction(() => document.querySelectorAll('.course nav .done').length === 1);
    await leave(page);
  },
  async 'the language changes and stays'() {
    const page = await visit('/#nim(3%2C5%2C7)');
    await answered(page);
    await page.click('[data-tool="language"]');
    await page.waitForFunction(() => document.documentElement.lang === 'zh' && document.querySelector('[data-pod="verdict"]')?.textContent.includes('先手必胜'));
    await page.reload();
    await page.waitForFunction(() => document.documentElement.lang === 'zh');
    same(await page.textContent('nav [aria-current]'), '提问');
    await leave(page);
    const asked = await visit('/games/nim?lang=zh');
    await asked.waitForFunction(() => document.querySelector('main h1')?.textContent !== '');
    same(await asked.getAttribute('html', 'lang'), 'zh');
    await leave(asked);
  },
  async 'each address gives its page again'() {
    const page = await visit('/');
    for (const url of PAGES) {
      await page.goto('about:blank');
      await page.goto(base + url);
      await rest(page);
      const before = await page.innerText('main');
      await page.reload();
      await rest(page);
      const cut = (text) => text.replace(/[\d.]+ s/g, '').slice(0, 400);
      same(cut(await page.innerText('main')), cut(before), url);
    }
    await leave(page);
  },
  async 'the server goes and comes back'() {
    const page = await visit('/#nim(3%2C5%2C7)', { quiet: true });
    await answered(page);
    await stop();
    await type(page, 'nim(3,5,6)');
    await page.waitForFunction(() => document.querySelector('.echo').textContent.includes('does not answer'));
    await start(port);
    await page.waitForFunction(() => document.querySelector('[data-pod="verdict"]')?.dataset.outcome === 'P');
    same(await page.inputValue('[data-box]'), 'nim(3,5,6)');
    await leave(page);
  },
  async 'hostile texts are shown as text'() {
    const page = await visit('/');
    for (const text of ['<img src=x onerror=alert(1)>', '\u202enim(3)\u202c', 'graph{"<b>x</b>"->b}(b)', 'nim(3) + ' + '('.repeat(3000), '{n -> <script>alert(1)</script>}(3)']) {
      await type(page, text);
      await page.waitForSelector('.fault, .pods[data-done]');
      same(await page.locator('main img, main script, main b:has-text("x")').count(), 0, text.slice(0, 40));
    }
    await leave(page);
  },
  async 'strangers are refused'() {
    const asked = (headers) => new Promise((done) => http.get({ host: '127.0.0.1', port, path: '/api/v1/list', headers }, (answer) => { answer.resume(); done(answer.statusCode); }));
    same(await asked({ Host: `localhost:${port}` }), 200);
    same(await asked({ Host: 'evil.example' }), 403);
    same(await asked({ Host: `localhost:${port}`, Origin: 'http://evil.example' }), 403);
  },
  async 'nothing is too wide for a phone'() {
    for (const url of PAGES) {
      const page = await visit(url, { width: 390, height: 844 });
      await rest(page);
      const [wide, small] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        [...document.querySelectorAll('main button, main a.button, header button, nav a')].filter((n) => n.offsetParent && (n.getBoundingClientRect().height < 24 || n.getBoundingClientRect().width < 24)).map((n) => n.textContent),
      ]);
      check(wide <= 390, `${url} is ${wide} wide`);
      same(small, [], `${url}: small targets`);
      await leave(page);
    }
  },
  async 'a board with its numbers fits a phone'() {
    for (const text of ['cram("6x8")', 'wythoff(4,7)', 'silverdollar(0,2,7)']) {
      const page = await visit(`/#${encodeURIComponent(text)}`, { width: 390, height: 844 });
      await answered(page);
      const [inside, wide] = await page.$eval('.board', (board) => [board.clientWidth, board.scrollWidth]);
      check(wide <= inside, `${text}: ${wide} in ${inside}`);
      check((await page.$$eval('.scene text', (all) => all.map((n) => n.textContent))).includes('7'), `${text}: no number 7`);
      await leave(page);
    }
  },
  async 'a cycle is a ring'() {
    const page = await visit('/graph#' + encodeURIComponent('graph{a->d; d->g; g->b; b->e; e->c; c->f; f->a}(a)'));
    await page.waitForSelector('table.plain tbody tr');
    const lengths = await page.$$eval('.scene .arc', (all) => all.map((n) => n.getBBox()).map((b) => Math.hypot(b.width, b.height)));
    check(lengths.length === 7 && Math.max(...lengths) < 1.3 * Math.min(...lengths), `arcs of ${lengths}`);
    await leave(page);
  },
  async 'the page of a game leads to Explore'() {
    const page = await visit('/games/wythoff');
    await page.click('[data-explore]:not([hidden])');
    await page.waitForSelector('#map');
    same(await page.evaluate(() => location.pathname + location.hash), '/explore#wythoff');
    await leave(page);
  },
  async 'the frame is there before the scripts'() {
    const context = await browser.newContext({ locale: 'zh-CN' }), page = await context.newPage();
    await page.route((u) => u.pathname === '/main.js', () => {});
    await page.goto(`${base}/`, { waitUntil: 'commit' });
    await page.waitForSelector('.frame.first nav a:visible');
    same(await page.$$eval('.frame.first nav a', (all) => all.map((a) => a.innerText)), ['提问', '游戏', '对弈', '探索', '图', '学习']);
    await context.close();
  },
  async 'no serious finding of axe'() {
    const found = [];
    for (const theme of ['light', 'dark']) for (const [width, height] of WIDTHS) {
      const page = await visit('/', { theme, width, height, bypass: true });
      for (const url of PAGES) {
        await page.goto(base + url);
        await rest(page);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
        for (const v of violations.filter((v) => ['serious', 'critical'].includes(v.impact))) found.push(`${url} ${theme} ${width}: ${v.id} ${v.nodes.slice(0, 3).map((n) => `${n.target} ${n.any[0]?.message || ''}`).join(' | ')}`);
      }
      await leave(page);
    }
    same(found, []);
  },
};

/** What the walks of other files need. */
const tools = { visit, leave, rest, check, same, answered, type, yourTurn, PAGES };

async function shots(folder) {
  fs.mkdirSync(folder, { recursive: true });
  const only = process.argv[4];
  for (const theme of ['light', 'dark']) for (const [width, height] of WIDTHS) {
    const page = await visit('/', { theme, width, height, lang: theme === 'dark' && width < 500 ? 'zh' : 'en', quiet: true });
    for (const url of PAGES) {
      if (only && !url.includes(only)) continue;
      await page.goto(base + url);
      await rest(page);
      await page.screenshot({ path: path.join(folder, `${url.replace(/[^a-z0-9]+/gi, '_').slice(0, 30)}-${theme}-${width}.png`), fullPage: width > 500 });
    }
    await page.context().close();
  }
}

const began = Date.now();
if (process.env.PORT) port = Number(process.env.PORT); else port = await start();
base = `http://localhost:${port}`;
browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
let passed = 0, failed = 0;
if (process.argv[2] === 'shots') await shots(process.argv[3]);
else for (const [name, walk] of Object.entries(walks)) {
  if (process.argv[2] && !name.includes(process.argv[2])) continue;
  const start = Date.now();
  try { await walk(); passed += 1; console.log(`ok, ${((Date.now() - start) / 1000).toFixed(1)} s: ${name}`); } catch (fault) { failed += 1; console.log(`FAILED: ${name}\n  ${fault.message}`); }
}
await browser.close();
if (server) await stop();
console.log(`test result: ${failed ? 'FAILED' : 'ok'}. ${passed} passed; ${failed} failed; in ${((Date.now() - began) / 1000).toFixed(0)} s`);
process.exit(failed ? 1 : 0);
