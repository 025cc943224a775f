import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Each of these is one property; `border-color` is four. */
const SINGLE = /^(?:opacity|transform|background-color) [^,]*$/;

it('each element changes one property over time', () => {
  const ui = join(import.meta.dirname, '../..');
  const found = readdirSync(ui, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) =>
      [...readFileSync(join(ui, file), 'utf8').matchAll(/\btransition(?:-property)?:([^;}]*)/g)].map(
        ([, value = '']) => ({ file, value: value.trim() }),
      ),
    );
  expect(found.length).toBeGreaterThan(5);
  expect(found.filter(({ value }) => !SINGLE.test(value))).toEqual([]);
});
