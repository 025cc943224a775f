// All test files of a worker share one page, so that each module is loaded once: what a test leaves in the page is
// removed.
import './flush-renders.ts';
import { afterEach, beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';

/** As in index.html: the base rules apply below this class. */
const BODY_CLASS = 'mapledger';
const VIEWPORT = [1440, 900] as const;

beforeEach(async () => {
  await cleanup();
  document.body.replaceChildren();
  document.body.className = BODY_CLASS;
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(async () => {
  await cleanup();
  const [width, height] = VIEWPORT;
  if (innerWidth !== width || innerHeight !== height) await page.viewport(width, height);
});
