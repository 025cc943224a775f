import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** In px; the README beside this file lists the use of each. */
const BREAKPOINTS = [480, 720, 900, 1080, 1280];

it('style sheets change at the breakpoints and at no other width', () => {
  const ui = join(import.meta.dirname, '../..');
  const others = readdirSync(ui, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) =>
      [...readFileSync(join(ui, file), 'utf8').matchAll(/@media[^{]*/g)].flatMap(([query]) =>
        [...query.matchAll(/(\d+(?:\.\d+)?)(px|r?em)/g)]
          .filter(([, size, unit]) => unit !== 'px' || !BREAKPOINTS.includes(Number(size)))
          .map(([width]) => `${file}: ${width}`),
      ),
    );
  expect(others).toEqual([]);
});
