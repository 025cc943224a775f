import { beforeEach, describe, expect, it } from 'vitest';
import { fakeTrail, type FakeTrail } from '../../tests/builders/fake-trail.ts';
import {
  addField,
  editField,
  openSession,
  removeField,
  STREAM,
  type OpenedSession,
} from '../../tests/builders/sessions.ts';
import { ADA, BOB, stampSource } from '../fuzz/generate/stamps.ts';
import { reduce, type DocumentCommand } from '#domain/commands';
import { openState } from '#domain/document';
import { commitmentTo, RULES, type DocumentEvent } from '#domain/events';
import { overridesIn } from '#domain/history';
import { EMPTY_HEAD, formatLog, openLog, sealAfter } from '#domain/log';
import { TrailError, type TrailFault, type TrailReplica, type TrailService } from '#domain/ports';
import { verifyRecords } from '#domain/proof';
import { memoryEventStore, memoryHome, type MemoryHome } from '../infra/memory-event-store.ts';
import { memoryTrailReplica } from '../infra/memory-trail-replica.ts';
import type { DocumentSession } from './document-session.ts';
import { trailUploader, type TrailUploader } from './trail-uploader.ts';

const { signal } = new AbortController();
const fields = { properties: { a: { type: 'keyword' } } };
const NOW = '2026-11-22T10:00:00.000Z';

