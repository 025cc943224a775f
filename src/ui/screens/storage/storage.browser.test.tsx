import { encodeTime } from 'ulid';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  StorageFullError,
  type EventStore,
  type RememberedStorage,
  type StorageMemory,
  type StorageMonitor,
  type StorageStatus,
} from '#domain/ports';
import { memoryEventStore } from '../../../infra/memory-event-store.ts';
import { trailHolder, type TrailStatus } from '../../platform/trail.ts';
import { manualTimer, testServices } from '../../testing/test-services.ts';
import { createDraft } from '../../files/import-draft.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';

const target = { distribution: 'elasticsearch', version: '9.5' } as const;
const room = page.getByRole('region', { name: 'Disk usage' });
const stored = page.getByRole('region', { name: 'Stored data' });

function monitorOf(status: StorageStatus, isKept = false): StorageMonitor {
  let isPersisted = status.isPersisted;
  return {
    status: () => Promise.resolve({ ...status, isPersisted }),
    askToPersist: () => {
      isPersisted = isKept;
      return Promise.resolve(isKept);
    },
  };
}

const PLENTY = { isPersisted: false, usageBytes: 12_400_000, quotaBytes: 2_100_000_000 };

/** A store that rejects new events as if it were full while `room.isLeft` is false. */
function fillable(): { readonly store: EventStore; readonly room: { isLeft: boolean } } {
  const store = memoryEventStore();
  const state = { isLeft: true };
  return {
    room: state,
    store: {
      ...store,
      append: (...call) =>
        state.isLeft ? store.append(...call) : Promise.reject(new StorageFullError(new Error('full'))),
    },
  };
}

const RECORDING = {
  kind: 'connected',
  fault: null,
  recorded: {},
  unrecorded: {},
  streamFaults: {},
  people: [],
} as const satisfies TrailStatus;

describe('the warning about the browser’s storage', () => {
  const hint = page.getByText('Your browser may delete drafts when disk space is low');
  /** The list of drafts, with one draft, of a device with this trail. */
  async function openDrafts() {
    const holder = trailHolder();
    const services = await testServices(undefined, { monitor: monitorOf(PLENTY), trail: holder.trail });
    await createDraft(services, {}, { name: 'orders', target });
    await openTestConsole('/drafts', services);
    await expect.element(page.getByRole('link', { name: 'orders' })).toBeVisible();
    return holder;
  }

  it('is not there where the server records every change, nor before that is known', async () => {
    const { set, settle } = await openDrafts();
    expect(hint.elements()).toEqual([]);
    set(RECORDING);
    settle();
    await expect.element(page.getByRole('link', { name: 'orders' })).toBeVisible();
    expect(hint.elements()).toEqual([]);
    set({ ...RECORDING, streamFaults: { 'draft/orders': 'refused' } });
    await expect.element(hint).toBeVisible();
    set({ ...RECORDING, unrecorded: { 'draft/orders': 1 } });
    await expect.element(hint).not.toBeInTheDocument();
    set({ ...RECORDING, kind: 'waiting', fault: 'offline' });
    await expect.element(hint).toBeVisible();
  });

  it('is there where the server keeps no trail', async () => {
    const { settle } = await openDrafts();
    settle();
    await expect.element(hint).toBeVisible();
  });
});

