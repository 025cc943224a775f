import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { HttpRequest, HttpService } from '#domain/ports';
import type { RouteAnswer } from '#domain/wire';
import { memoryEventStore } from '../../../infra/memory-event-store.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

const server = page.getByRole('region', { name: 'Server' });

const STORAGE: RouteAnswer<'storage.get'> = {
  fileBytes: 12_400_000,
  streams: [
    { kind: 'draft', streams: 2, events: 1_200 },
    { kind: 'action', streams: 1, events: 2 },
  ],
  leaves: 1_202,
  names: 3,
  erased: { logs: 1, events: 12 },
  retention: { actionDays: 90, lastRun: null },
  checkpoint: { size: 1_200, at: '2026-11-21T03:00:00.000Z', key: '0123456789abcdef' },
  checkpointMinutes: 60,
  hasSharedTrail: false,
};
const LOG: RouteAnswer<'trail.streams'>['streams'][number] = {
  stream: 'draft/01J0000000000000000000000A',
  version: 12,
  recordedAt: '2026-11-21T03:00:00.000Z',
  owner: { id: 'ben', name: 'Ben', verified: false },
  isShared: true,
  draft: { name: 'orders', kind: 'mappings', mappingsAt: '', target: { distribution: 'opensearch', version: '3.4' } },
};
/** Whom the server takes the caller for. */
const AUTHORS: RouteAnswer<'trail.authors'> = {
  authors: [{ id: 'ben', name: 'Ben', verified: false, drafts: 1, lastAt: '2026-11-21T03:00:00.000Z' }],
};
const ERASED = { at: '2026-11-21T03:10:00.000Z', reason: 'OPS-1', by: null };

/** A server with these responses about its disk; everything else is a server in memory. */
async function openStorage(answers: Readonly<Record<string, object>>, options: { readonly isReadOnly?: boolean } = {}) {
  const { http } = testServer(options);
  const sent: HttpRequest[] = [];
  const between: HttpService = {
    async send(request) {
      const answer = answers[request.path.slice(request.path.indexOf('management/') + 'management'.length)];
      if (answer === undefined) return http.send(request);
      sent.push(request);
      const status = 'statusCode' in answer ? (answer.statusCode as number) : 200;
      return { status, body: JSON.stringify(answer) };
    },
  };
  await openTestConsole('/storage', await testServices(memoryEventStore(), { http: between }));
  return sent;
}

describe('the storage of the server', () => {
  it('says what is kept, how large it is and for how long', async () => {
    await openStorage({ '/storage': STORAGE });
    for (const words of [
      'Drafts: 2 logs, 1,200 events',
      'Actions on clusters: 1 log, 2 events',
      'Actions on clusters are erased after 90 days; everything else is kept.',
      '1 log, 12 events',
      /1,200 events, .*, key 0123456789abcdef \(every 60 minutes\)/,
    ])
      await expect.element(server.getByText(words).first()).toBeVisible();
    await expectAccessible();
  });

  it('says why nothing is known of it', async () => {
    await openStorage({});
    await expect.element(server.getByText('This server keeps everything in memory.')).toBeVisible();
    await expect.element(server.getByRole('button')).not.toBeInTheDocument();
  });

  it.each([
    [true, 'Self-test passed', 'Read the same event back.'],
    [false, 'Self-test failed', 'Event 2 of a log is damaged.'],
  ])('is tested on demand (sound: %s), with each step in words', async (isSound, title, text) => {
    await openStorage({ '/storage': STORAGE, '/storage/test': { isSound, steps: [{ isSound, text }] } });
    await userEvent.click(server.getByRole('button', { name: 'Run self-test' }));
    const result = server.getByRole(isSound ? 'status' : 'alert');
    await expect.element(result).toHaveTextContent(title);
    await expect.element(result).toHaveTextContent(text);
    await expectAccessible();
  });

  it('is neither tested nor erased on a read-only server', async () => {
    await openStorage({ '/storage': STORAGE }, { isReadOnly: true });
    await expect.element(server.getByText('This server is read-only: nothing can be tested or erased.')).toBeVisible();
    await expect.element(server.getByRole('button', { name: 'Run self-test' })).toBeDisabled();
    await expect.element(server.getByRole('button', { name: 'Erase log' })).toBeDisabled();
  });
});

