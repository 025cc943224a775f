import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draftStream, lintRulesStream, switchedOffRules } from '#domain/commands';
import type { Author } from '#domain/events';
import { formatLog, openLog } from '#domain/log';
import type { HttpService } from '#domain/ports';
import { parseRecoveryCode } from '#domain/wire';
import { deviceAuthor } from '../../infra/device-author.ts';
import { deviceSecret } from '../../infra/device-secret.ts';
import { indexedDbEventStore } from '../../infra/indexed-db-event-store.ts';
import { testDatabase, type TestDatabase } from '../../infra/test-database.ts';
import { ulidSource } from '../../infra/platform.ts';
import type { DocumentSession } from '../../machines/document-session.ts';
import type { Services } from '../platform/services.ts';
import { withAuthor } from '../platform/author-header.ts';
import { consoleApi } from '../platform/console-api.ts';
import { draftById } from '../platform/draft-list.ts';
import { trailHolder, type TrailControls } from '../platform/trail.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestConsole } from '../testing/open-test-console.tsx';
import { testServer } from '../testing/test-http.ts';
import { testServices } from '../testing/test-services.ts';
import { openTrail } from './open-trail.ts';

const ADA: Author = { id: '01ADA', name: 'Ada Lovelace', verified: false };
const BOB: Author = { id: '01BOB', name: 'Bob', verified: false };
const keyword = { type: 'keyword' };

interface Device {
  readonly services: Services;
  readonly home: TestDatabase;
  /** How often its page was reloaded. */
  readonly reloads: readonly true[];
  close(): Promise<void>;
}

let devices: Device[];
let http: HttpService;
/** The server does not answer. */
let isAway: boolean;
/** Appends reach the server once this is resolved. */
let heldAppends: Promise<void>;
/** Path of each request that the server was sent. */
let sent: string[];
/** Status and path of each request that the server refused. */
let refused: string[];

/** A browser with a new database, or with that of before a reload. */
async function openDevice(author: Author, home: TestDatabase = testDatabase()): Promise<Device> {
  const database = await home.open();
  const secret = await deviceSecret(database);
  const holder = trailHolder();
  const services = await testServices(indexedDbEventStore(database), {
    author,
    http: withAuthor(http, () => ({ author, secret })),
    trail: holder.trail,
  });
  const reloads: true[] = [];
  const close = openTrail(database, services, holder, () => void reloads.push(true));
  const device = {
    services,
    home,
    reloads,
    close,
  };
  devices.push(device);
  return device;
}

async function openDraft({ services }: Device, id: string, startWith?: object): Promise<DocumentSession> {
  return services.documents.open({
    stream: draftStream(id),
    mappingsAt: '',
    ...(startWith && { startWith: startWith as never }),
  });
}

async function newDraft(device: Device, id: string): Promise<DocumentSession> {
  device.services.drafts.dispatch({
    type: 'draft.add',
    payload: {
      id,
      draft: {
        name: 'orders',
        target: { distribution: 'elasticsearch', version: '8.15' },
        mappingsAt: '',
        kind: 'mappings',
        createdAt: '2026-01-01T00:00:00.000Z',
      },
    },
  });
  return openDraft(device, id, { properties: { host: keyword } });
}

const add = (name: string) => ({ type: 'field.add', payload: { parent: null, name, definition: keyword } }) as const;
const fieldsOf = (session: DocumentSession) =>
  Object.keys((session.getSnapshot().state.body as { readonly properties: object }).properties);

/** All of a device's events are recorded. */
async function whenRecorded({ services }: Device): Promise<void> {
  await Promise.all(services.documents.all().map((session) => session.whenSaved()));
  const versions = Object.fromEntries((await services.store.streams()).map(({ stream, version }) => [stream, version]));
  await expect.poll(() => services.trail.getSnapshot()).toMatchObject({ kind: 'connected', recorded: versions });
}

