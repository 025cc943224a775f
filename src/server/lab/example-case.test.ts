import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseCase } from '../../fuzz/run/replay-file.ts';
import { runValue, stepsOf } from '../../fuzz/run/run-cases.ts';
import { entryNamed } from '../../fuzz/targets/list.ts';
import { exampleCase } from './failed-case.ts';

it('reads as the case does, and holds without the fault that was planted', async () => {
  const kept = parseCase(readFileSync(new URL('example-case.json', import.meta.url), 'utf8'));
  const { target, steps, law, caseFile } = exampleCase();
  const entry = entryNamed(target);
  if (kept === null || entry === undefined) throw new Error('The example is no case.');
  const opened = await entry.open(null);
  expect(kept.law).toBe(law);
  expect(parseCase(caseFile)).toEqual(kept);
  expect(await stepsOf(opened, kept.value)).toEqual(steps);
  expect(await runValue(opened, kept.value)).toBeNull();
});
