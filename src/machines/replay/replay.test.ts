import { SimulatedClock, createActor } from 'xstate';
import { describe, expect, it } from 'vitest';
import {
  addField,
  editField,
  editorOf,
  keyword,
  NOW,
  openSession,
  removeField,
  STREAM,
  UNDO,
} from '../../../tests/builders/sessions.ts';
import { ADA, BOB } from '../../fuzz/generate/stamps.ts';
import { memoryEventStore } from '../../infra/memory-event-store.ts';
import { formatReplay, looksLikeReplay, parseReplay, ReplayFileError } from './replay-file.ts';
import { replayPlayerMachine } from './replay-player-machine.ts';
import { openTimeline, visitsOf, type ReplayFrame, type ReplayMoment, type ReplayTimeline } from './replay-timeline.ts';

/** What a person did in one visit, another author in between, and the file of both. */
async function recorded() {
  const { editor, home, trace } = await editorOf({ a: { properties: { x: keyword } }, '__proto__\n': keyword });
  const toggle = { type: 'field.toggleExpand', payload: { field: '/properties/a' } } as const;
  editor.dispatch({ type: 'search:update', payload: { term: 'hóst "a"' } });
  editor.dispatch({ type: 'documentField.createField', payload: { parent: '/properties/a' } });
  editor.dispatch(addField('y', '/properties/a', { type: 'long', null_value: 9_007_199_254_740_993n }));
  editor.dispatch({ type: 'documentField.changeStatus', payload: { status: 'idle' } });
  await editor.document.whenSaved();
  const theirs = await openSession(home, { author: BOB });
  theirs.dispatch(editField('/properties/a', { name: 'b' }));
  await theirs.whenSaved();
  await editor.document.whenSaved();
  editor.dispatch({ ...toggle, payload: { field: '/properties/b' } });
  editor.dispatch({ type: 'documentField.editField', payload: { field: '/properties/b' } });
  editor.dispatch({
    type: 'documentField.requestTypeChange',
    payload: { field: '/properties/b', set: { type: 'ip' } },
  });
  editor.dispatch(editField('/properties/b', { set: { type: 'ip' } }));
  editor.dispatch({ type: 'documentField.requestRemove', payload: { field: '/properties/b' } });
  editor.dispatch(removeField('/properties/b'));
  editor.dispatch(UNDO);
  await editor.document.whenSaved();
  const records = await memoryEventStore(home).read(STREAM);
  const text = formatReplay({
    name: 'orders',
    mappingsAt: '',
    authorId: ADA.id,
    exportedAt: NOW,
    records,
    names: [],
    trace: await trace.read(STREAM),
  });
  return { editor, text };
}

const framesOf = (timeline: ReplayTimeline): readonly ReplayFrame[] =>
  timeline.moments.map((_, position) => timeline.frameAt(position));
const straysOf = ({ moments, isStray }: ReplayTimeline): readonly ReplayMoment[] =>
  moments.filter((_, position) => isStray(position));
const wordOf = (moment: ReplayMoment) =>
  moment.kind === 'event' ? moment.event.summary : moment.kind === 'session' ? moment.entry.command.type : moment.kind;