describe('the storage screen', () => {
  it('says how much is used, asks the browser to keep it, and tells the answer', async () => {
    const services = await testServices(memoryEventStore(), { monitor: monitorOf(PLENTY, true) });
    await openTestConsole('/storage', services);
    await expect.element(room.getByText('12 MB of 2.0 GB used (0.6%).')).toBeVisible();
    await expect.element(room.getByText(/Storage is not persistent/)).toBeVisible();
    await expectAccessible();
    await userEvent.click(room.getByRole('button', { name: 'Request persistent storage' }));
    await expect.element(room.getByRole('status')).toHaveTextContent('Storage is now persistent');
    await expect.element(room.getByText(/Storage is persistent/)).toBeVisible();
  });

  it('says whether the server has what the browser may delete', async () => {
    const { trail, set, settle } = trailHolder();
    await openTestConsole('/storage', await testServices(memoryEventStore(), { monitor: monitorOf(PLENTY), trail }));
    const atRisk = room.getByText('The browser may delete your data when disk space is low.');
    settle();
    await expect.element(atRisk).toBeVisible();
    set(RECORDING);
    await expect.element(room.getByText(/the server has your changes: drafts can be restored from it/)).toBeVisible();
    await expect.element(atRisk).not.toBeInTheDocument();
    set({ ...RECORDING, kind: 'waiting', fault: 'offline' });
    await expect.element(atRisk).toBeVisible();
  });

  it('says what to do where the browser does not promise it', async () => {
    await openTestConsole('/storage', await testServices(memoryEventStore(), { monitor: monitorOf(PLENTY) }));
    await userEvent.click(room.getByRole('button', { name: 'Request persistent storage' }));
    await expect.element(room.getByRole('status')).toHaveTextContent('Persistent storage denied');
  });

  it('lists logs by name with their events, and brings a deleted draft back', async () => {
    const services = await testServices();
    const id = await createDraft(services, {}, { name: 'orders', target });
    await createDraft(services, {}, { name: 'logs', target });
    services.drafts.dispatch({ type: 'draft.remove', payload: { id } });
    await services.drafts.whenSaved();
    await openTestConsole('/storage', services);
    await expect.element(stored.getByRole('row', { name: /^logs Draft 1/ })).toBeVisible();
    await expect.element(stored.getByRole('row', { name: /^orders Deleted, log kept 1/ })).toBeVisible();
    await expect.element(stored.getByRole('row', { name: /^List of drafts/ })).toBeVisible();
    await userEvent.click(stored.getByRole('button', { name: 'Restore orders' }));
    await expect.element(stored.getByRole('link', { name: 'orders' })).toBeVisible();
    await expect.element(page.getByText('Restored draft orders')).toBeInTheDocument();
    await expectAccessible();
  });

  it('warns on every screen when little room is left', async () => {
    await openTestConsole(
      '/drafts',
      await testServices(memoryEventStore(), {
        monitor: monitorOf({ isPersisted: true, usageBytes: 850, quotaBytes: 1000 }),
      }),
    );
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Storage is almost full850 B of 1000 B used (85%).');
    await expectAccessible();
    await userEvent.click(page.getByRole('link', { name: 'Manage storage' }));
    await expect.element(room.getByRole('meter', { name: 'Disk usage' })).toBeVisible();
  });
});

describe('a storage without room', () => {
  it('is said on every screen until the timer finds room, and a draft that was left keeps its changes', async () => {
    const { store, room: left } = fillable();
    const timer = manualTimer();
    const services = await testServices(store, { timer });
    const draftId = await createDraft(
      services,
      { properties: { host: { type: 'keyword' } } },
      { name: 'orders', target },
    );
    await services.drafts.whenSaved();
    await openTestConsole(`/drafts/${draftId}?field=%2Fproperties%2Fhost`, services);
    left.isLeft = false;
    await userEvent.fill(page.getByRole('textbox', { name: 'Field name' }), 'server');
    await userEvent.keyboard('{Enter}');
    const alarm = page.getByRole('alert').filter({ hasText: 'No disk space left: 1 unsaved change' });
    await expect.element(alarm).toBeVisible();
    await expectAccessible();
    await userEvent.click(page.getByRole('link', { name: 'Drafts' }).first());
    await expect.element(page.getByRole('heading', { name: 'Drafts', level: 1 })).toBeVisible();
    await expect.element(alarm).toBeVisible();
    await userEvent.click(page.getByRole('link', { name: 'orders' }));
    await expect.element(page.getByRole('row', { name: /^server / })).toBeVisible();
    timer.tick();
    await expect.element(alarm).toBeVisible();
    left.isLeft = true;
    timer.tick();
    await expect.element(alarm).not.toBeInTheDocument();
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await store.read(`draft/${draftId}`)).toHaveLength(2);
  });
});

