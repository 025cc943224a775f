import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countRooms, unexplainedGrowth } from '../scripts/rooms.ts';

const CHANGELOG =
  '# Changelog\n\n## [Unreleased]\n\n### Grown\n\n- `src/ui/kit`: a table.\n\n## [0.1.0]\n\n- `src/cli`: older.\n';

function countIn(files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'mapledger-rooms-'));
  try {
    for (const top of ['src', 'tests', 'property-tests', 'bench', 'scripts']) mkdirSync(join(root, top));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    return countRooms(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

describe('the lines of a folder', () => {
  it('are those of its sources, however deep, without what is generated', () => {
    const rooms = countIn({
      'src/domain/a.ts': '1\n2\n',
      'src/domain/json/b.ts': '1\n',
      'src/domain/c.generated.ts': '1\n',
      'src/domain/README.md': '1\n',
      'src/ui/kit/d.css': '1\n2\n3\n',
      'src/ui/screens/x/y/e.tsx': '1\n',
      'tests/e2e/f.ts': '1\n',
    });
    expect(rooms).toEqual({ 'src/domain': 3, 'src/ui/kit': 3, 'src/ui/screens': 1, tests: 1 });
  });
});

describe('a folder that has grown', () => {
  it.each([
    ['by 3 %', { 'src/cli': 103 }, []],
    ['by more', { 'src/cli': 104 }, ['src/cli']],
    ['with the reason in the changelog', { 'src/ui/kit': 200 }, []],
    ['with a reason of an earlier version', { 'src/cli': 200 }, ['src/cli']],
    ['from nothing', { 'src/new': 1 }, ['src/new']],
    ['to less', { 'src/cli': 10 }, []],
  ])('%s', (_, now, unexplained) => {
    expect(unexplainedGrowth(now, { 'src/cli': 100, 'src/ui/kit': 100 }, CHANGELOG)).toEqual(unexplained);
  });
});
