import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BUGS_BY_AREA } from '../planted/list.ts';
import { AREAS } from '../planted/planted-bug.ts';
import { freshFolder, startProgram, type RunningServer } from './servers.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Starts a copy of the production server in which one of the planted bugs is: the text of the source is looked for in
 * what `npm run build` made of it.
 */
export async function startPlanted(name: string, ...flags: string[]): Promise<RunningServer> {
  const bug = AREAS.flatMap((area) => BUGS_BY_AREA[area]).find((each) => each.name === name);
  if (bug === undefined) throw new Error(`There is no planted bug "${name}".`);
  const folder = await freshFolder();
  await cp(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const server = join(folder, 'dist/server');
  let planted = 0;
  for (const file of await readdir(server)) {
    if (!file.endsWith('.js')) continue;
    const text = await readFile(join(server, file), 'utf8');
    if (!text.includes(bug.found)) continue;
    await writeFile(
      join(server, file),
      text.replace(bug.found, () => bug.put),
    );
    planted++;
  }
  if (planted === 0) throw new Error(`The build does not have the text of the planted bug "${name}".`);
  return startProgram(process.execPath, [join(server, 'main.js')], flags);
}
