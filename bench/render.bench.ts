import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { chromium, type Page } from 'playwright';
import { build, preview } from 'vite';
import { chromiumLaunchOptions } from '../tests/chromium.ts';
import { median } from './measure.ts';
import { report, type Figure } from './report.ts';
import type { RenderRound } from './render/main.tsx';

const ROUNDS = 25;
/** At the largest size, against a bare TanStack Virtual list of the same rows. */
const BUDGET = 2;
const LARGEST = 50_000;
const NODE_LIMIT = 300;
const VIEWPORT = { width: 1440, height: 900 };

interface BenchWindow {
  readonly compareRenders: (fields: number, rounds: number) => readonly RenderRound[];
}

/** The first render of an expanded tree in a real Chromium, production build. */
export async function benchRender(): Promise<readonly Figure[]> {
  const outDir = mkdtempSync(join(tmpdir(), 'mapledger-bench-'));
  const root = join(import.meta.dirname, 'render');
  await build({
    root,
    base: '/',
    configFile: false,
    plugins: [react()],
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  });
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'warn',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    const page = await browser.newPage({ viewport: VIEWPORT });
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    await page.waitForFunction(() => 'compareRenders' in window);
    const figures: Figure[] = [];
    for (const fields of [1_000, 10_000, LARGEST]) figures.push(await figureOf(page, fields));
    return report(`First render, expanded, fewer than ${NODE_LIMIT} nodes`, figures);
  } finally {
    await browser.close();
    await server.close();
    rmSync(outDir, { recursive: true });
  }
}

async function figureOf(page: Page, fields: number): Promise<Figure> {
  const rounds = await page.evaluate(
    ([count, times]) => (window as unknown as BenchWindow).compareRenders(count, times),
    [fields, ROUNDS] as const,
  );
  const counted = rounds.slice(Math.ceil(ROUNDS / 3));
  const nodes = Math.max(...rounds.map(({ treeNodes }) => treeNodes));
  if (nodes >= NODE_LIMIT) throw new Error(`The tree of ${fields} rows has ${nodes} nodes.`);
  return {
    what: `${fields.toLocaleString('en')} rows (${nodes} nodes)`,
    against: 'bare virtual list',
    floorMs: median(counted.map(({ listMs }) => listMs)),
    subjectMs: median(counted.map(({ treeMs }) => treeMs)),
    ratio: median(counted.map(({ treeMs, listMs }) => treeMs / listMs)),
    ...(fields === LARGEST && { budget: BUDGET }),
  };
}
