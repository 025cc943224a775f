import { describe, expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import type { HttpService } from '#domain/ports';
import { API_BASE, ROUTES, type RouteAnswer } from '#domain/wire';
import { ulidSource } from '../../infra/platform.ts';
import { embeddedEngine } from '../../server/embedded/embedded-engine.ts';
import { memoryEngineStorage } from '../../server/embedded/storage.ts';
import { createDraft } from '../files/import-draft.ts';
import type { Services } from '../platform/services.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestConsole } from '../testing/open-test-console.tsx';
import { startSlowReindex } from '../testing/slow-reindex.ts';
import { testServer, type TestServer } from '../testing/test-http.ts';
import { testServices } from '../testing/test-services.ts';

interface DialogCase {
  readonly file: string;
  /** The address that the dialog is opened at. */
  readonly path: string;
  readonly prepare?: (server: TestServer, services: Services) => Promise<unknown>;
  /** Brings up the control that opens the dialog. */
  readonly lead?: () => Promise<unknown>;
  /** Opens the dialog. */
  readonly opener: Locator;
  readonly fill?: () => Promise<unknown>;
  /** Number of requests that are answered before the dialog is shown; 0 where absent. */
  readonly answered?: number;
  /** The main button; absent where the dialog only shows something. */
  readonly main?: string;
  /** What the dialog waits for; absent where its main button does not. */
  readonly awaited?: string;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const press = (name: string) => userEvent.click(button(name));
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
const anIndex = (server: TestServer) => server.ask('PUT', ['logs'], {});
const aStream = async (server: TestServer) => {
  await server.ask('PUT', ['_index_template', 'streams'], { index_patterns: ['stream*'], data_stream: {} });
  await server.ask('PUT', ['_data_stream', 'stream']);
};
const aPlan = async (server: TestServer, { http }: Services) => {
  await anIndex(server);
  const body = JSON.stringify({ name: 'logs', replaceIndex: { newIndex: 'logs-v2' } });
  await http.send({ method: 'POST', path: `${API_BASE}${ROUTES['plans.create'].path}`, body });
};

const clock = { now: () => '2026-11-21T03:10:08.123Z' };

/** The response to a server whose storage is on disk, on which logs can be erased. */
const STORAGE = JSON.stringify({
  fileBytes: 12_400_000,
  streams: [],
  leaves: 0,
  names: 0,
  erased: { logs: 0, events: 0 },
  retention: { actionDays: 90, lastRun: null },
  checkpoint: null,
  checkpointMinutes: 60,
  hasSharedTrail: false,
} satisfies RouteAnswer<'storage.get'>);

const CASES: readonly DialogCase[] = [
  {
    file: './rollover/rollover-dialog.tsx',
    path: '/data_streams/stream',
    prepare: aStream,
    opener: button('Roll over'),
    main: 'Roll over',
    awaited: 'the preview',
  },
  {
    file: './index-detail/lifecycle-panel.tsx',
    path: '/indices/logs',
    prepare: anIndex,
    opener: button('Attach policy'),
    main: 'Attach policy',
    awaited: 'the policies',
  },
  {
    file: './index-detail/lifecycle-panel.tsx',
    path: '/indices/logs',
    prepare: (server) => server.ask('PUT', ['logs'], { settings: { 'index.lifecycle.name': 'sandbox-30-days' } }),
    opener: button('Detach policy'),
    main: 'Detach policy',
  },
  {
    file: './index-detail/resize-dialog.tsx',
    path: '/indices/logs',
    prepare: anIndex,
    lead: () => press('Actions for logs'),
    opener: item('Clone'),
    awaited: 'the index',
  },
  {
    file: './storage/erase-log-dialog.tsx',
    path: '/storage',
    opener: button('Erase log'),
    main: 'Review',
    awaited: 'the logs',
  },
  {
    file: './template-move/move-dialog.tsx',
    path: '/templates',
    prepare: (server) => server.ask('PUT', ['_index_template', 'logs'], { index_patterns: ['logs-*'] }),
    lead: async () => {
      const box = page.getByRole('checkbox', { name: 'Select logs' });
      await expect.element(box).toBeInTheDocument();
      await userEvent.click(box.element().closest('label') ?? document.body);
    },
    opener: button('Promote'),
    // The templates with the components that they use.
    answered: 2,
    main: 'Review and save',
    awaited: 'the templates of the cluster',
  },
  {
    file: '../document-editor/compare-dialog.tsx',
    path: '/drafts',
    prepare: (_, services) =>
      createDraft(services, {}, { name: 'mine', target: { distribution: 'opensearch', version: '3.4' } }),
    lead: () => press('Actions for mine'),
    opener: item('Compare with index'),
    awaited: 'the indices',
  },
  {
    file: './tasks/cancel-task-dialog.tsx',
    path: '/tasks',
    prepare: startSlowReindex,
    lead: () => press('Actions for sandbox-1:1'),
    opener: item('Cancel task'),
    main: 'Cancel task',
  },
  {
    file: './plans/cancel-plan-dialog.tsx',
    path: '/plans',
    prepare: aPlan,
    lead: () => press('Actions for Reindex logs into logs-v2'),
    opener: item('Cancel plan'),
    main: 'Cancel plan',
  },
  {
    file: './data-streams/create-data-stream-dialog.tsx',
    path: '/data_streams',
    prepare: aStream,
    opener: button('Create data stream'),
    fill: () => userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'stream-2'),
    main: 'Create data stream',
  },
  {
    file: './index-detail/alias-dialog.tsx',
    path: '/indices/logs?tab=aliases',
    prepare: anIndex,
    opener: button('Add alias'),
    fill: () => userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'recent'),
    main: 'Add alias',
  },
  {
    file: './aliases/edit-alias-dialog.tsx',
    path: '/indices/logs?tab=aliases',
    prepare: (server) => server.ask('PUT', ['logs'], { aliases: { all: {} } }),
    opener: button('Edit alias all'),
    main: 'Update alias',
  },
];