async function shareWith(from: Device, to: Device, id: string): Promise<void> {
  await from.services.trail.controls()?.share(draftStream(id), true);
  await expect.poll(() => to.services.trail.controls()).not.toBeNull();
  const shared = (await to.services.trail.controls()?.listShared()) ?? [];
  expect(shared).toMatchObject([
    { stream: draftStream(id), owner: from.services.author.name, draft: { name: 'orders' } },
  ]);
  for (const draft of shared) await to.services.trail.controls()?.takeUp(draft);
}

/** A recovery code of the author of a device. */
async function codeOf({ services }: Device): Promise<string> {
  return (await services.trail.controls()?.makeRecoveryCode()) ?? '';
}

/** Proves an author on a device, and restores nothing. */
async function prove({ services }: Device, text: string): Promise<void> {
  const code = parseRecoveryCode(text);
  if (code === null) throw new Error('This is no code.');
  await consoleApi(services.http, null).call('trail.prove', { body: { author: code.author, code: code.secret } });
}

beforeEach(() => {
  devices = [];
  isAway = false;
  heldAppends = Promise.resolve();
  sent = [];
  refused = [];
  const server = testServer();
  http = {
    async send(request) {
      if (isAway) throw new TypeError('Failed to fetch');
      if (request.path.endsWith('/trail/append')) await heldAppends;
      sent.push(request.path);
      const answer = await server.http.send(request);
      if (answer.status >= 400) refused.push(`${String(answer.status)} ${request.path}`);
      return answer;
    },
  };
});
afterEach(async () => {
  for (const device of devices) await device.close();
  for (const { home } of devices) await home.destroy();
});

