/**
 * How many lines each folder of the sources has, beside what it had when they were recorded last. Fails where one has
 * grown by more than 3 % and the changelog has no line under "Grown" that begins with its name.
 *   tsx scripts/rooms.ts             prints and checks them
 *   tsx scripts/rooms.ts --record    records them as they are now
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Growth that needs no reason, as a share of what was there. */
const FREE_GROWTH = 0.03;
const SOURCES = /\.(?:ts|tsx|css|mjs)$/;
const GENERATED = /\.generated\.ts$/;

/** Lines by folder. */
export type Rooms = Readonly<Record<string, number>>;

/** The lines of the sources, by folder: those of `src` and of the web client one by one, tests beside them counted too. */
export function countRooms(root: string): Rooms {
  const rooms: Record<string, number> = {};
  for (const top of ['src', 'tests', 'property-tests', 'bench', 'scripts'])
    for (const file of readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })) {
      if (!SOURCES.test(file) || GENERATED.test(file)) continue;
      const room = roomOf(`${top}/${file.replaceAll('\\', '/')}`);
      rooms[room] = (rooms[room] ?? 0) + readFileSync(join(root, top, file), 'utf8').split('\n').length - 1;
    }
  return rooms;
}

function roomOf(path: string): string {
  const depth = path.startsWith('src/ui/') ? 3 : path.startsWith('src/') ? 2 : 1;
  const folders = path.split('/').slice(0, -1);
  return folders.slice(0, depth).join('/');
}

/** The folders that have grown by more than is free, and of which the changelog does not say why. */
export function unexplainedGrowth(now: Rooms, recorded: Rooms, changelog: string): readonly string[] {
  const grown = /^### Grown$(.*?)(?=^##|$(?![\s\S]))/ms.exec(changelog)?.[1] ?? '';
  return Object.keys(now).filter((room) => {
    const isFree = (now[room] ?? 0) <= (recorded[room] ?? 0) * (1 + FREE_GROWTH);
    return !isFree && !grown.includes(`- \`${room}\`: `);
  });
}

function print(now: Rooms, recorded: Rooms): void {
  const names = Object.keys({ ...recorded, ...now }).toSorted();
  const width = Math.max(...names.map((name) => name.length));
  for (const name of names) {
    const [lines, before] = [now[name] ?? 0, recorded[name] ?? 0];
    const share = before === 0 ? 'new' : `${lines >= before ? '+' : ''}${((lines / before - 1) * 100).toFixed(1)} %`;
    console.info(`${name.padEnd(width)}  ${String(lines).padStart(6)} lines  ${share.padStart(8)}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(import.meta.dirname, '..');
  const file = join(root, 'scripts/rooms.json');
  const now = countRooms(root);
  if (process.argv.includes('--record')) writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as Rooms;
  print(now, recorded);
  const unexplained = unexplainedGrowth(now, recorded, readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
  for (const room of unexplained)
    console.error(
      `${room} has grown by more than ${String(FREE_GROWTH * 100)} %: say why in CHANGELOG.md under "### Grown", as "- \`${room}\`: ...".`,
    );
  if (unexplained.length > 0) process.exitCode = 1;
}
