// What WCAG asks for and axe-core does not measure: sizes of what is pressed, stops of the Tab key, a page four times as large,
// contrasts of controls, and outcomes told apart by every kind of colour vision.

const phone = { width: 390, height: 844 };

/** Nothing on a board is pressed that is smaller than 24 pixels; buttons of a phone are 44 high, seals and words in a line 24. */
export async function targets({ visit, leave, rest, check }) {
  const boards = ['nim(3,5,25)', 'lasker(9)', 'grundy(12)', 'wythoff(20,30)', 'cram("4x5")', 'hackenbush("edges:0-1,1-2,1-1")', 'turtles("HTTHHTTHTH")', 'graph{a->b; b->a,c; c->d}(a, b)', 'kayles(60)'];
  for (const options of [{}, phone]) {
    for (const text of boards) {
      const page = await visit(`/play?level=0&first=you#${encodeURIComponent(text)}`, options);
      await page.waitForSelector('#board svg [role="button"]').catch(() => { throw new Error(`no board of ${text}`); });
      const small = await page.$$eval('#board svg [role="button"] .hit', (all) => all.map((n) => n.getBoundingClientRect()).filter((b) => b.width < 23.9 || b.height < 23.9).map((b) => `${b.width.toFixed(1)} × ${b.height.toFixed(1)}`));
      check(!small.length, `${text} at ${options.width || 1280}: ${small.length} parts of ${small[0]}`);
      await leave(page);
    }
  }
  for (const url of ['/#nim(3%2C5%2C7)', '/games/nim', '/play#nim(3%2C5%2C7)', '/explore#kayles', '/graph', '/learn/2']) {
    const page = await visit(url, phone);
    await rest(page);
    const small = await page.$$eval('.button:not(.small), .chip, .seg button, .tool, nav a, .answers button', (all) => all.filter((n) => n.offsetParent && n.getBoundingClientRect().height < 43.9).map((n) => `${n.textContent} ${n.getBoundingClientRect().height}`));
    check(!small.length, `${url}: below 44 pixels: ${small.slice(0, 4).join(', ')}`);
    await leave(page);
  }
}

/** Each board is one stop of the Tab key, and so is a list of moves below it. */
export async function oneStop({ visit, leave, check, answered }) {
  const page = await visit(`/#${encodeURIComponent('nim(3,5,7) + nim(200)')}`);
  await answered(page);
  check(await page.locator('.board svg [tabindex="0"]').count() === 1, 'one part of the board is a stop');
  check(await page.locator('.board .others [tabindex="0"]').count() === 1, 'one move of the list is a stop');
  check(await page.locator('.board svg [role="button"]').count() > 15, 'the parts are buttons');
  await page.locator('.board svg [tabindex="0"]').focus();
  await page.keyboard.press('ArrowRight');
  check(await page.locator('.board svg [tabindex="0"]').count() === 1, 'it walks');
  await page.locator('.board .others [tabindex="0"]').focus();
  await page.keyboard.press('ArrowRight');
  check(await page.evaluate(() => document.activeElement?.classList.contains('listed') && document.activeElement !== document.querySelector('.listed')), 'the list is walked');
  await leave(page);
}

/** Four times as large: 1280 pixels are 320. */
export async function zoomed({ visit, leave, rest, check, PAGES }) {
  const page = await visit('/', { width: 320, height: 256 });
  for (const url of PAGES) {
    await page.goto('about:blank');
    await page.goto(page.base + url);
    await rest(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    check(wide <= 320, `${url} is ${wide} wide at 400 %`);
  }
  await leave(page);
}

const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const luminance = (rgb) => rgb.map((c) => linear(c / 255)).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const contrast = (a, b) => { const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
// Machado, Oliveira and Fernandes, 2009, in linear light
const VISION = {
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
function lab(rgb) {
  const [r, g, b] = rgb, f = (t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const [x, y, z] = [(0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047, 0.2126 * r + 0.7152 * g + 0.0722 * b, (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883].map(f);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const seenBy = (rgb, matrix) => { const light = rgb.map((c) => linear(c / 255)); return lab(matrix ? matrix.map((row) => Math.max(0, Math.min(1, row.reduce((sum, m, i) => sum + m * light[i], 0)))) : light); };

/** Text 4.5 : 1, controls 3 : 1, outcomes apart for every kind of colour vision. */
export async function colours({ visit, leave, check }) {
  for (const theme of ['light', 'dark']) {
    const page = await visit('/games', { theme });
    const of = await page.evaluate(() => Object.fromEntries(['paper', 'surface', 'sunken', 'edge', 'ink', 'soft', 'stone', 'ghost', 'next', 'previous', 'draw', 'proved', 'checked', 'guess', 'wrong'].map((name) => {
      const probe = document.createElement('span');
      probe.style.color = `var(--${name})`;
      document.body.append(probe);
      const found = getComputedStyle(probe).color.match(/[\d.]+/g).slice(0, 3).map(Number);
      probe.remove();
      return [name, found];
    })));
    for (const ground of ['paper', 'surface']) {
      for (const ink of ['ink', 'soft', 'next', 'previous', 'draw', 'proved', 'checked', 'guess', 'wrong']) check(contrast(of[ink], of[ground]) >= 4.5, `${theme}: ${ink} on ${ground} ${contrast(of[ink], of[ground]).toFixed(2)}`);
      for (const ink of ['edge', 'ghost', 'stone']) check(contrast(of[ink], of[ground]) >= 3, `${theme}: ${ink} on ${ground} ${contrast(of[ink], of[ground]).toFixed(2)}`);
    }
    for (const [vision, matrix] of Object.entries({ usual: null, ...VISION })) {
      const [a, b] = ['next', 'previous'].map((name) => seenBy(of[name], matrix)), apart = Math.hypot(...a.map((x, i) => x - b[i]));
      check(apart >= 35, `${theme}, ${vision}: N and P are ${apart.toFixed(0)} apart`);
    }
    await leave(page);
  }
}
