import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { STEP_INPUTS } from '../src/domain/plan/step-kinds.ts';

const PAGE = join(import.meta.dirname, '../docs/plans.md');
const COLUMNS = ['step', 'reads', 'expects', 'sends', 'after a kill', 'what others may do meanwhile'];

it('has a row for each kind of step, and a cell for each question', () => {
  const rows = readFileSync(PAGE, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const [head, , ...body] = rows;
  expect(head).toEqual(COLUMNS);
  expect(body.map(([kind]) => kind)).toEqual(Object.keys(STEP_INPUTS).map((kind) => `\`${kind}\``));
  expect(body.filter((cells) => cells.length !== COLUMNS.length || cells.includes(''))).toEqual([]);
});
