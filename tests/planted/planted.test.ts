import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUGS_BY_AREA } from './list.ts';
import { AREAS } from './planted-bug.ts';

const ROOT = join(import.meta.dirname, '../..');
const LEAST = 50;
const LEAST_IN_AREA = 5;
const bugs = AREAS.flatMap((area) => BUGS_BY_AREA[area]);

describe('planted bugs', () => {
  it('are enough, in every area, each under a name of its own', () => {
    expect(bugs.length).toBeGreaterThanOrEqual(LEAST);
    for (const area of AREAS) expect(BUGS_BY_AREA[area].length, area).toBeGreaterThanOrEqual(LEAST_IN_AREA);
    expect(new Set(bugs.map(({ name }) => name)).size).toBe(bugs.length);
  });

  it.each(bugs.map((bug) => [bug.name, bug] as const))(
    '%s: finds its text once, in a file of the product',
    (_, { file, found, put, loses }) => {
      expect(file).toMatch(/^src\/(?!.*\.test\.).+\.tsx?$/);
      expect(readFileSync(join(ROOT, file), 'utf8').split(found)).toHaveLength(2);
      expect(put).not.toBe(found);
      expect(loses).toMatch(/\.$/);
    },
  );
});
