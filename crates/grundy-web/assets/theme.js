// The stored theme, before anything is painted.
try {
  const stored = localStorage.getItem('theme');
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset.theme = stored;
} catch { /* a browser that keeps nothing has the system's theme */ }

// The language, as words.js chooses it: the frame that comes with the page has both.
{
  let kept = null;
  try { kept = localStorage.getItem('lang'); } catch { /* nothing is kept */ }
  const asked = new URLSearchParams(location.search).get('lang');
  if ((asked || kept || navigator.language || '').startsWith('zh')) document.documentElement.lang = 'zh';
}

// The files of this page are fetched together, not one after the other as they name each other.
for (const file of ['dom', 'words', 'en', 'zh'].concat(({
  '': 'ask api box marks steps board/scene board/shapes pods/law pods/moves pods/take pods/values pods/verdict pods/why',
  games: 'games api', play: 'play api box marks steps board/scene board/shapes board/layout pods/moves',
  explore: 'explore api box heat plot marks steps pods/law', graph: 'graph ask api box marks steps board/scene board/shapes board/layout pods/law pods/moves pods/take pods/values pods/verdict pods/why',
  learn: 'learn lessons ask api box marks steps board/scene board/shapes pods/law pods/moves pods/take pods/values pods/verdict pods/why',
}[location.pathname.split('/')[1]] || '').split(' ').filter(Boolean))) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = `/${file}.js`;
  document.head.append(link);
}
