// The stored theme, before anything is painted.
try {
  const stored = localStorage.getItem('theme');
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset.theme = stored;
} catch { /* a browser that keeps nothing has the system's theme */ }
