import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draftStream } from '#domain/commands';
import type { SealedRecord } from '#domain/events';
import { memoryEventStore, memoryHome } from '../../infra/memory-event-store.ts';
import { openDocument } from '../../machines/document-session.ts';
import { testServices } from '../testing/test-services.ts';
import { createDraft } from '../files/import-draft.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestConsole } from '../testing/open-test-console.tsx';

const target = { distribution: 'elasticsearch', version: '9.5' } as const;
const region = page.getByRole('region', { name: 'Removed changes' });

/** A draft with two changes after its start, whose stored records are altered by `change`. */
async function damagedDraft(change: (records: SealedRecord[]) => void) {
  const home = memoryHome();
  const services = await testServices(memoryEventStore(home));
  const draftId = await createDraft(
    services,
    { properties: { host: { type: 'keyword' } } },
    { name: 'orders', target },
  );
  const stream = draftStream(draftId);
  const session = await openDocument(services, { stream });
  for (const name of ['__proto__', 'b'])
    session.dispatch({ type: 'field.add', payload: { parent: null, name, definition: { type: 'ip' } } });
  await session.whenSaved();
  session.close();
  const records = [...(home.logs.get(stream) ?? [])];
  change(records);
  home.logs.set(stream, records);
  return { services, draftId, home, stream };
}

it('says what was cut off, why, and lets it be dismissed for good by keyboard', async () => {
  const { services, draftId, home, stream } = await damagedDraft((records) => {
    records[1] = {
      text: (records[1] as SealedRecord).text.replace('"ip"', '"iq"'),
      hash: (records[1] as SealedRecord).hash,
    };
    records[2] = { text: (records[2] as SealedRecord).text.slice(0, 40), hash: (records[2] as SealedRecord).hash };
  });
  await openTestConsole(`/drafts/${draftId}`, services);
  const notice = region.getByRole('alert');
  await expect.element(notice).toHaveTextContent('The last 2 changes were damaged and have been removed');
  await expect
    .element(notice)
    .toHaveTextContent('Record 2 is damaged: its hash does not match its text and the previous record.');
  await expect.element(notice.getByRole('listitem').first()).toHaveTextContent('Record 2: Add __proto__ (ip)');
  await expect.element(notice.getByRole('listitem').last()).toHaveTextContent('Record 3: unreadable');
  await expect.element(page.getByRole('row', { name: /^host / })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /^b / })).not.toBeInTheDocument();
  await expectAccessible();
  region.getByRole('button', { name: 'Dismiss' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(region).not.toBeInTheDocument();
  expect(home.cuts.get(stream)).toMatchObject([{ isDismissed: true, records: [{ version: 2 }, { version: 3 }] }]);
});

it('refuses a record that is damaged in the middle, and changes nothing', async () => {
  const { services, draftId, home } = await damagedDraft((records) => {
    records[1] = { text: (records[1] as SealedRecord).text.slice(0, 40), hash: (records[1] as SealedRecord).hash };
  });
  await openTestConsole(`/drafts/${draftId}`, services);
  await expect.element(page.getByRole('heading', { name: 'The log of orders is damaged' })).toBeVisible();
  await expect.element(region).not.toBeInTheDocument();
  expect(home.cuts.size).toBe(0);
});
