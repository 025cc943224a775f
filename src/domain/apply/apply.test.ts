import { describe, expect, it } from 'vitest';
import { stampSource } from '../../fuzz/generate/stamps.ts';
import type { DocumentEvent } from '../events/index.ts';
import { applyPatch } from '../json/patch.ts';
import { EMPTY_HEAD, sealAfter } from '../log/index.ts';
import { verifyRecords } from '../proof/index.ts';
import { CODE_COMMANDS, openCodeState, reduceCode, type CodeCommand } from './commands.ts';
import {
  claimChanges,
  codeStream,
  parseCodeStream,
  projectRecordOf,
  recordedObjects,
  type RecordedObject,
} from './project-record.ts';

const FIRST = 'first-apply-00000001';
const SECOND = 'second-apply-0000001';
const [A, B] = ['a'.repeat(64), 'b'.repeat(64)];
const time = (second: number) => `2026-11-28T10:00:${String(second).padStart(2, '0')}.000Z`;
const logs = { file: 'index_templates/logs.json', digest: A };
const base = { file: 'component_templates/base.json', digest: A };

type Begin = Extract<CodeCommand, { type: 'code.begin' }>['payload'];
const begin = (id: string, at: number, { cluster = 'uuid', ...more }: Partial<Begin> & { cluster?: string } = {}) =>
  ({
    type: 'code.begin',
    payload: {
      apply: { id, at: time(at), until: time(at + 20), cluster, environment: 'staging', commit: null, isDirty: false },
      claims: {},
      dropped: [],
      ...more,
    },
  }) satisfies CodeCommand;
const note = (id: string, object: string, did: 'created' | 'updated' | 'deleted'): CodeCommand => ({
  type: 'code.note',
  payload: { id, until: time(50), object, did },
});
const renew = (id: string): CodeCommand => ({ type: 'code.renew', payload: { id, until: time(59) } });
const end = (id: string, outcome: 'done' | 'stopped' = 'done'): CodeCommand => ({
  type: 'code.end',
  payload: { id, outcome, sent: 1, requests: 1 },
});

function after(...commands: readonly CodeCommand[]) {
  const stamp = stampSource();
  let state = openCodeState({ body: undefined }, []);
  const events: DocumentEvent[] = [];
  let rejected: string | null = null;
  for (const command of commands) {
    expect(rejected).toBeNull();
    const reduced = reduceCode(state, command, stamp());
    if ('rejected' in reduced) rejected = reduced.rejected.code;
    if (!('event' in reduced)) continue;
    expect(applyPatch(reduced.after.body, reduced.event.inverse ?? []).body).toEqual(state.body);
    state = reduced.after;
    events.push(reduced.event);
  }
  const record = projectRecordOf(state.body);
  return {
    ...{ record, rejected, events },
    summaries: events.map(({ summary }) => summary),
    objects: Object.fromEntries(recordedObjects(record, 'uuid')),
  };
}

describe('the lock of a project', () => {
  it('is held from the beginning of an apply to its end', () => {
    const { record, summaries } = after(begin(FIRST, 0), renew(FIRST), end(FIRST));
    expect(record.apply).toBeUndefined();
    expect(record.last).toMatchObject({ id: FIRST, outcome: 'done', environment: 'staging', at: time(0) });
    expect(summaries).toEqual([
      'Begin apply to staging',
      'Renew lease of the apply to staging',
      'Applied to staging: 1 request',
    ]);
  });

  it('is refused until the lease ends, and taken over then', () => {
    expect(after(begin(FIRST, 0), begin(SECOND, 19)).rejected).toBe('code.locked');
    const over = after(begin(FIRST, 0), begin(SECOND, 20));
    expect(over.record.apply?.id).toBe(SECOND);
    expect(over.summaries.at(-1)).toBe('Begin apply to staging, after one whose lease has ended');
    expect(after(begin(FIRST, 0), renew(FIRST), begin(SECOND, 58)).rejected).toBe('code.locked');
    expect(after(begin(FIRST, 0), note(FIRST, 'index_templates/logs', 'updated'), begin(SECOND, 49)).rejected).toBe(
      'code.locked',
    );
  });

  it.each([renew(FIRST), note(FIRST, 'index_templates/logs', 'created'), end(FIRST)])(
    'is not that of one who has lost it: $type',
    (command) => {
      expect(after(begin(FIRST, 0), begin(SECOND, 30), command).rejected).toBe('code.not_held');
    },
  );

  it('is another one after the end', () => {
    const { summaries, record } = after(begin(FIRST, 0), end(FIRST, 'stopped'), begin(SECOND, 1), end(SECOND));
    expect(summaries[1]).toBe('Stopped apply to staging after 1 of 1 request');
    expect(record.last?.id).toBe(SECOND);
  });
});

