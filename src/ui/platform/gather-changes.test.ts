import { describe, expect, it } from 'vitest';
import { addField, keyword } from '../../../tests/builders/sessions.ts';
import { ADA, stampSource } from '../../fuzz/generate/stamps.ts';
import { indexStream, liveDocument, LIVE_MAPPINGS_AT } from '#domain/document';
import { memoryEventStore, memoryHome } from '../../infra/memory-event-store.ts';
import { openDocument } from '../../machines/document-session.ts';
import { gatherChanges } from './gather-changes.ts';
import type { TrailStatus } from './trail.ts';

const STREAM = indexStream({ cluster: 'c', name: 'logs', uuid: 'u1' });
const NOW = '2026-11-24T06:00:00.000Z';

const CONNECTED: TrailStatus = {
  kind: 'connected',
  fault: null,
  recorded: {},
  unrecorded: {},
  streamFaults: {},
  people: [],
};

/** A live mapping with a change, a trail that the test advances, and a timer that the test ends. */
async function withChange({ stream = STREAM, takes = true } = {}) {
  const stamp = stampSource(1);
  const ports = {
    ...{
      store: memoryEventStore(memoryHome()),
      clock: { now: () => NOW },
      ids: { next: () => stamp().id },
      author: ADA,
    },
  };
  const found = liveDocument({ properties: { a: keyword } });
  const document = await openDocument(ports, { stream, mappingsAt: LIVE_MAPPINGS_AT, found });
  const reduced = document.dispatch(addField('b'));
  const id = 'event' in reduced ? reduced.event.id : '';
  const state: { status: TrailStatus | null } = { status: CONNECTED };
  const listeners = new Set<() => void>();
  const timers = new Set<() => void>();
  const services = {
    trail: {
      getSnapshot: () => state.status,
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      controls: () => ({ takes: () => takes }) as never,
      reach: { getSnapshot: () => 'known' as const, subscribe: () => () => undefined },
    },
    timer: {
      every: (_: number, run: () => void) => {
        timers.add(run);
        return () => timers.delete(run);
      },
    },
  };
  return {
    ...{ document, services, id, timers, listeners },
    set(status: TrailStatus | null) {
      state.status = status;
      for (const listener of [...listeners]) listener();
    },
  };
}

describe('the changes that a request is made of', () => {
  it('are told once the server has recorded them', async () => {
    const { document, services, id, set, timers, listeners } = await withChange();
    let waits = 0;
    const gathered = gatherChanges(services, document, { onWait: () => waits++ });
    set({ ...CONNECTED, recorded: { [STREAM]: 1 } });
    expect(listeners.size).toBe(1);
    set({ ...CONNECTED, recorded: { [STREAM]: 2 } });
    expect(await gathered).toEqual({ changes: { stream: STREAM, events: [id] }, isUnrecorded: false });
    expect([waits, timers.size, listeners.size]).toEqual([1, 0, 0]);
  });

  it('do not wait for what the cluster was found to have since, which is held with the next change', async () => {
    const { document, services, id, set } = await withChange();
    const mappings = { properties: { a: keyword, theirs: keyword } };
    expect(document.dispatch({ type: 'mapping.follow', payload: { mappings } }, 'reading')).toHaveProperty('event');
    set({ ...CONNECTED, recorded: { [STREAM]: 2 } });
    let waits = 0;
    expect(await gatherChanges(services, document, { onWait: () => waits++ })).toEqual({
      changes: { stream: STREAM, events: [id] },
      isUnrecorded: false,
    });
    expect(waits).toBe(0);
  });

  it('are told as not recorded where that takes too long', async () => {
    const { document, services, id, timers } = await withChange();
    const gathered = gatherChanges(services, document);
    for (const end of timers) end();
    expect(await gathered).toEqual({ changes: { stream: STREAM, events: [id] }, isUnrecorded: true });
  });

  it.each([
    ['the server is away', { ...CONNECTED, kind: 'waiting', fault: 'offline' }],
    ['it can’t be now', { ...CONNECTED, streamFaults: { [STREAM]: 'refused' } }],
  ] as const)('are told at once where %s', async (_, status) => {
    const { document, services, id, set } = await withChange();
    set(status);
    expect(await gatherChanges(services, document)).toEqual({
      changes: { stream: STREAM, events: [id] },
      isUnrecorded: true,
    });
  });

  it.each([
    ['keeps no trail', null],
    ['keeps none of drafts', { ...CONNECTED, kind: 'absent' }],
  ] as const)('are told where the server %s, and nothing is missing', async (_, status) => {
    const { document, services, set } = await withChange();
    set(status);
    expect(await gatherChanges(services, document)).toMatchObject({ changes: { stream: STREAM }, isUnrecorded: false });
  });

  it('are told where the stream stays on this device', async () => {
    const { document, services } = await withChange({ takes: false });
    expect(await gatherChanges(services, document)).toMatchObject({ isUnrecorded: false });
  });

  it('are not told of a stream that the caller may not read, or that names no cluster', async () => {
    const { document, services, set } = await withChange();
    set({ ...CONNECTED, streamFaults: { [STREAM]: 'forbidden' } });
    expect(await gatherChanges(services, document)).toEqual({ changes: undefined, isUnrecorded: true });
    const unnamed = await withChange({ stream: indexStream({ name: 'logs', uuid: 'u1' }) });
    expect(await gatherChanges(unnamed.services, unnamed.document)).toEqual({
      changes: undefined,
      isUnrecorded: false,
    });
  });

  it('are none where all of them are left out', async () => {
    const { document, services } = await withChange();
    const leftOut = ['/mappings/properties/b'];
    expect(await gatherChanges(services, document, { leftOut })).toEqual({ changes: undefined, isUnrecorded: false });
  });
});
