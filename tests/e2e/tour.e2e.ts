import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { TOURS, type TourPlan } from '../../src/ui/shell/tours.ts';
import { openPage, useConsole } from './harness.ts';
import { screenAddress } from './servers.ts';
import { row, saved } from './steps.ts';

/** What a person does at each step of a tour, before Next. */
type Deeds = readonly ((page: Page) => Promise<void>)[];

const highlighted = (page: Page): Locator => page.locator('[data-tour-current]');
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

const DEEDS: Readonly<Record<TourPlan['id'], Deeds>> = {
  administrator: [
    async (page) => {
      await highlighted(page).click();
      await page.getByRole('textbox', { name: 'Field name' }).fill('supplier');
      await page.getByRole('combobox', { name: 'Field type' }).fill('keyw');
      await page.getByRole('option', { name: 'Keyword', exact: true }).click();
      await page.keyboard.press('Enter');
      await row(page, 'supplier').waitFor();
      await page.keyboard.press('Escape');
    },
    async (page) => {
      await highlighted(page).click();
      const review = page.getByRole('dialog', { name: /sandbox-products/ });
      await review.getByText('PUT /sandbox-products/_mapping').first().waitFor();
      // The step is covered by the review, and comes back.
      await page.getByRole('heading', { name: 'Review and save' }).waitFor({ state: 'hidden' });
      await review.getByRole('button', { name: 'Update mapping of sandbox-products' }).click();
      await page.getByRole('region', { name: 'Unsent changes' }).waitFor({ state: 'detached' });
      await saved(page);
    },
    async (page) => {
      await highlighted(page).getByRole('button', { name: /^Undo/ }).click();
      await page
        .getByText(/supplier/)
        .first()
        .waitFor();
    },
    async (page) => {
      await highlighted(page).click();
      await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
    },
  ],
  reviewer: [
    async (page) => {
      await page.getByRole('link', { name: /^Add supplier/ }).waitFor();
    },
    async (page) => {
      await page.getByRole('link', { name: /^Add supplier/ }).click();
      await page.getByRole('dialog', { name: /^Add supplier/ }).waitFor();
    },
    async (page) => {
      await highlighted(page).getByText('Added supplier (keyword)').waitFor();
      await highlighted(page)
        .getByText(/^Reached /)
        .waitFor();
      // Escape in the change closes the change, and not the tour.
      await page.getByRole('dialog', { name: /^Add supplier/ }).focus();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: /^Add supplier/ }).waitFor({ state: 'detached' });
    },
    async (page) => {
      await highlighted(page).click();
      const panel = page.getByRole('dialog', { name: 'Verify history' });
      await panel.getByRole('button', { name: 'Verify', exact: true }).click();
      await panel.getByText('Nothing wrong found').waitFor();
    },
  ],
  qa: [
    async (page) => {
      await page.getByRole('textbox', { name: 'Seed' }).fill('3');
      await page.getByRole('radio', { name: 'Cases' }).click();
      await page.getByRole('textbox', { name: 'Cases' }).fill('20');
      await highlighted(page).click();
      await page.getByRole('heading', { name: 'laws, seed 3', level: 1 }).waitFor();
      await page.getByText('Done', { exact: true }).waitFor();
    },
    async (page) => {
      await highlighted(page).getByText('What a failed case looks like').click();
      await page.getByRole('list', { name: 'Steps of the example' }).waitFor();
    },
    async (page) => {
      await highlighted(page).getByRole('button', { name: 'Replay example' }).click();
      await page.getByText('The case of the example no longer fails.').waitFor();
    },
  ],
  overview: [
    async (page) => expect(await highlighted(page).innerText()).toBe('Indices'),
    async (page) => expect(await highlighted(page).innerText()).toBe('Drafts'),
    async (page) => {
      await highlighted(page).getByRole('button').click();
      await page.getByRole('combobox', { name: 'Search commands' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('combobox', { name: 'Search commands' }).waitFor({ state: 'detached' });
    },
  ],
};

describe('each tour', () => {
  const at = useConsole();

  it('can be taken on the sandbox, step by step, by doing what it says', async () => {
    const { page, close } = await openPage(at.browser);
    for (const { id, label, steps } of TOURS) {
      await page.goto(screenAddress(at.server, '/settings'));
      await button(page, 'Take the tour').click();
      await page
        .getByRole('dialog', { name: 'Choose a tour' })
        .getByRole('button', { name: label, exact: true })
        .click();
      expect(DEEDS[id]).toHaveLength(steps.length);
      for (const [place, { title, anchor }] of steps.entries()) {
        const step = page.getByRole('dialog', { name: title });
        const take = async () => {
          await step.getByText(`${label}, step ${place + 1} of ${steps.length}`).waitFor();
          // What the step points at is there by now, and is marked.
          await page.locator(`[data-tour='${anchor}'][data-tour-current]`).waitFor();
          await DEEDS[id][place]?.(page);
          await step.getByRole('button', { name: place === steps.length - 1 ? 'Done' : 'Next' }).click();
        };
        await take().catch(async (cause: unknown) => {
          const shown = (await page.locator('body').innerText()).replace(/\s+/g, ' ');
          throw new Error(`${label}, “${title}”: ${String(cause)} The page shows: ${shown}`, { cause });
        });
      }
      await page.getByRole('heading', { name: steps.at(-1)?.title ?? '' }).waitFor({ state: 'detached' });
    }
    await close();
  });
});