describe('a replay file', () => {
  it('plays to the document and the session that it was made of, every step as it was recorded', async () => {
    const { editor, text } = await recorded();
    expect(looksLikeReplay(text)).toBe(true);
    const file = parseReplay(text);
    const timeline = openTimeline(file, visitsOf(file)[0] ?? null);
    expect(timeline.moments.map(({ kind }) => kind)).toEqual([
      'start',
      'session',
      'session',
      'event',
      'session',
      'event',
      'session',
      'session',
      'session',
      'event',
      'session',
      'event',
      'event',
    ]);
    const last = framesOf(timeline).at(-1);
    expect(last?.body).toEqual(editor.document.getSnapshot().state.body);
    expect(last?.session).toEqual(editor.getSession());
    expect(straysOf(timeline)).toEqual([]);
  });

  it('without a visit is the whole log', async () => {
    const { editor, text } = await recorded();
    const timeline = openTimeline(parseReplay(text), null);
    expect(timeline.moments.map(wordOf)).toEqual([
      'start',
      'Created',
      'Add a.y (long)',
      'Rename a to b',
      'Change the type of b from object to ip',
      'Remove b',
      'Undo: Remove b',
    ]);
    expect(timeline.frameAt(timeline.moments.length - 1).body).toEqual(editor.document.getSnapshot().state.body);
  });

  it('says where a step did not come out as it was recorded', async () => {
    const { text } = await recorded();
    const timeline = openTimeline(
      parseReplay(text.replace('"path":"/search/term"', '"path":"/search/text"')),
      'the visit',
    );
    framesOf(timeline);
    expect(straysOf(timeline).map(wordOf)).toEqual(['search:update']);
  });

  it('does not play a command whose payload is not one of this version', async () => {
    const { text } = await recorded();
    const timeline = openTimeline(parseReplay(text.replace('"payload":{"term"', '"payload":{"words"')), 'the visit');
    const frames = framesOf(timeline);
    expect(straysOf(timeline).map(wordOf)).toEqual(['search:update']);
    expect(frames.at(-1)?.session.search).toEqual({ term: '' });
  });

  it.each(['the visit', null])(
    'shows the same frames in whatever order they are asked for, also far into a long log: visit %s',
    async (visit) => {
      const { home, trace, editor } = await editorOf({ a: keyword });
      for (let index = 0; index < 150; index++) {
        if (index % 3 === 0) editor.dispatch({ type: 'search:update', payload: { term: `a${index}` } });
        else editor.dispatch(addField(`f${index}`));
      }
      await editor.document.whenSaved();
      const records = await memoryEventStore(home).read(STREAM);
      const file = parseReplay(
        formatReplay({
          name: 'orders',
          mappingsAt: '',
          authorId: ADA.id,
          exportedAt: NOW,
          records,
          names: [],
          trace: await trace.read(STREAM),
        }),
      );
      const inOrder = framesOf(openTimeline(file, visit));
      const jumping = openTimeline(file, visit);
      const last = inOrder.length - 1;
      for (const position of [last, 0, 77, 76, 75, 90, 3, last, 78])
        expect(jumping.frameAt(position)).toEqual(inOrder[position]);
    },
  );

  it.each<readonly [string, (lines: readonly string[]) => readonly string[], number, RegExp]>([
    ['is empty', () => [], 1, /not valid JSON/],
    ['begins otherwise', (lines) => lines.slice(1), 1, /not a replay of format 1/],
    ['ends in its log', (lines) => lines.slice(0, 3), 1, /record count exceeds the number of lines/],
    [
      'has a log that was tampered with',
      (lines) => lines.map((line) => line.replace('Add a.y', 'Add a.z')),
      3,
      /its hash does not match/,
    ],
    ['ends in an entry', (lines) => [...lines.slice(0, -1), lines.at(-1)?.slice(0, 40) ?? ''], 14, /not valid JSON/],
    ['has an entry that is none', (lines) => [...lines, '{"trace":{"at":1}}'], 15, /not a session trace entry/],
    [
      'has an entry whose patch is none',
      (lines) => lines.map((line) => line.replace('"op":"replace"', '"op":"test"')),
      8,
      /not a session trace entry/,
    ],
  ])('that %s is refused with the line', async (_, change, line, reason) => {
    const { text } = await recorded();
    const read = () => parseReplay(change(text.trimEnd().split('\n')).join('\n'));
    expect(read).toThrow(ReplayFileError);
    expect(read).toThrow(expect.objectContaining({ line, reason: expect.stringMatching(reason) }));
  });
});

describe('the player', () => {
  const START = Date.parse(NOW);
  const start = (...offsets: readonly number[]) => {
    const clock = new SimulatedClock();
    const actor = createActor(replayPlayerMachine, {
      clock,
      input: { times: offsets.map((offset) => START + offset) },
    }).start();
    return { clock, actor, at: () => [actor.getSnapshot().value, actor.getSnapshot().context.position] };
  };

  it('goes through the steps by their own times, no pause longer than two seconds', () => {
    const { clock, actor, at } = start(0, 500, 60_500, 60_500);
    actor.send({ type: 'PLAY' });
    clock.increment(499);
    expect(at()).toEqual(['playing', 0]);
    clock.increment(1);
    expect(at()).toEqual(['playing', 1]);
    clock.increment(2_000);
    expect(at()).toEqual(['playing', 2]);
    clock.increment(50);
    expect(at()).toEqual(['paused', 3]);
  });

  it('is as fast as it is told, stops, jumps, and begins again at the end', () => {
    const { clock, actor, at } = start(0, 1_000, 2_000, 3_000);
    actor.send({ type: 'SET_SPEED', speed: 20 });
    actor.send({ type: 'PLAY' });
    clock.increment(50);
    expect(at()).toEqual(['playing', 1]);
    actor.send({ type: 'PAUSE' });
    clock.increment(10_000);
    expect(at()).toEqual(['paused', 1]);
    actor.send({ type: 'SEEK', position: 99 });
    expect(at()).toEqual(['paused', 3]);
    actor.send({ type: 'PLAY' });
    expect(at()).toEqual(['playing', 0]);
    clock.increment(25);
    actor.send({ type: 'SEEK', position: 2 });
    clock.increment(49);
    expect(at()).toEqual(['playing', 2]);
    clock.increment(1);
    expect(at()).toEqual(['paused', 3]);
  });

  it('does not play a single step', () => {
    const { actor, at } = start(0);
    actor.send({ type: 'PLAY' });
    expect(at()).toEqual(['paused', 0]);
  });
});
