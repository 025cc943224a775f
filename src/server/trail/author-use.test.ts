import { expect, it } from 'vitest';
import { FIRST_HASH, seal, sealRecorded } from '#domain/events';
import { sampleHistory } from '../../../tests/contracts/sample-history.ts';
import { authorUseIn } from './author-use.ts';

const [event] = sampleHistory().events;
const place = { stream: 'draft/"a" \\ \ud800', version: 1, prevHash: FIRST_HASH };
const recording = { recordedAt: '2026-11-22T10:00:00.000Z', commitment: 'a'.repeat(64) };
const hidden = { recordedAt: '2027', author: { id: 'hidden', verified: true, commitment: 'b'.repeat(64) } };

function eventOf(id: string) {
  if (event === undefined) throw new Error('There is no event.');
  return { ...event, author: { id, name: 'Ada', verified: false }, command: { type: 'x', payload: hidden } };
}

it.each(['ada', 'cluster:ada', 'odd "\\\u0001\ud800é,"author":{"id":"'])('reads the author %j of a record', (id) => {
  const use = { author: id, commitment: recording.commitment, recordedAt: recording.recordedAt, isImported: false };
  expect(authorUseIn(sealRecorded(eventOf(id), place, recording))).toEqual(use);
  const imported = sealRecorded({ ...eventOf(id), importedBy: 'mallory' }, place, recording);
  expect(authorUseIn(imported)).toEqual({ ...use, isImported: true });
});

it('reads the author of a record that no server has made, whatever its command says', () => {
  expect(authorUseIn(seal(eventOf('ada'), place))).toEqual({
    author: 'ada',
    commitment: null,
    recordedAt: '',
    isImported: false,
  });
});

it('reads nobody in what is no record', () => {
  for (const text of ['', '{}', JSON.stringify(hidden), '{"format":2,"id":"x"}'])
    expect(authorUseIn({ text, hash: '' })).toBeNull();
});
