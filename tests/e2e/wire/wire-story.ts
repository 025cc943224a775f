import { expect } from 'vitest';
import type { Browser, Page } from 'playwright';
import { create, editAliases, editMapping, editSettings, type Walk } from '../../cluster/walk.ts';
import { openPage, type WatchedPage } from '../harness.ts';
import type { DoneBy } from './contradictions.ts';
import { openNewDraft, remove, rename, row } from '../steps.ts';

export interface WireStory {
  readonly browser: Browser;
  readonly at: Walk['at'];
  /** Asks the cluster itself, past the proxy: what somebody else does. */
  readonly ask: Walk['ask'];
  readonly index: string;
  readonly template: string;
  /** Keeps the answer to the next call of a method from the server. */
  readonly loseNext: (method: string) => void;
  /** Whether the cluster has what plans need. */
  readonly hasPlans: boolean;
}

/** The index that is made of a draft. */
export const ofDraft = (index: string) => `of-draft-${index}`;

/** Waits until what was changed is recorded on the server. */
const recorded = (page: Page) => page.getByText('Recorded', { exact: true }).waitFor();
const unsent = (page: Page) => page.getByRole('region', { name: 'Unsent changes' });

async function enter(browser: Browser, address: string, name: string): Promise<WatchedPage> {
  // One of the answers is lost.
  const watched = await openPage(browser, { isRefused: true });
  const { page } = watched;
  page.setDefaultTimeout(60_000);
  await page.goto(address);
  await page.getByRole('button', { name: 'Your name', exact: true }).click();
  await page.getByRole('dialog', { name: 'Your name' }).waitFor();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Your name' }).waitFor({ state: 'detached' });
  return watched;
}

async function addField(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add field' }).first().click();
  const form = page.getByRole('form', { name: 'Add field' });
  await form.getByRole('textbox', { name: 'Field name' }).fill(name);
  await form.getByRole('combobox', { name: 'Field type' }).fill('keyw');
  await page
    .getByRole('option', { name: /^Keyword/ })
    .first()
    .click();
  await form.getByRole('button', { name: 'Add field' }).click();
  await row(page, name).waitFor();
  await page.keyboard.press('Escape');
}

async function sendUpdate(page: Page): Promise<void> {
  await unsent(page).getByRole('button', { name: 'Review and save' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Update mapping of / })
    .click();
}

async function apply(page: Page): Promise<void> {
  await sendUpdate(page);
  await unsent(page).waitFor({ state: 'detached' });
}

/**
 * What two people do with an index and a template, while a third one does something past us. Ada does what the walks of other tests do, changes, undoes
 * before and after she has applied; Bob looks, changes and discards. Resolves with Bob's page, on which the history is read.
 */