describe('drafts on a server', () => {
  it('are recorded as they are edited, and stay the same on both sides', async () => {
    const ada = await openDevice(ADA);
    const session = await newDraft(ada, 'a');
    await whenRecorded(ada);
    session.dispatch(add('ip'));
    await whenRecorded(ada);
    const records = await ada.services.store.read(draftStream('a'));
    const names = await ada.services.store.authorNames?.();
    const { events } = openLog(records, names && { names });
    expect(events.map(({ format, author, recordedAt }) => [format, author.name, typeof recordedAt])).toEqual([
      [2, 'Ada Lovelace', 'string'],
      [2, 'Ada Lovelace', 'string'],
    ]);
  });

  it('wait for room where the disk is full, and report no fault of the console', async () => {
    const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put')?.value as IDBObjectStore['put'];
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
      if (this.name === 'names') throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      return put.apply(this, args);
    });
    const reported = vi.spyOn(console, 'error');
    const ada = await openDevice(ADA);
    await newDraft(ada, 'a');
    await expect.poll(() => ada.services.trail.getSnapshot()).toMatchObject({ kind: 'waiting', fault: 'failed' });
    expect(full).toHaveBeenCalled();
    full.mockRestore();
    ada.services.trail.controls()?.retry();
    await whenRecorded(ada);
    expect(reported).not.toHaveBeenCalled();
    reported.mockRestore();
  });

  it('are private until they are shared, and then edited together', async () => {
    const [ada, bob] = [await openDevice(ADA), await openDevice(BOB)];
    const mine = await newDraft(ada, 'a');
    await whenRecorded(ada);
    await expect.poll(() => bob.services.trail.getSnapshot()?.kind).toBe('connected');
    expect(await bob.services.trail.controls()?.listShared()).toEqual([]);
    await shareWith(ada, bob, 'a');
    expect(draftById(bob.services.drafts.getSnapshot().state.body, 'a')).toMatchObject({ name: 'orders' });
    const theirs = await openDraft(bob, 'a');
    expect(fieldsOf(theirs)).toEqual(['host']);
    theirs.dispatch(add('theirs'));
    await expect.poll(() => fieldsOf(mine)).toEqual(['host', 'theirs']);
    mine.dispatch({ type: 'field.edit', payload: { field: '/properties/theirs', name: 'ours' } });
    await expect.poll(() => fieldsOf(theirs)).toEqual(['host', 'ours']);
    // Undo is per author: Bob's undoes Bob's last change, whatever Ada has changed since.
    mine.dispatch(add('mine'));
    await expect.poll(() => fieldsOf(theirs)).toEqual(['host', 'ours', 'mine']);
    expect(theirs.dispatch({ type: 'history.undo', payload: {} })).toMatchObject({
      event: { summary: 'Undo: Add theirs (keyword)' },
    });
    await expect.poll(() => fieldsOf(mine)).toEqual(['host', 'mine']);
  });

  it('have the same rules of lint switched off for both, also where both begin at once', async () => {
    const [ada, bob] = [await openDevice(ADA), await openDevice(BOB)];
    await newDraft(ada, 'a');
    await whenRecorded(ada);
    await shareWith(ada, bob, 'a');
    const stream = lintRulesStream(draftStream('a'));
    const open = ({ services }: Device) => services.documents.open({ stream, beginsWith: {} });
    const [mine, theirs] = [await open(ada), await open(bob)];
    for (const { services } of [ada, bob]) services.trail.controls()?.look(stream);
    const off = (rule: string, reason: string) => ({ type: 'lintRule.switchOff', payload: { rule, reason } }) as const;
    mine.dispatch(off('date-as-text', 'never compared'));
    theirs.dispatch(off('nested-in-nested', 'few lines'));
    for (const session of [mine, theirs])
      await expect
        .poll(() => session.getSnapshot().state.body)
        .toEqual({ 'date-as-text': 'never compared', 'nested-in-nested': 'few lines' });
    expect(
      switchedOffRules(theirs.getSnapshot().state)
        .map(({ since }) => since?.event.author.name)
        .toSorted(),
    ).toEqual([ADA.name, BOB.name].toSorted());
    for (const session of [mine, theirs]) expect(session.getSnapshot().parked).toEqual([]);
  });

  it('take in what both did while the server was away, each event once', async () => {
    const [ada, bob] = [await openDevice(ADA), await openDevice(BOB)];
    const mine = await newDraft(ada, 'a');
    await whenRecorded(ada);
    await shareWith(ada, bob, 'a');
    const theirs = await openDraft(bob, 'a');
    await whenRecorded(bob);
    isAway = true;
    for (let count = 0; count < 5; count++) {
      mine.dispatch(add(`mine${String(count)}`));
      theirs.dispatch(add(`theirs${String(count)}`));
    }
    await expect.poll(() => ada.services.trail.getSnapshot()).toMatchObject({ unrecorded: { 'draft/a': 5 } });
    isAway = false;
    ada.services.trail.controls()?.retry();
    bob.services.trail.controls()?.retry();
    await expect.poll(() => fieldsOf(mine).length).toBe(11);
    await expect.poll(() => fieldsOf(theirs)).toEqual(fieldsOf(mine));
    await whenRecorded(ada);
    await whenRecorded(bob);
    expect(formatLog(await bob.services.store.read('draft/a'))).toBe(
      formatLog(await ada.services.store.read('draft/a')),
    );
  });

  it('show who else is there, and which field each has open', async () => {
    const [ada, bob] = [await openDevice(ADA), await openDevice(BOB)];
    await newDraft(ada, 'a');
    await whenRecorded(ada);
    await shareWith(ada, bob, 'a');
    await openTestConsole('/drafts/a', ada.services);
    // Who else is there is only shown for streams that are known to be recorded.
    await whenRecorded(bob);
    bob.services.trail.controls()?.say('draft/a', '/properties/host');
    await expect.element(page.getByRole('list', { name: 'Also here' })).toHaveTextContent('Bob is editing host');
    bob.services.trail.controls()?.say('draft/a', null);
    await expect.element(page.getByRole('list', { name: 'Also here' })).toHaveTextContent('Bob is here');
  });

  it('tell others of who opened one before the server had it, as soon as it has', async () => {
    const ada = await openDevice(ADA);
    let append: () => void = () => undefined;
    heldAppends = new Promise((resolve) => (append = resolve));
    await newDraft(ada, 'a');
    await expect.poll(() => ada.services.trail.controls()).not.toBeNull();
    const say = vi.spyOn(ada.services.trail.controls() as TrailControls, 'say');
    await openTestConsole('/drafts/a', ada.services);
    await expect.poll(() => say.mock.calls).toEqual([['draft/a', null]]);
    const told = () => sent.filter((path) => path.endsWith('/trail/present'));
    expect(told()).toEqual([]);
    append();
    await whenRecorded(ada);
    // The timer of the test never repeats it.
    await expect.poll(told).toHaveLength(1);
  });

  it('say in the header what is not recorded, and why', async () => {
    const ada = await openDevice(ADA);
    const session = await newDraft(ada, 'a');
    await whenRecorded(ada);
    await openTestConsole('/drafts/a', ada.services);
    await expect.element(page.getByRole('button', { name: 'Recorded' })).toBeVisible();
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(page.getByText('Recorded', { exact: true }).element().getBoundingClientRect().width).toBeLessThan(2);
    isAway = true;
    session.dispatch(add('ip'));
    // The server is named for screen readers only, until it does not record.
    const widthOf = (words: string) => page.getByText(words, { exact: true }).element().getBoundingClientRect().width;
    await expect.poll(() => widthOf('1 not yet recorded')).toBeGreaterThan(50);
    await userEvent.click(page.getByRole('button', { name: '1 not yet recorded' }));
    await expect.element(page.getByText(/^Can’t reach the Mapledger server/)).toBeVisible();
    // Not before: it would be recorded without a press by then.
    document.addEventListener('pointerdown', () => (isAway = false), { once: true, capture: true });
    await userEvent.click(page.getByRole('button', { name: 'Retry' }));
    await expect.element(page.getByText('The server has a copy of every change.')).toBeVisible();
  });

  it('are shared from the header, and offered to others on the list of drafts', async () => {
    const [ada, bob] = [await openDevice(ADA), await openDevice(BOB)];
    await newDraft(ada, 'a');
    await whenRecorded(ada);
    await ada.services.trail.controls()?.share('draft/a', true);
    await expect.poll(() => bob.services.trail.getSnapshot()?.kind).toBe('connected');
    const { router } = await openTestConsole('/drafts', bob.services);
    await userEvent.click(page.getByRole('button', { name: 'Open shared draft orders' }));
    await expect.poll(() => router.state.location.pathname).toContain('a');
    await expect.element(page.getByRole('treegrid', { name: 'Fields' })).toHaveTextContent('host');
  });

  it('are found on the server by a browser that has proved to be their author, and has none', async () => {
    const ada = await openDevice(ADA);
    await newDraft(ada, 'a');
    await whenRecorded(ada);
    const empty = await openDevice({ ...BOB, id: '01NEW', name: 'Unnamed author' });
    await expect.poll(() => empty.services.trail.getSnapshot()?.kind).toBe('connected');
    expect(await empty.services.trail.controls()?.listAuthors()).toEqual([]);
    await prove(empty, await codeOf(ada));
    const authors = (await empty.services.trail.controls()?.listAuthors()) ?? [];
    expect(authors).toMatchObject([{ id: ADA.id, name: ADA.name, drafts: 1 }]);
    await openTestConsole('/drafts', empty.services);
    await expect.element(page.getByText('Drafts found on the server')).toBeVisible();
    await expect.element(page.getByText(/1 draft by Ada Lovelace/)).toBeVisible();
  });

  it('are restored on a device that has recorded a list of its own, and go on as those of their author', async () => {
    const ada = await openDevice(ADA);
    await newDraft(ada, 'a');
    await whenRecorded(ada);
    const empty = await openDevice({ ...BOB, id: '01NEW', name: 'Unnamed author' });
    await newDraft(empty, 'b');
    await whenRecorded(empty);
    const otherTab = await openDevice(empty.services.author, empty.home);
    const controls = empty.services.trail.controls();
    const stranger = { id: ADA.id, name: ADA.name, drafts: 1, lastAt: '' };
    await expect(controls?.restore(stranger)).rejects.toThrow('can’t prove that it is Ada Lovelace');
    await expect(controls?.restoreByCode('a guess')).rejects.toThrow('This is not a recovery code.');
    const code = await codeOf(ada);
    await controls?.restoreByCode(code);
    await expect(controls?.restoreByCode(code)).rejects.toThrow('was used already');
    refused = [];
    expect(empty.reloads).toHaveLength(1);
    await expect.poll(() => otherTab.reloads).toHaveLength(1);
    await empty.close();
    await otherTab.close();
    const author = await deviceAuthor(await empty.home.open(), ulidSource());
    expect(author).toEqual(ADA);
    const restored = await openDevice(author, empty.home);
    await expect.poll(() => restored.services.trail.getSnapshot()?.kind).toBe('connected');
    expect(draftById(restored.services.drafts.getSnapshot().state.body, 'a')).toMatchObject({ name: 'orders' });
    const session = await openDraft(restored, 'a');
    session.dispatch(add('ip'));
    await expect.poll(() => restored.services.trail.getSnapshot()?.recorded['draft/a']).toBe(2);
    expect(refused).toEqual([]);
  });
});

