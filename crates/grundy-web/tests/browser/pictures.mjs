// Golden pictures of eight screens: what stands where, in which colour. Letters are blocks of one width, so that the pictures
// do not depend on the fonts of a machine; a picture is a quarter of the screen. GRUNDY_PICTURES=write draws them anew.
import fs from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, 'pictures');
/** A font of one block for every character and a space; made with fontTools: upem 1000, advance 550, a box of 430 by 500. */
const BLOCK = [
  'AAEAAAAKAIAAAwAgT1MvMkeLRX0AAAEoAAAAYGNtYXAAhqLjAAABlAAAAJBnbHlmQ0JDQAAAAiwAAAA0aGVhZC+QWdQAAACsAAAANmhoZWEFrAFsAAAA',
  '5AAAACRobXR4BWQAeAAAAYgAAAAMbG9jYQANACcAAAIkAAAACG1heHAABQAGAAABCAAAACBuYW1lOQgtwwAAAmAAAABacG9zdGjVbXEAAAK8AAAALgAB',
  'AAAAAQAA1dBVN18PPPUAAwPoAAAAAOcqC4AAAAAA5yoLgAA8AAAB6gH0AAAAAwACAAAAAAAAAAEAAAOE/wYAAAImADwAPAHqAAEAAAAAAAAAAAAAAAAA',
  'AAADAAEAAAADAAQAAQAAAAAAAgAAAAAAAAAAAAAAAAAAAAAAAwHMAZAABQAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAA',
  'AAAAAAAAPz8/PwAAACD/7wOE/wYAAAOEAPoAAAAAAAAAAAH0AfQAAAAgAAACJgA8ARgAAAImADwAAAADAAAAAwAAABwAAwABAAAAHAADAAoAAABEAAQA',
  'KAAAAAYABAABAAIAIABB//8AAAAgAEH////h/8EAAQAAAAAAAAANAAAAAABMAAAAAAAAAAUAAAAgAAAAIAAAAAEAAAAhAAAAnwAAAAIAAACgAAAAoAAA',
  'AAEAAAChAACf/wAAAAIAAP8AAAD/7wAAAAIAAAANAA0AGgABADwAAAHqAfQAAwAAMxEhETwBrgH0/gwAAAEAPAAAAeoB9AADAAAzESERPAGuAfT+DAAA',
  'AAAEADYAAQAAAAAAAQAFAAAAAQAAAAAAAgAHAAUAAwABBAkAAQAKAAwAAwABBAkAAgAOABZCbG9ja1JlZ3VsYXIAQgBsAG8AYwBrAFIAZQBnAHUAbABh',
  'AHIAAAACAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAMAAAADAQIFYmxvY2sAAA==',
].join('');
/** A channel may differ by so much, … */
const SHADE = 40;
/** … and so large a part of the points by more. */
const PART = 0.003;

const text = encodeURIComponent;
/** Each screen: its address, what else it is opened with, and what is done there. */
export const SCREENS = {
  'home-light': { url: `/#${text('take[1,3,4](21, 17) + kayles(9)')}` },
  'home-phone-dark-zh': { url: `/#${text('take[1,3,4](21, 17) + kayles(9)')}`, phone: true, theme: 'dark', lang: 'zh' },
  'boards-light': { url: `/#${text('cram("4x5")')}`, act: async (page) => { await page.locator('main').focus(); await page.keyboard.press('s'); await page.waitForSelector('.score-layer'); } },
  'explore-dark': { url: '/explore?to=40,40&at=4,6#wythoff', theme: 'dark', act: async (page) => { await page.click('.claim button'); await page.waitForSelector('#claimed .refuted'); } },
  'game-light': { url: '/games/lasker' },
  'graph-light': { url: '/graph' },
  'play-hint-phone-dark': { url: `/play?level=3&first=you#${text('nim(3,5,7)')}`, phone: true, theme: 'dark', act: async (page) => { await page.waitForSelector('#peek'); await page.locator('main').focus(); await page.keyboard.press('h'); await page.waitForSelector('.drawer .bits'); } },
  'play-review-light': { url: `/play?level=3&first=you&m=0,4,0,0#${text('nim(1,2,4)')}`, act: async (page) => { await page.waitForSelector('.slips [aria-current], .result'); } },
};

/** The picture of a screen, as PNG. */
async function picture(tools, screen) {
  const [width, height] = screen.phone ? [390, 844] : [1280, 900];
  const page = await tools.visit(screen.url, { width, height, theme: screen.theme || 'light', lang: screen.lang || 'en', bypass: true });
  // laws come as far as the time allows: their number is no matter of looks
  await page.addStyleTag({ content: `@font-face { font-family: Block; src: url(data:font/ttf;base64,${BLOCK}); } *, *::before, *::after { font-family: Block !important; } [data-laws], [data-entry="law"] ul { display: none; }` });
  await page.evaluate(async () => { await document.fonts.load('16px Block'); });
  await tools.rest(page);
  await screen.act?.(page);
  // what was painted with another font is painted again
  await page.evaluate(() => { dispatchEvent(new Event('resize')); });
  await tools.rest(page);
  const shot = await page.screenshot({ animations: 'disabled' });
  await tools.leave(page);
  return shot;
}

/** A quarter of a picture, and how it differs from the kept one. */
function compared(page, shot, kept) {
  return page.evaluate(async ([shot, kept, shade]) => {
    const read = async (bytes, quarter) => {
      const image = new Image();
      image.src = `data:image/png;base64,${bytes}`;
      await image.decode();
      const canvas = document.createElement('canvas'), by = quarter ? 4 : 1;
      canvas.width = Math.floor(image.width / by);
      canvas.height = Math.floor(image.height / by);
      const g = canvas.getContext('2d');
      g.imageSmoothingQuality = 'high';
      g.drawImage(image, 0, 0, canvas.width, canvas.height);
      return { canvas, data: g.getImageData(0, 0, canvas.width, canvas.height).data };
    };
    const now = await read(shot, true), url = now.canvas.toDataURL('image/png').split(',')[1];
    if (!kept) return { png: url, wrong: 1 };
    const then = await read(kept, false);
    if (then.data.length !== now.data.length) return { png: url, wrong: 1 };
    let wrong = 0;
    for (let i = 0; i < now.data.length; i += 4) if ([0, 1, 2].some((c) => Math.abs(now.data[i + c] - then.data[i + c]) > shade)) wrong += 1;
    return { png: url, wrong: wrong / (now.data.length / 4) };
  }, [shot.toString('base64'), kept?.toString('base64') || null, SHADE]);
}

/** @param {any} tools */
export async function goldenPictures(tools) {
  const write = process.env.GRUNDY_PICTURES === 'write', differ = [];
  const desk = await tools.visit('/games', { bypass: true });
  for (const [name, screen] of Object.entries(SCREENS)) {
    const file = path.join(FOLDER, `${name}.png`), kept = fs.existsSync(file) ? fs.readFileSync(file) : null;
    const { png, wrong } = await compared(desk, await picture(tools, screen), kept);
    if (wrong <= PART) continue;
    const bytes = Buffer.from(png, 'base64');
    if (write) { fs.mkdirSync(FOLDER, { recursive: true }); fs.writeFileSync(file, bytes); continue; }
    const seen = path.join(process.env.MODULES || '.', `${name}.png`);
    fs.writeFileSync(seen, bytes);
    differ.push(`${name}: ${(100 * wrong).toFixed(2)} % of the points differ, see ${seen}`);
  }
  await tools.leave(desk);
  if (differ.length) throw new Error(`${differ.join('\n  ')}\n  GRUNDY_PICTURES=write draws them anew`);
}
