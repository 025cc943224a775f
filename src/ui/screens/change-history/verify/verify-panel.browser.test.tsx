import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draftStream } from '#domain/commands';
import { RULES, sha256Hex } from '#domain/events';
import type { EventStore } from '#domain/ports';
import { memoryEventStore } from '../../../../infra/memory-event-store.ts';
import { createDraft } from '../../../files/import-draft.ts';
import { expectAccessible } from '../../../testing/expect-accessible.ts';
import { openTestConsole } from '../../../testing/open-test-console.tsx';
import { testServices } from '../../../testing/test-services.ts';

const target = { distribution: 'opensearch', version: '3.4' } as const;

/** A draft whose log was tampered with, where `change` alters the text of a record. */
async function consoleWith(change: (text: string) => string, path = '/history', { isSealedAnew = false } = {}) {
  const home = memoryEventStore();
  const store: EventStore = {
    ...home,
    read: async (stream, after) =>
      (await home.read(stream, after)).map((record) => {
        if (!stream.startsWith('draft/')) return record;
        const text = change(record.text);
        // The hash of the first record, which has no record before it.
        return { text, hash: isSealedAnew ? sha256Hex(text) : record.hash };
      }),
  };
  const services = await testServices(store);
  const id = await createDraft(services, { properties: {} }, { name: 'orders', target });
  return { stream: draftStream(id), ...(await openTestConsole(path, services)) };
}

describe('the panel that verifies', () => {
  it('verifies what is here, and says what it can’t prove', async () => {
    const { router } = await consoleWith((text) => text);
    await userEvent.click(page.getByRole('button', { name: 'Verify history' }));
    await expect.poll(() => router.state.location.search).toEqual({ panel: 'verify' });
    const panel = page.getByRole('dialog', { name: 'Verify history' });
    await userEvent.click(panel.getByRole('button', { name: 'Verify', exact: true }));
    await expect.element(panel.getByText('Nothing wrong found')).toBeVisible();
    await expect.element(panel.getByRole('region', { name: 'Notes' })).toHaveTextContent('No checkpoint was given');
    await expect.element(panel.getByRole('region', { name: 'What this can’t prove' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => router.state.location.search).toEqual({});
  });

  it('names the first bad event, with the way to it', async () => {
    const { router, stream } = await consoleWith((text) => text.replace('"summary":"Created"', '"summary":"Made"'));
    await userEvent.click(page.getByRole('button', { name: 'Verify history' }));
    const panel = page.getByRole('dialog', { name: 'Verify history' });
    await userEvent.click(panel.getByRole('button', { name: 'Verify', exact: true }));
    await expect.element(panel.getByText('Event 1 is wrong')).toBeVisible();
    await expect.element(panel.getByRole('alert')).toHaveTextContent(stream);
    await expectAccessible();
    await userEvent.click(panel.getByRole('button', { name: 'Open event' }));
    await expect.poll(() => router.state.location.search).toEqual({ entry: `1 ${stream}` });
  });

  it('says that an event of rules that nobody here has can’t be verified, and does not call it wrong', async () => {
    const other = (text: string) => text.replace(`"rules":${RULES}`, '"rules":99');
    await consoleWith(other, '/history?panel=verify', { isSealedAnew: true });
    const panel = page.getByRole('dialog', { name: 'Verify history' });
    await userEvent.click(panel.getByRole('button', { name: 'Verify', exact: true }));
    await expect.element(panel.getByText('Event 1 can’t be verified')).toBeVisible();
    await expect.element(panel.getByText(/decided by rules 99, which this version does not know/)).toBeVisible();
    await expect.element(panel.getByText(/wrong/)).not.toBeInTheDocument();
  });

  it('refuses a file that holds no checkpoint', async () => {
    await consoleWith((text) => text, '/history?panel=verify');
    const panel = page.getByRole('dialog', { name: 'Verify history' });
    await expect.element(panel.getByRole('button', { name: 'Use kept checkpoint' })).toBeVisible();
    const [input] = document.querySelectorAll<HTMLInputElement>('[role="dialog"] input[type="file"]');
    if (input === undefined) throw new Error('There is no input for a file.');
    await userEvent.upload(input, new File(['{"hello":1}\n'], 'other.ndjson'));
    await expect.element(panel.getByText('Couldn’t use this file')).toBeVisible();
    await expect.element(panel.getByRole('alert')).toHaveTextContent('Line 1');
  });
});