describe('a browser whose author somebody else has proved', () => {
  it('keeps its changes, says what to do, and records them once it is restored by a code', async () => {
    const ada = await openDevice(ADA);
    await newDraft(ada, 'a');
    await whenRecorded(ada);
    const code = await codeOf(ada);
    // The same author with another secret, as after the storage was restored from a copy.
    const other = await openDevice(ADA);
    const session = await newDraft(other, 'b');
    session.dispatch(add('ip'));
    await session.whenSaved();
    await expect.poll(() => other.services.trail.getSnapshot()?.streamFaults['draft/b']).toBe('unproved');
    await openTestConsole('/drafts/b', other.services);
    await userEvent.click(page.getByRole('button', { name: '2 not yet recorded' }));
    await expect.element(page.getByText(/^This browser can’t prove that it is Ada Lovelace\. Restore/)).toBeVisible();
    await userEvent.click(page.getByRole('link', { name: 'Settings' }).last());
    await userEvent.fill(page.getByRole('textbox', { name: 'Restore with a recovery code' }), code);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => other.reloads).toHaveLength(1);
    other.services.trail.controls()?.retry();
    await expect.poll(() => other.services.trail.getSnapshot()?.recorded['draft/b']).toBe(2);
  });
});

describe('the recovery code in the settings', () => {
  it('is shown once, and restores the author in another browser', async () => {
    const ada = await openDevice(ADA);
    await newDraft(ada, 'a');
    await whenRecorded(ada);
    await openTestConsole('/settings', ada.services);
    await userEvent.fill(page.getByRole('textbox', { name: 'Restore with a recovery code' }), 'a guess');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('This is not a recovery code. Paste all of it.')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Create recovery code' }));
    const shown = page.getByLabelText('Your recovery code');
    await expect.element(shown).toHaveTextContent(/^01ADA\.[A-Z2-7-]{39}$/);
    await expectAccessible();
    const empty = await openDevice({ ...BOB, id: '01NEW' });
    await expect.poll(() => empty.services.trail.getSnapshot()?.kind).toBe('connected');
    await empty.services.trail.controls()?.restoreByCode(shown.element().textContent);
    expect(empty.reloads).toHaveLength(1);
  });
});

describe('a server without a trail', () => {
  it('is as before', async () => {
    http = { send: () => Promise.resolve({ status: 404, body: '{"message":"Not found."}' }) };
    const ada = await openDevice(ADA);
    const session = await newDraft(ada, 'a');
    session.dispatch(add('ip'));
    await session.whenSaved();
    await openTestConsole('/drafts/a', ada.services);
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(ada.services.trail.getSnapshot()).toBeNull();
    expect(page.getByRole('button', { name: /recorded/i }).query()).toBeNull();
  });
});