/** Reviews, which can be sent whatever else is read, and the undoing of a plan that is shown. */
const NEVER_WAITS = ['../review/template-review.tsx', './index-detail/mapping-review.tsx', './plans/plan-screen.tsx'];

const SOURCES = Object.entries(
  import.meta.glob<string>(
    ['./**/*.{ts,tsx}', '../{document-editor,editor,lists,review,shell,frame}/**/*.{ts,tsx}', '!**/*.test.*'],
    { query: '?raw', import: 'default', eager: true },
  ),
);
const READS = /\b(?:useApiQuery|useQuery|useQueries)(?:<[^(]*>)?\(/;
const DIALOG = /<(?:Modal|FormDialog|TypedFormDialog|ConfirmDialog|ReviewDialog)\b/;

/** Files with a dialog that read something, themselves or by a hook of another file. */
function readingDialogs(): readonly string[] {
  const hooks = SOURCES.filter(([, text]) => READS.test(text)).flatMap(([, text]) =>
    [...text.matchAll(/export function (use\w+)/g)].flatMap(([, name]) => name ?? []),
  );
  return SOURCES.filter(
    ([, text]) =>
      DIALOG.test(text) &&
      (READS.test(text) || hooks.some((hook) => new RegExp(`\\b${hook}(?:<[^(]*>)?\\(`).test(text))),
  )
    .map(([file]) => file)
    .toSorted();
}

/** Opens the dialog on a server that no longer answers, until it is released. */
async function openHeld({ path, prepare, lead, opener, fill, answered = 0 }: DialogCase) {
  const server = testServer({ other: embeddedEngine({ storage: memoryEngineStorage(), clock, ids: ulidSource() }) });
  let left = Infinity;
  const http: HttpService = {
    send(request) {
      left -= 1;
      if (left < 0) return new Promise<never>(() => {});
      if (request.path.endsWith('/storage')) return Promise.resolve({ status: 200, body: STORAGE });
      return server.http.send(request);
    },
  };
  const services = await testServices(undefined, { http });
  await prepare?.(server, services);
  await openTestConsole(path, services);
  await lead?.();
  await expect.element(opener).toBeEnabled();
  left = answered;
  await userEvent.click(opener);
  await fill?.();
  return () => void (left = Infinity);
}

describe('dialogs that read something', () => {
  it('are in this sweep', () => {
    const swept = [...new Set([...CASES.map(({ file }) => file), ...NEVER_WAITS])];
    expect(swept.toSorted()).toEqual(readingDialogs());
  });

  it.each(CASES.filter(({ awaited }) => awaited !== undefined))(
    'say what they wait for, and request it anew: $file',
    async (each) => {
      const release = await openHeld(each);
      const dialog = page.getByRole('dialog').last();
      const loading = dialog.getByRole('status').filter({ hasText: `Loading ${each.awaited ?? ''}...` });
      const main = each.main === undefined ? null : dialog.getByRole('button', { name: each.main, exact: true });
      await expect.element(loading).toBeVisible();
      if (main !== null) await expect.element(main).toBeDisabled();
      await expectAccessible();
      release();
      await userEvent.click(dialog.getByRole('button', { name: 'Retry', exact: true }));
      await expect.element(loading).not.toBeInTheDocument();
    },
  );

  it.each(CASES.filter(({ awaited }) => awaited === undefined))(
    'can be submitted before all is read: $file',
    async (each) => {
      await openHeld(each);
      await expect.element(button(each.main ?? '').last()).toBeEnabled();
    },
  );
});
