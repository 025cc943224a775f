import type { CDPSession, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, useConsole } from './harness.ts';
import { screenAddress } from './servers.ts';
import { openForm, openNewDraft, row, saved } from './steps.ts';

const FORMS = 50;
/** Edits before the first count: what the page makes once and keeps is made by then. */
const WARM_UP = 10;
/** What was on the screen for a while is gone by then. */
const SETTLED_WITHIN_MS = 20_000;

interface Kept {
  readonly forms: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** What the page keeps after everything is collected that nothing reaches: forms of the page and others, and its nodes and listeners. */
async function kept(devTools: CDPSession): Promise<Kept> {
  await devTools.send('HeapProfiler.collectGarbage');
  const { result } = await devTools.send('Runtime.evaluate', { expression: 'HTMLFormElement.prototype' });
  const prototypeObjectId = result.objectId ?? '';
  const { objects } = await devTools.send('Runtime.queryObjects', { prototypeObjectId });
  const { result: length } = await devTools.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: 'function () { return this.length; }',
  });
  // The list itself holds what was found.
  for (const objectId of [prototypeObjectId, objects.objectId ?? ''])
    await devTools.send('Runtime.releaseObject', { objectId });
  await devTools.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await devTools.send('Memory.getDOMCounters');
  return { forms: Number(length.value), nodes, listeners: jsEventListeners };
}

/** Renames the field of a draft to and fro. */
async function openAndSave(page: Page, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    const [from, to] = turn % 2 === 0 ? (['a', 'b'] as const) : (['b', 'a'] as const);
    const name = (await openForm(page, from)).getByRole('textbox', { name: 'Field name' });
    const { x, y } = (await name.boundingBox()) ?? { x: 0, y: 0 };
    await name.fill(to);
    // By the mouse itself, which waits for nothing: what it moves onto still changes its looks as the form is closed.
    await page.mouse.move(x + 20, y + 10);
    await page.keyboard.press('Enter');
    await row(page, to).waitFor();
  }
  await saved(page);
  // Off everything that shows a tooltip.
  await page.mouse.move(0, 0);
}

describe('forms that were opened and saved', () => {
  const at = useConsole();

  it('leave nothing in memory', async () => {
    const { page, close } = await openPage(at.browser, { reducedMotion: 'no-preference' });
    await openNewDraft(page, screenAddress(at.server, '/drafts'), 'Fields', { properties: { a: { type: 'keyword' } } });
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('HeapProfiler.enable');
    await openAndSave(page, WARM_UP);
    const before = await kept(devTools);
    await openAndSave(page, FORMS);
    // A form has about 140 nodes and 15 listeners. What comes and goes with messages and tooltips is less than one for each
    // form once they are gone, which takes some seconds after the last form.
    await expect
      .poll(
        async () => {
          const after = await kept(devTools);
          return {
            forms: Math.max(0, after.forms - before.forms),
            nodesPerForm: Math.max(0, Math.floor((after.nodes - before.nodes) / FORMS)),
            listenersPerForm: Math.max(0, Math.floor((after.listeners - before.listeners) / FORMS)),
          };
        },
        { timeout: SETTLED_WITHIN_MS, interval: 500 },
      )
      .toEqual({ forms: 0, nodesPerForm: 0, listenersPerForm: 0 });
    await close();
  });
});
