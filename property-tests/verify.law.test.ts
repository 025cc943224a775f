import { expect, it } from 'vitest';
import { isClusterAuthor } from '#domain/events';
import { formatJson } from '#domain/json';
import { faultText, verifyRecords } from '#domain/proof';
import { historyScript, live, sealAll, streamOf } from '../src/fuzz/generate/histories.ts';
import { checkLaw, expectMoreThan } from './law.ts';

/** What is true of a local log of any history. */
const EXPECTED_NOTES: ReadonlySet<string> = new Set(['no_checkpoint', 'not_recorded']);

it('every history verifies, with each command decided again', () => {
  let events = 0;
  let withDigest = 0;
  let followed = 0;
  const scripts = historyScript({ maxLength: 20 }).map((script) => ({ ...script, fromNothing: true }));
  checkLaw('every history verifies', scripts, (script) => {
    const history = live(script);
    const result = verifyRecords(sealAll(history.events, streamOf(script)));
    if (!result.ok) throw new Error(faultText(result.fault));
    expect(result.events).toBe(history.events.length);
    events += result.events;
    followed += history.events.filter(({ author }) => isClusterAuthor(author.id)).length;
    withDigest += history.events.filter(({ command }) => formatJson(command.payload).includes('"sha256:')).length;
    expect(result.notes.filter(({ code }) => !EXPECTED_NOTES.has(code))).toEqual([]);
  });
  expectMoreThan(1_000, events);
  expectMoreThan(20, followed);
  expectMoreThan(20, withDigest);
});