describe('the uploader', () => {
  let trail: FakeTrail;
  let home: MemoryHome;
  /** Replaces calls between the uploader and the server. */
  let between: Partial<TrailService>;
  let replica: TrailReplica;
  let uploader: TrailUploader;
  const local = () => home.logs.get(STREAM) ?? [];
  const recorded = () => trail.logs.get(STREAM) ?? [];
  const fieldsOf = (session: DocumentSession) =>
    Object.keys((session.getSnapshot().state.body as { readonly properties: object }).properties);
  const sync = () => uploader.sync(STREAM, signal);
  const open = (options: OpenedSession = {}) => openSession(home, { startWith: fields, ...options });
  const add = async (session: DocumentSession, ...names: readonly string[]) => {
    for (const name of names) session.dispatch(addField(name));
    await session.whenSaved();
  };

  /** Another client records commands on what the server has. */
  function recordByOther(...commands: readonly DocumentCommand[]): void {
    for (const command of commands) {
      const state = openState({ body: undefined }, openLog(recorded()).events);
      const reduced = reduce(state, command, stampSource(70 + recorded().length)(BOB));
      if (!('event' in reduced)) throw new Error(`${command.type} came to nothing.`);
      trail.record(STREAM, [reduced.event]);
    }
  }

  /** A server with other records of the same stream. */
  function foreignTrail(): FakeTrail {
    const foreign = fakeTrail();
    const [event] = openLog(recorded()).events;
    if (event === undefined) throw new Error('Nothing is recorded.');
    foreign.record(STREAM, [
      { ...event, id: 'another' },
      { ...event, id: 'and another' },
    ]);
    return foreign;
  }

  /** Expects that this device and the server have the same events, each once. */
  function expectSame(count: number): void {
    expect(formatLog(local())).toBe(formatLog(recorded()));
    expect(new Set(openLog(recorded()).events.map(({ id }) => id)).size).toBe(count);
    expect(recorded()).toHaveLength(count);
    expect(home.recorded.get(STREAM)?.version).toBe(count);
  }

  async function expectFault(fault: TrailFault, message?: string): Promise<void> {
    const error: unknown = await sync().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TrailError);
    expect(error).toMatchObject({ fault, ...(message !== undefined && { message }) });
  }

  function uploaderWith(service: TrailService): TrailUploader {
    return trailUploader({
      store: memoryEventStore(home),
      replica,
      service,
      clock: { now: () => NOW },
      mappingsAtOf: () => '',
    });
  }

  beforeEach(() => {
    trail = fakeTrail();
    home = memoryHome();
    between = {};
    replica = memoryTrailReplica(home, (change) => home.openStores.forEach((store) => store.tell(change)));
    uploader = uploaderWith({
      append: (...call) => (between.append ?? trail.service.append)(...call),
      read: (...call) => (between.read ?? trail.service.read)(...call),
      prove: trail.service.prove,
      streams: (...call) => trail.service.streams(...call),
      changes: (...call) => trail.service.changes(...call),
    });
  });

  it('sends the reason of an imported event as one line, and its time as a date of the calendar', async () => {
    const session = await open();
    await add(session, 'b');
    const odd = { at: '2026-02-30T10:00:00.000Z', reason: 'OPS-1\napproved by \u202eada' };
    const events = openLog(local()).events.map((event, index) => (index === 1 ? { ...event, ...odd } : event));
    const outbox = sealAfter(STREAM, EMPTY_HEAD, events);
    await replica.rewrite(await replica.read(STREAM), { recorded: [], outbox, isRebased: false });
    await sync();
    expect(openLog(recorded()).events[1]).toMatchObject({
      at: '2026-03-02T10:00:00.000Z',
      reason: 'OPS-1 approved by ada',
    });
    expect(verifyRecords(recorded()).ok).toBe(true);
    expectSame(2);
  });

  it('takes in what was sent unasked, and reads only what is missing', async () => {
    const session = await open();
    await sync();
    const reads: number[] = [];
    between.read = (stream, after) => {
      reads.push(after);
      return trail.service.read(stream, after);
    };
    const tailAfter = (after: number) => ({ after, records: recorded().slice(after), names: [] });
    const offerAndSync = async (after: number) => {
      uploader.offer(STREAM, tailAfter(after));
      uploader.noteVersion(STREAM, recorded().length);
      await sync();
      expectSame(recorded().length);
    };
    recordByOther(addField('b'));
    await offerAndSync(1);
    // Some of it is here already.
    recordByOther(addField('c'));
    await offerAndSync(1);
    // Two tails that follow one another.
    recordByOther(addField('d'));
    uploader.offer(STREAM, tailAfter(3));
    recordByOther(addField('e'));
    await offerAndSync(4);
    // On top of local edits that were made meanwhile.
    await add(session, 'own');
    recordByOther(addField('f'));
    await offerAndSync(5);
    expect(reads).toEqual([]);
    // An event in between did not come.
    recordByOther(addField('g'), addField('h'));
    await offerAndSync(recorded().length - 1);
    expect(reads.length).toBeGreaterThan(0);
    reads.length = 0;
    // It is behind the version that the server is known to have.
    recordByOther(addField('i'));
    uploader.offer(STREAM, tailAfter(recorded().length - 1));
    recordByOther(addField('j'));
    uploader.noteVersion(STREAM, recorded().length);
    await sync();
    expectSame(recorded().length);
    expect(reads).toEqual([recorded().length - 1]);
    await session.whenSaved();
    expect(fieldsOf(session)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'own', 'g', 'h', 'i', 'j']);
  });

  it('has recorded which version was seen by who decided on less than what stands before', async () => {
    const session = await open();
    await sync();
    recordByOther(editField('/properties/a', { set: { ignore_above: 1 } }));
    session.dispatch(editField('/properties/a', { set: { ignore_above: 2 } }));
    session.dispatch(addField('b'));
    await session.whenSaved();
    uploader.noteVersion(STREAM, 2);
    await sync();
    expectSame(4);
    await session.whenSaved();
    session.dispatch(addField('c'));
    await session.whenSaved();
    await sync();
    expect(openLog(recorded()).events.map(({ base }) => base)).toEqual([undefined, undefined, 1, 1, undefined]);
    expect(verifyRecords(recorded())).toHaveProperty('ok', true);
    const told = overridesIn(session.getSnapshot().state.history);
    expect(told.map(({ by, over, places }) => [by.version, over.version, places])).toEqual([
      [3, 2, [{ at: '/properties/a/ignore_above', from: 1, to: 2, isName: false }]],
    ]);
  });

  it('calls nothing where nothing is to be sent or read', async () => {
    await open();
    await sync();
    trail.fault = () => 'failed';
    await sync();
    expectSame(1);
  });

  it('reads what others had recorded where another tab has sent the outbox after that, and calls nothing diverged', async () => {
    const session = await open();
    await sync();
    await add(session, 'mine');
    const [, mine] = openLog(local()).events;
    if (mine === undefined) throw new Error('There is nothing to record.');
    recordByOther(addField('theirs'));
    trail.record(STREAM, [mine]);
    await sync();
    expect(formatLog(local())).toBe(formatLog(recorded()));
    await expect.poll(() => session.getSnapshot().state.history.version).toBe(3);
  });

  describe('an outbox that another version has decided', () => {
    function replaceLocal(events: readonly DocumentEvent[]): void {
      const records = sealAfter(STREAM, { version: 0, hash: '' }, events);
      home.logs.set(STREAM, records);
      home.heads.set(STREAM, { version: records.length, hash: records.at(-1)?.hash ?? '' });
    }
    /** Stores events on this device as these rules decided them. */
    function storeLocally(rules: number, ...commands: readonly (readonly [string, unknown])[]): void {
      let state = openState({ body: undefined }, []);
      const events = commands.map(([type, payload], index) => {
        const reduced = reduce(state, { type, payload }, stampSource(40 + index)(ADA), rules);
        if (!('event' in reduced)) throw new Error(`${type} came to nothing.`);
        state = reduced.after;
        return reduced.event;
      });
      replaceLocal(events);
    }
    const byFirstRules = () =>
      storeLocally(
        1,
        ['document.create', { body: fields }],
        ['editor.replaceMappings', { mappings: { properties: { z: { type: 'ip' }, a: { type: 'long' } } } }],
        ['history.undo', {}],
        ['history.redo', {}],
      );

    it('is decided again by the rules of the page before it is sent, each event under its own id', async () => {
      byFirstRules();
      const before = openLog(local()).events;
      const sent: (number | undefined)[] = [];
      between.append = (stream, after, events, ...rest) => {
        sent.push(...events.map(({ rules }) => rules));
        return trail.service.append(stream, after, events, ...rest);
      };
      await sync();
      expectSame(before.length);
      const after = openLog(recorded()).events;
      expect(after.map(({ id, at, summary, patch }) => [id, at, summary, patch])).toEqual(
        before.map(({ id, at, summary, patch }) => [id, at, summary, patch]),
      );
      expect(sent).toEqual(before.map(() => RULES));
      expect(verifyRecords(local().map(({ text, hash }) => ({ text, hash })))).toMatchObject({ ok: true });
    });

    it('stays whole and in order where the server has other rules, and where a command is of a newer version', async () => {
      byFirstRules();
      between.append = () => Promise.reject(new TrailError('other_rules', 'This server decides by rules 3'));
      const ids = () => openLog(local()).events.map(({ id }) => id);
      const before = ids();
      for (let attempt = 0; attempt < 2; attempt++) {
        await expectFault('other_rules');
        expect(ids()).toEqual(before);
      }
      expect(home.aside.size).toBe(0);
      const [first, ...others] = openLog(local()).events;
      if (first === undefined) throw new Error('There is one.');
      const newer = others.map((event) => ({ ...event, rules: 99, command: { type: 'field.split', payload: {} } }));
      replaceLocal([first, ...newer]);
      const text = formatLog(local());
      await expectFault('other_rules', 'A change has a command that this version does not know');
      expect(formatLog(local())).toBe(text);
      expect(recorded()).toEqual([]);
    });
  });

  describe('sends', () => {
    /** How many events there were in each request. */
    const sizes: number[] = [];
    beforeEach(() => {
      sizes.length = 0;
      between.append = (stream, after, events, ...rest) => {
        sizes.push(events.length);
        return trail.service.append(stream, after, events, ...rest);
      };
    });

    it('at most 500 events in a request', async () => {
      await add(await open(), ...Array.from({ length: 699 }, (_, index) => `f${String(index)}`));
      await sync();
      expectSame(700);
      expect(sizes).toEqual([500, 200]);
    });

    it('at most four million characters in a request, and what is longer by itself', async () => {
      const session = await open();
      await add(session, 'b');
      // A record has the definition twice: in its command and in its patch.
      const note = 'x'.repeat(2_200_000);
      session.dispatch(addField('c', null, { type: 'keyword', meta: { note } }));
      await add(session, 'd');
      await sync();
      expectSame(4);
      expect(sizes).toEqual([2, 1, 1]);
    });

    it('half of it where the server says that it is too large, until it is taken', async () => {
      await add(await open(), 'b', 'c', 'd', 'e', 'f', 'g');
      between.append = (stream, after, events, ...rest) => {
        sizes.push(events.length);
        if (events.length > 2) {
          return Promise.reject(new TrailError('too_large', 'The request is too large'));
        }
        return trail.service.append(stream, after, events, ...rest);
      };
      await sync();
      expectSame(7);
      // Four of seven are confirmed before the rest is sent.
      expect(sizes).toEqual([7, 4, 2, 2, 3, 2, 1]);
    });

    it('all of it, also where somebody records between two requests', async () => {
      const session = await open();
      await add(session, 'b', 'c', 'd', 'e', 'f', 'g');
      between.append = async (stream, after, events, ...rest) => {
        if (events.length > 2) throw new TrailError('too_large', 'The request is too large');
        const answer = await trail.service.append(stream, after, events, ...rest);
        if (recorded().length === 2) recordByOther(addField('theirs'));
        return answer;
      };
      await sync();
      expectSame(8);
      expect(fieldsOf(session)).toEqual(['a', 'b', 'theirs', 'c', 'd', 'e', 'f', 'g']);
    });

    it('one event that is too large once, says so, and keeps it', async () => {
      await open();
      between.append = (_, __, events) => {
        sizes.push(events.length);
        return Promise.reject(new TrailError('too_large', 'The request is too large'));
      };
      await expectFault('too_large');
      expect(sizes).toEqual([1]);
      expect(local()).toHaveLength(1);
      expect(home.recorded.get(STREAM)?.version ?? 0).toBe(0);
    });

    it.each<TrailFault>(['offline', 'forbidden', 'refused'])('nothing twice where the server is %s', async (fault) => {
      await add(await open(), 'b', 'c');
      between.append = (_, __, events) => {
        sizes.push(events.length);
        return Promise.reject(new TrailError(fault, 'No'));
      };
      await expectFault(fault);
      expect(sizes).toEqual([3]);
    });

    it('the rest where the answer to a part of it was lost', async () => {
      const session = await open();
      trail.fault = () => 'answer_lost';
      await expectFault('offline');
      trail.fault = () => null;
      await add(session, 'b', 'c', 'd');
      await sync();
      expectSame(4);
      expect(sizes).toEqual([1, 4, 3]);
    });

    it('what was given while it was sending, too', async () => {
      const session = await open();
      let isFirst = true;
      between.append = async (...call) => {
        const answer = await trail.service.append(...call);
        if (isFirst) await add(session, 'meanwhile');
        isFirst = false;
        return answer;
      };
      await sync();
      expectSame(2);
      expect(fieldsOf(session)).toEqual(['a', 'meanwhile']);
    });
  });

  describe('where it is stopped', () => {
    it.each(['append', 'read'] as const)('takes in no answer of %s, and does it again another time', async (call) => {
      const session = await open();
      if (call === 'read') {
        await sync();
        await add(session, 'mine');
        recordByOther(addField('theirs'));
        uploader.noteVersion(STREAM, 2);
      }
      const before = formatLog(local());
      const stopped = new AbortController();
      const service = trail.service[call] as (...each: readonly unknown[]) => Promise<never>;
      between[call] = async (...each: readonly unknown[]) => {
        const answer = await service(...each);
        stopped.abort();
        return answer;
      };
      await expect(uploader.sync(STREAM, stopped.signal)).rejects.toMatchObject({ fault: 'offline' });
      expect(formatLog(local())).toBe(before);
      await sync();
      expectSame(call === 'append' ? 1 : 3);
    });

    it('begins nothing', async () => {
      await open();
      const stopped = new AbortController();
      stopped.abort();
      await expect(uploader.sync(STREAM, stopped.signal)).rejects.toMatchObject({ fault: 'offline' });
      expect(recorded()).toEqual([]);
    });
  });

  describe('an answer that can not be', () => {
    it('without the records is a failure, and nothing counts as recorded', async () => {
      await open();
      between.append = () => Promise.resolve({ outcome: 'recorded', version: 1, records: [], names: [] });
      await expectFault('failed', 'The server answered without the records');
      expect(home.recorded.get(STREAM)?.version ?? 0).toBe(0);
      between = {};
      await sync();
      expectSame(1);
    });

    it('that is a conflict with what is known here is a failure', async () => {
      const session = await open();
      await sync();
      await add(session, 'b');
      between.append = () => Promise.resolve({ outcome: 'conflict', version: 1 });
      await expectFault('failed', 'The server answered a conflict without a cause');
    });

    it.each(['append', 'read'] as const)('to %s with less than was recorded says that it is lost', async (call) => {
      const session = await open();
      await add(session, 'b');
      await sync();
      await add(session, 'c');
      if (call === 'append') between.append = () => Promise.resolve({ outcome: 'conflict', version: 1 });
      else uploader.noteVersion(STREAM, 5);
      if (call === 'read') between.read = () => Promise.resolve({ version: 1, records: [], names: [], hasMore: false });
      await expectFault('lost', 'The server has 1 of 2 events that it had recorded');
      expect(fieldsOf(session)).toEqual(['a', 'b', 'c']);
      expect(local()).toHaveLength(3);
    });

    it('with other records than those it had recorded says that they diverge, and changes nothing', async () => {
      const session = await open();
      await sync();
      await add(session, 'mine');
      const foreign = foreignTrail();
      between.append = () => Promise.resolve({ outcome: 'conflict', version: 2 });
      between.read = (...call) => foreign.service.read(...call);
      const before = formatLog(local());
      await expectFault('diverged');
      expect(formatLog(local())).toBe(before);
    });

    it('with records that do not follow, though nothing is to be sent, says that they diverge', async () => {
      await open();
      await sync();
      const foreign = foreignTrail();
      between.read = (...call) => foreign.service.read(...call);
      uploader.noteVersion(STREAM, 2);
      await expectFault('diverged');
      expect(local()).toHaveLength(1);
    });

    it('that promises more than comes is not waited for', async () => {
      await open();
      await sync();
      let calls = 0;
      uploader.noteVersion(STREAM, 9);
      between.read = () => {
        calls++;
        return Promise.resolve({ version: 9, records: [], names: [], hasMore: true });
      };
      await sync();
      expect(calls).toBe(1);
      expect(uploader.knowsMore(STREAM, 1)).toBe(false);
    });

    it('each time from a stream that goes on is left to the next round', async () => {
      const session = await open();
      await sync();
      await add(session, 'mine');
      let calls = 0;
      between.append = () => {
        recordByOther(addField(`theirs${String(++calls)}`));
        return Promise.resolve({ outcome: 'conflict', version: recorded().length });
      };
      await expectFault('failed', 'The stream changes faster than it can be recorded');
      between = {};
      await sync();
      expectSame(calls + 2);
      expect(fieldsOf(session).sort()).toEqual(
        ['a', 'mine', ...Array.from({ length: calls }, (_, index) => `theirs${String(index + 1)}`)].sort(),
      );
    });
  });

  it('knows the newest version that it was told of, of each stream', () => {
    expect(uploader.knowsMore(STREAM, 0)).toBe(false);
    uploader.noteVersion(STREAM, 3);
    uploader.noteVersion(STREAM, 2);
    uploader.noteVersion('draft/other', 1);
    expect([2, 3, 4].map((version) => uploader.knowsMore(STREAM, version))).toEqual([true, false, false]);
  });

  it('keeps the names of those whose events come and go', async () => {
    const name = { commitment: 'c', author: 'bob', name: 'Bob', salt: 's' };
    const other = { commitment: 'd', author: 'ada', name: 'Ada', salt: 't' };
    await open();
    between.append = async (...call) => ({ ...(await trail.service.append(...call)), names: [name] });
    await sync();
    recordByOther(addField('theirs'));
    uploader.noteVersion(STREAM, 2);
    between.read = async (...call) => ({ ...(await trail.service.read(...call)), names: [other] });
    await sync();
    expect(await replica.names()).toEqual([name, other]);
  });

  it('sends what the server has lost again as of who did it, whose names its records do not have', async () => {
    const commitment = commitmentTo(ADA.name, '');
    await open();
    between.append = async (...call) => ({
      ...(await trail.service.append(...call)),
      names: [{ commitment, author: ADA.id, name: ADA.name, salt: '' }],
    });
    await sync();
    trail.wipe();
    await replica.forget(STREAM);
    const sent: unknown[] = [];
    between.append = (stream, after, events) => {
      sent.push(...events.map(({ author }) => author.name));
      return trail.service.append(stream, after, events);
    };
    await sync();
    expect(sent).toEqual([ADA.name]);
  });

  it('works on a store that keeps no names', async () => {
    const { authorNames: _, ...store } = memoryEventStore(home);
    const withoutNames = trailUploader({
      ...{ store, replica, service: trail.service, clock: { now: () => NOW }, mappingsAtOf: () => '' },
    });
    const session = await open();
    await withoutNames.sync(STREAM, signal);
    await add(session, 'mine');
    recordByOther(addField('theirs'));
    await withoutNames.sync(STREAM, signal);
    await withoutNames.sync(STREAM, signal);
    expectSame(3);
  });

  describe('an outbox on what others have recorded first', () => {
    it('is decided again, and what is not possible any more is set aside with its reason', async () => {
      const session = await open();
      await sync();
      session.dispatch(editField('/properties/a', { set: { ignore_above: 7 } }));
      session.dispatch(addField('mine'));
      await session.whenSaved();
      const [, lost] = local();
      recordByOther(removeField('/properties/a'), addField('theirs'), addField('theirs too'));
      await sync();
      expectSame(5);
      const { events } = openLog(recorded());
      expect(events.map(({ summary }) => summary).slice(3)).toEqual(['Add theirs too (keyword)', 'Add mine (keyword)']);
      const aside = home.aside.get(STREAM) ?? [];
      expect(aside).toMatchObject([
        { at: NOW, summary: 'Edit a: ignore_above', record: lost, baseVersion: 5, isDismissed: false },
      ]);
      expect(aside[0]?.detail.message).toMatch(/a/);
    });

    it('keeps the command of what is set aside, as it has to be given now', async () => {
      const session = await open();
      await sync();
      await add(session, 'n');
      recordByOther(addField('n'));
      await sync();
      expectSame(2);
      const [aside] = home.aside.get(STREAM) ?? [];
      expect(JSON.parse(aside?.command ?? 'null')).toEqual(addField('n'));
      expect(aside?.isDismissed).toBe(false);
    });

    it('asks nobody about what has nothing left to do', async () => {
      const session = await open();
      await sync();
      session.dispatch(editField('/properties/a', { set: { ignore_above: 7 } }));
      await session.whenSaved();
      recordByOther(editField('/properties/a', { set: { ignore_above: 7 } }));
      await sync();
      expectSame(2);
      expect(home.aside.get(STREAM)).toMatchObject([
        { isDismissed: true, command: null, detail: { message: 'Nothing was left to do.' } },
      ]);
      expect(session.getSnapshot().parked).toEqual([]);
    });

    it('asks nobody about a document that somebody else has created first', async () => {
      await open();
      const theirs = memoryHome();
      await openSession(theirs, { startWith: { properties: { theirs: { type: 'long' } } }, author: BOB });
      trail.record(STREAM, openLog(theirs.logs.get(STREAM) ?? []).events);
      await sync();
      expectSame(1);
      expect(home.aside.get(STREAM)).toMatchObject([{ isDismissed: true }]);
    });

    it('is decided again each time that somebody was faster', async () => {
      const session = await open();
      await sync();
      for (let round = 1; round <= 3; round++) {
        await add(session, `mine${String(round)}`);
        recordByOther(addField(`theirs${String(round)}`), addField(`more${String(round)}`));
        await sync();
        expectSame(1 + 3 * round);
      }
      expect(fieldsOf(session)).toHaveLength(10);
    });

    it('is decided again on all of it, where somebody was faster twice before it was sent', async () => {
      const session = await open();
      await sync();
      session.dispatch(editField('/properties/a', { set: { ignore_above: 7 } }));
      await session.whenSaved();
      recordByOther(editField('/properties/a', { name: 'b' }));
      let isFirst = true;
      between.append = (stream, after, ...rest) => {
        // No notification of these records comes between the conflict and the second attempt.
        if (isFirst && after === 2) {
          isFirst = false;
          recordByOther(editField('/properties/b', { name: 'c' }));
        }
        return trail.service.append(stream, after, ...rest);
      };
      await sync();
      expectSame(4);
      expect(isFirst).toBe(false);
      expect(session.getSnapshot().state.body).toEqual({ properties: { c: { type: 'keyword', ignore_above: 7 } } });
      expect(home.aside.get(STREAM) ?? []).toEqual([]);
    });

    it('is sent once where only the answer was lost, and somebody went on from there', async () => {
      const session = await open();
      await sync();
      await add(session, 'mine', 'mine too');
      trail.fault = (call) => (call === 'append' ? 'answer_lost' : null);
      await expectFault('offline');
      trail.fault = () => null;
      recordByOther(addField('theirs'));
      uploader.noteVersion(STREAM, 4);
      await add(session, 'mine again');
      await sync();
      expectSame(5);
      expect(home.aside.get(STREAM) ?? []).toEqual([]);
    });
  });
});