describe('erasing a log', () => {
  it('asks which and why, names what is lost, and says what was erased', async () => {
    const sent = await openStorage({
      '/storage': STORAGE,
      '/trail/streams': { streams: [LOG, { ...LOG, stream: 'draft/erased', erased: ERASED }] },
      '/trail/authors': AUTHORS,
      '/trail/erase-stream': { events: 12, erased: ERASED },
    });
    await userEvent.click(server.getByRole('button', { name: 'Erase log' }));
    const dialog = page.getByRole('dialog', { name: 'Erase log' });
    await userEvent.click(dialog.getByRole('button', { name: 'Review' }));
    await expect.element(dialog.getByText('Choose a log.')).toBeVisible();
    await expect.element(dialog.getByText('Enter a reason.')).toBeVisible();
    await expectAccessible();
    await userEvent.fill(dialog.getByRole('combobox', { name: 'Log' }), 'ord');
    await expect.poll(() => page.getByRole('option').elements().length).toBe(1);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Reason' }), ' OPS-1 ');
    await userEvent.keyboard('{Enter}');
    const confirm = page.getByRole('alertdialog', { name: 'Erase the log of “orders”?' });
    await expect
      .element(confirm)
      .toHaveTextContent(
        /The server loses 12 events of draft “orders”, begun by Ben, the last of .*This can’t be undone/,
      );
    await expectAccessible();
    await userEvent.click(confirm.getByRole('button', { name: 'Cancel' }));
    // The entered reason is kept.
    await expect.element(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue(' OPS-1 ');
    await userEvent.click(dialog.getByRole('button', { name: 'Review' }));
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
    await userEvent.click(confirm.getByRole('button', { name: 'Erase log' }));
    await expect.element(page.getByText('Erased the log of “orders”')).toBeVisible();
    await expect.element(confirm).not.toBeInTheDocument();
    expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      '{"stream":"draft/01J0000000000000000000000A","version":12,"reason":"OPS-1"}',
    ]);
  });

  it.each([
    { isErased: true, words: /the log of “orders” is erased/ },
    { isErased: false, words: /Check the logs before retrying; it was read again/ },
  ])('reads the logs again where the response was lost (erased: $isErased)', async ({ isErased, words }) => {
    const answers: Record<string, object> = {
      '/storage': STORAGE,
      '/trail/streams': { streams: [LOG] },
      '/trail/authors': AUTHORS,
      '/trail/erase-stream': { statusCode: 504, error: 'Gateway Timeout', message: 'Timed out.' },
    };
    await openStorage(answers);
    await userEvent.click(server.getByRole('button', { name: 'Erase log' }));
    const dialog = page.getByRole('dialog', { name: 'Erase log' });
    await userEvent.fill(dialog.getByRole('combobox', { name: 'Log' }), 'ord');
    await expect.poll(() => page.getByRole('option').elements().length).toBe(1);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Reason' }), 'OPS-1');
    await userEvent.keyboard('{Enter}');
    if (isErased) answers['/trail/streams'] = { streams: [{ ...LOG, erased: ERASED }] };
    await userEvent.click(page.getByRole('button', { name: 'Erase log' }).last());
    await expect.element(page.getByText('The result is unknown')).toBeVisible();
    await expect.element(page.getByText(words)).toBeVisible();
    await expectAccessible();
  });

  it('takes plans by their titles, once they are finished', async () => {
    const planOf = (id: string, state: string, title: string) => ({
      ...{
        id,
        state,
        title,
        kind: 'rollover',
        subject: 'logs',
        createdAt: ERASED.at,
        createdBy: 'Ada',
        done: 1,
        steps: 1,
      },
    });
    const logOf = (id: string) => ({
      ...{ stream: `plan/${id}`, version: 4, recordedAt: ERASED.at, owner: null, isShared: true },
    });
    const sent = await openStorage({
      '/storage': STORAGE,
      '/plans': { plans: [planOf('01A', 'done', 'Roll over logs'), planOf('01B', 'paused', 'Roll over metrics')] },
      '/trail/streams': { streams: [logOf('01A'), logOf('01B')] },
      '/trail/authors': AUTHORS,
    });
    await userEvent.click(server.getByRole('button', { name: 'Erase log' }));
    const dialog = page.getByRole('dialog', { name: 'Erase log' });
    await userEvent.fill(dialog.getByRole('combobox', { name: 'Log' }), 'Roll over');
    await expect.poll(() => page.getByRole('option').elements().length).toBe(1);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Reason' }), 'OPS-1');
    await userEvent.keyboard('{Enter}');
    const confirm = page.getByRole('alertdialog', { name: 'Erase the log of “Roll over logs”?' });
    await expect.element(confirm).toHaveTextContent(/The server loses 4 events of plan “Roll over logs”/);
    await expect.element(confirm.getByLabelText('Command')).toHaveTextContent('mapledger erase log');
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('shows the command for what is not one’s own, whatever its name, and erases nothing', async () => {
    const log = (stream: string, owner: typeof LOG.owner) => ({
      ...{ stream, version: 3, recordedAt: ERASED.at, owner, isShared: true },
    });
    const hostile = `index/c/$(rm -rf ~)'; "x" \\`;
    const sent = await openStorage({
      '/storage': STORAGE,
      '/trail/streams': {
        streams: [log(hostile, null), log('draft/of-zoe', { id: 'zoe', name: 'Zoe', verified: true })],
      },
      '/trail/authors': AUTHORS,
    });
    const copied: string[] = [];
    const clipboard = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
      copied.push(text);
      return Promise.resolve();
    });
    onTestFinished(() => clipboard.mockRestore());
    await userEvent.click(server.getByRole('button', { name: 'Erase log' }));
    const dialog = page.getByRole('dialog', { name: 'Erase log' });
    for (const [typed, stream] of [
      ['rm -rf', `'index/c/$(rm -rf ~)'\\''; "x" \\'`],
      ['of-zoe', `'draft/of-zoe'`],
    ] as const) {
      await userEvent.fill(dialog.getByRole('combobox', { name: 'Log' }), typed);
      await expect.poll(() => page.getByRole('option').elements().length).toBe(1);
      await userEvent.keyboard('{ArrowDown}{Enter}');
      await userEvent.fill(dialog.getByRole('textbox', { name: 'Reason' }), "-it's OPS-1");
      await userEvent.keyboard('{Enter}');
      const confirm = page.getByRole('alertdialog');
      const command = `mapledger erase log ${stream} --version 3 --reason='-it'\\''s OPS-1' --server ${window.location.origin} --data-dir FOLDER`;
      await expect.element(confirm.getByLabelText('Command')).toHaveTextContent(command);
      await expect.element(confirm.getByText(/run this command on the server’s machine/)).toBeVisible();
      await expect.element(confirm.getByRole('button', { name: 'Erase log' })).not.toBeInTheDocument();
      await expectAccessible();
      await userEvent.click(confirm.getByRole('button', { name: 'Copy command' }));
      await expect.poll(() => copied.at(-1)).toBe(command);
      await userEvent.click(confirm.getByRole('button', { name: 'Cancel' }));
    }
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('keeps the question open where the server refuses, and says why', async () => {
    await openStorage({
      '/storage': STORAGE,
      '/trail/streams': { streams: [LOG] },
      '/trail/authors': AUTHORS,
      '/trail/erase-stream': { statusCode: 409, error: 'Conflict', message: 'This log has 13 events by now.' },
    });
    await userEvent.click(server.getByRole('button', { name: 'Erase log' }));
    const dialog = page.getByRole('dialog', { name: 'Erase log' });
    await expect.element(dialog.getByText(/You can erase your own drafts here/)).toBeVisible();
    await userEvent.fill(dialog.getByRole('combobox', { name: 'Log' }), 'ord');
    await expect.poll(() => page.getByRole('option').elements().length).toBe(1);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Reason' }), 'OPS-1');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Erase log' }));
    await expect.element(page.getByRole('alert')).toHaveTextContent('This log has 13 events by now.');
    await expectAccessible();
  });
});
