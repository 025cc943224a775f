import { expect, it } from 'vitest';
import { followSource, saveMembers } from './sent-changes.ts';

const save = { sent: { properties: {} }, action: '01J00000000000000000000000' };

it('a follow names the action of a save that is left to the browser, and no other', () => {
  const left = { ...save, isSaveRecorded: false };
  const recorded = { ...save, isSaveRecorded: true };
  expect([saveMembers(left), followSource(left)]).toEqual([save, 'answer']);
  expect([saveMembers(recorded), followSource(recorded)]).toEqual([{ sent: save.sent }, 'reading']);
  expect([saveMembers(undefined), followSource(undefined)]).toEqual([{}, 'reading']);
});