describe('the objects of a project', () => {
  const claims = { 'index_templates/logs': logs, 'component_templates/base': base };

  it('are what the files claim, marked where an apply has created them', () => {
    const { objects } = after(begin(FIRST, 0, { claims }), note(FIRST, 'index_templates/logs', 'created'));
    expect(objects).toEqual({
      'index_templates/logs': { ...logs, isMade: true },
      'component_templates/base': base,
    });
  });

  it('stay made when their files change, and go without a file where no apply has created them', () => {
    const made = [begin(FIRST, 0, { claims }), note(FIRST, 'index_templates/logs', 'created'), end(FIRST)];
    const changed = { ...logs, digest: B };
    expect(after(...made, begin(SECOND, 1, { claims: { 'index_templates/logs': changed } })).objects).toMatchObject({
      'index_templates/logs': { ...changed, isMade: true },
    });
    const dropped = Object.keys(claims);
    const left = after(...made, begin(SECOND, 1, { dropped }), end(SECOND));
    expect(left.objects).toEqual({ 'index_templates/logs': { ...logs, isMade: true, isLeft: true } });
    const third = begin('third-apply-00000001', 2);
    expect(after(...made, begin(SECOND, 1, { dropped }), end(SECOND), third).objects).toEqual(left.objects);
    expect(
      after(
        ...made,
        begin(SECOND, 1, { dropped }),
        end(SECOND),
        third,
        note(third.payload.apply.id, 'index_templates/logs', 'deleted'),
      ).objects,
    ).toEqual({});
  });

  it('are those of one cluster', () => {
    const { record } = after(
      begin(FIRST, 0, { claims }),
      end(FIRST),
      begin(SECOND, 1, { cluster: '__proto__', claims: { 'index_templates/logs': logs } }),
    );
    expect(recordedObjects(record, '__proto__').size).toBe(1);
    expect(recordedObjects(record, 'uuid').size).toBe(2);
    expect(recordedObjects(record, 'constructor').size).toBe(0);
  });

  it('are changed only in what differs', () => {
    const recorded = new Map<string, RecordedObject>([
      ['index_templates/a', { ...logs, isMade: true }],
      ['index_templates/b', logs],
      ['index_templates/c', { ...logs, isMade: true, isLeft: true }],
      ['index_templates/d', { ...logs, isMade: true, isLeft: true }],
    ]);
    const claimed = new Map([
      ['index_templates/a', logs],
      ['index_templates/c', logs],
      ['index_templates/e', logs],
    ]);
    expect(claimChanges(recorded, claimed)).toEqual({
      claims: { 'index_templates/c': logs, 'index_templates/e': logs },
      dropped: ['index_templates/b'],
    });
  });
});

describe('the stream of a project', () => {
  it('has its name', () => {
    expect(parseCodeStream(codeStream('search-2'))).toBe('search-2');
    for (const stream of ['code/', 'code/A', 'code/a/b', 'plan/a', 'code']) expect(parseCodeStream(stream)).toBeNull();
  });

  it('is decided again where it is verified', () => {
    const { events } = after(
      begin(FIRST, 0, { claims: { 'index_templates/logs': logs } }),
      renew(FIRST),
      note(FIRST, 'index_templates/logs', 'created'),
      end(FIRST),
    );
    expect(events.map(({ command }) => command.type)).toEqual(CODE_COMMANDS.map(({ type }) => type));
    const stream = codeStream('search');
    expect(verifyRecords(sealAfter(stream, EMPTY_HEAD, events))).toMatchObject({ ok: true, events: 4 });
    const forged = events.map((event) => (event.type === 'code.noted' ? { ...event, summary: 'Nothing' } : event));
    expect(verifyRecords(sealAfter(stream, EMPTY_HEAD, forged))).toMatchObject({
      ok: false,
      fault: { version: 3, kind: 'decision' },
    });
  });
});