export async function liveWireStory(story: WireStory): Promise<WatchedPage> {
  const { browser, at, ask, index, template, loseNext, hasPlans } = story;
  const ada = await enter(browser, at('/drafts'), 'Ada');
  const walk: Walk = { page: ada.page, at, ask, index };
  await create(walk);
  await editMapping(walk);
  await recorded(ada.page);
  await editSettings(walk);
  await editAliases(walk);

  // Bob looks, and adds what he discards.
  const bob = await enter(browser, at('/drafts'), 'Bob');
  await bob.page.goto(at(`/indices/${index}/mapping`));
  await row(bob.page, 'note').waitFor();
  await addField(bob.page, 'delivery');
  await recorded(bob.page);
  await unsent(bob.page).getByRole('button', { name: 'Discard changes' }).click();
  await unsent(bob.page).waitFor({ state: 'detached' });
  await recorded(bob.page);

  // Ada applies a field, takes it back here, and does it again; another one she takes back before it is sent.
  await ada.page.goto(at(`/indices/${index}/mapping`));
  await row(ada.page, 'note').waitFor();
  // Before that, one is removed again, and another one gets a second name.
  await addField(ada.page, 'rebate');
  await remove(ada.page, 'rebate');
  await addField(ada.page, 'basket');
  await rename(ada.page, 'basket', 'trolley');
  await addField(ada.page, 'coupon');
  await apply(ada.page);
  await recorded(ada.page);
  await ada.page.getByRole('button', { name: /^Undo: / }).click();
  await row(ada.page, 'coupon').waitFor({ state: 'detached' });
  await ada.page.getByText('the cluster still has', { exact: false }).first().waitFor();
  await ada.page.getByRole('button', { name: /^Redo: / }).click();
  await row(ada.page, 'coupon').waitFor();
  await addField(ada.page, 'mistake');
  await ada.page.getByRole('button', { name: /^Undo: / }).click();
  await row(ada.page, 'mistake').waitFor({ state: 'detached' });
  await recorded(ada.page);

  // The answer to Ada's next request is lost. The mapping that is read again shows that it was done.
  await addField(ada.page, 'voucher');
  await recorded(ada.page);
  loseNext('PUT');
  await sendUpdate(ada.page);
  // Whether the dialog is still open then depends on how soon the mapping is read again.
  await ada.page
    .getByRole('dialog')
    .getByText('The result is unknown')
    .or(ada.page.getByText(`${index} has your changes`))
    .first()
    .waitFor();
  await ada.page.keyboard.press('Escape');
  await unsent(ada.page).waitFor({ state: 'detached' });
  await recorded(ada.page);

  // A third person changes the index while Ada has it open. What she has changed is recorded all the same.
  await addField(ada.page, 'surcharge');
  await recorded(ada.page);
  await ask('PUT', `/${index}/_mapping`, { properties: { outside: { type: 'ip' } } });
  await ada.page.reload();
  await row(ada.page, 'outside').waitFor();
  await sendUpdate(ada.page);
  const updated = ada.page.getByRole('alertdialog').filter({ hasText: `Updated mapping of ${index}` });
  expect(await updated.innerText()).not.toContain('recorded on the server');
  await unsent(ada.page).waitFor({ state: 'detached' });
  await recorded(ada.page);

  // Ada makes an index of a draft.
  await openNewDraft(ada.page, at('/drafts'), 'presents', { properties: { giver: { type: 'keyword' } } });
  await addField(ada.page, 'gift');
  await recorded(ada.page);
  const draft = new URL(ada.page.url()).pathname.split('/').at(-1) ?? '';
  await ada.page.goto(at(`/create_index?draft=${draft}`));
  await ada.page.getByRole('textbox', { name: 'Mappings', exact: true }).getByText('gift').waitFor();
  await ada.page.getByRole('textbox', { name: 'Name', exact: true }).fill(ofDraft(index));
  await ada.page.getByRole('button', { name: 'Review and save' }).click();
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Create index' }).click();
  await ada.page.getByRole('heading', { name: ofDraft(index), level: 1 }).waitFor();

  // Ada replaces the index by a plan, where the cluster can copy documents.
  if (hasPlans) {
    await ada.page.goto(at(`/indices?filter=${index}`));
    await ada.page.getByRole('button', { name: `Actions for ${index}`, exact: true }).click();
    await ada.page.getByRole('menuitem', { name: 'Replace index' }).click();
    await ada.page.getByRole('button', { name: 'Create plan' }).click();
    await ada.page.getByRole('button', { name: 'Approve and run' }).click();
    await ada.page.getByRole('button', { name: 'Undo plan' }).waitFor();
  }

  // Bob saves a template without a field.
  await ask('PUT', `/_index_template/${template}`, {
    index_patterns: [`${template}-*`],
    template: { mappings: { properties: { kept: { type: 'keyword' }, dropped: { type: 'long' } } } },
  });
  await bob.page.goto(at(`/edit_template/${template}?step=mappings`));
  await remove(bob.page, 'dropped');
  await recorded(bob.page);
  await bob.page.getByRole('button', { name: 'Review and save' }).click();
  await bob.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Update / })
    .click();
  await bob.page.getByRole('dialog').waitFor({ state: 'detached' });
  await recorded(bob.page);
  await ada.close();
  return bob;
}

/** Who did what in the story, as the history is to say it. */
export const DONE_BY: DoneBy = [
  [/^Found on the cluster/, /^Cluster \(seen by (?:Ada|Bob)\)/],
  [/^(?:Saved to cluster|Made from )/, /^Cluster \(seen by the server\)/],
  [/^Synced from cluster/, /^Cluster \(seen by (?:Ada|Bob|the server)\)/],
  [/delivery|^Discard|dropped|wire-template/, /^Bob\b/],
  [/ plan\b/, /^Ada\b/],
  [/^Created$|presents|gift|coupon|voucher|surcharge|rebate|basket|mistake|note|message|mapledger-test-wire/, /^Ada\b/],
];