describe('a storage that comes back empty', () => {
  const title = 'The 3 drafts on this device are gone';
  const alarm = page.getByRole('alert').filter({ hasText: title });

  function remembering(
    start: RememberedStorage | null,
  ): StorageMemory & { readonly kept: () => RememberedStorage | null } {
    let kept = start;
    return { recall: () => kept, remember: (stored) => void (kept = stored), kept: () => kept };
  }

  const BEFORE = { drafts: 3, seenAt: '2026-11-20T12:00:00.000Z' };
  const NOW = '2026-11-21T03:10:08.123Z';

  it('is said on every screen, with the way to a backup, until it is dismissed for good', async () => {
    const memory = remembering(BEFORE);
    await openTestConsole('/drafts', await testServices(memoryEventStore(), { memory, isNewStorage: true }));
    await expect
      .element(alarm)
      .toHaveTextContent(
        /They were last seen on Friday,? 20 November 2026 .*Import a backup to restore them. If a server records your changes, the Drafts screen offers to restore them/,
      );
    await expectAccessible();
    await userEvent.click(alarm.getByRole('link', { name: 'Import backup' }));
    await expect.element(page.getByRole('button', { name: 'Import backup' })).toBeVisible();
    await expect.element(alarm).toBeVisible();
    alarm.getByRole('button', { name: 'Dismiss' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(alarm).not.toBeInTheDocument();
    expect(memory.kept()).toEqual({ drafts: 0, seenAt: NOW, list: expect.any(String) });
  });

  it('is said again after a reload, while new drafts are counted', async () => {
    const memory = remembering(BEFORE);
    const store = memoryEventStore();
    const first = await testServices(store, { memory, isNewStorage: true });
    await createDraft(first, {}, { name: 'orders', target });
    expect(memory.kept()).toEqual({ drafts: 1, seenAt: NOW, list: expect.any(String), lost: BEFORE });
    await openTestConsole('/drafts', await testServices(store, { memory }));
    await expect.element(alarm).toBeVisible();
  });

  it('is said where the list of drafts is another one, also by tabs and visits that did not make the storage', async () => {
    const memory = remembering(null);
    await createDraft(await testServices(memoryEventStore(), { memory }), {}, { name: 'orders', target });
    expect(memory.kept()).toMatchObject({ drafts: 1 });
    const fresh = memoryEventStore();
    // The visit that created the storage was killed before it could record that.
    const { loss } = await testServices(fresh, { memory });
    expect(loss.getSnapshot()).toEqual({ drafts: 1, seenAt: NOW });
    expect((await testServices(fresh, { memory })).loss.getSnapshot()).toEqual({ drafts: 1, seenAt: NOW });
    loss.dismiss();
    expect((await testServices(fresh, { memory })).loss.getSnapshot()).toBeNull();
  });

  it('is not said where all drafts were deleted here', async () => {
    const memory = remembering(null);
    const store = memoryEventStore();
    const first = await testServices(store, { memory });
    const id = await createDraft(first, {}, { name: 'orders', target });
    const whileThere = memory.kept();
    first.drafts.dispatch({ type: 'draft.remove', payload: { id } });
    await first.drafts.whenSaved();
    // The state after a browser was killed before it had written the memory again.
    expect((await testServices(store, { memory: remembering(whileThere) })).loss.getSnapshot()).toBeNull();
  });

  const older = `${encodeTime(Date.parse(NOW) - 60_000, 10)}${'0'.repeat(16)}`;
  const younger = `${encodeTime(Date.parse(NOW) + 60_000, 10)}${'0'.repeat(16)}`;
  const tooOld = page.getByRole('alert').filter({ hasText: 'This draft is older than what is stored here' });
  const none = page.getByRole('heading', { name: 'There is no such draft on this device' });

  it('is said on the page of a draft that is older than the storage, though nothing is remembered', async () => {
    await openTestConsole(`/drafts/${older}`, await testServices());
    await expect.element(none).toBeVisible();
    await expect.element(tooOld).toHaveTextContent(/was reset on .*21 November 2026/);
    await expectAccessible();
    await userEvent.click(tooOld.getByRole('link', { name: 'Import backup' }));
    await expect.element(page.getByRole('button', { name: 'Import backup' })).toBeVisible();
  });

  it('is said once on the page of a draft where it is remembered', async () => {
    await openTestConsole(
      `/drafts/${older}`,
      await testServices(memoryEventStore(), { memory: remembering(BEFORE), isNewStorage: true }),
    );
    await expect.element(alarm).toBeVisible();
    await expect.element(none).toBeVisible();
    expect(tooOld.elements()).toEqual([]);
  });

  it('is not said of a draft that could have been deleted here', async () => {
    await openTestConsole(`/drafts/${younger}`, await testServices());
    await expect.element(none).toBeVisible();
    expect(page.getByRole('alert').elements()).toEqual([]);
  });

  it('is not said where nothing was there, where it is the same storage, or where nothing is remembered', async () => {
    const memories = [remembering({ ...BEFORE, drafts: 0 }), remembering(null)];
    for (const memory of memories)
      expect((await testServices(memoryEventStore(), { memory, isNewStorage: true })).loss.getSnapshot()).toBeNull();
    expect((await testServices(memoryEventStore(), { memory: remembering(BEFORE) })).loss.getSnapshot()).toBeNull();
  });
});
