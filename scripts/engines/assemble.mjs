// Makes an engine once from what Maven fetches, and keeps it in a cache folder: <cache>/<distribution>-<version>.
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { addModules } from './modules.mjs';
import { capture, isUnpublished, maven } from './tools.mjs';

/** MAPLEDGER_ENGINE_CACHE, else the user's cache; root's own is hidden from the user that an engine runs as. */
function cacheFolder() {
  const { MAPLEDGER_ENGINE_CACHE, XDG_CACHE_HOME } = process.env;
  if (MAPLEDGER_ENGINE_CACHE) return MAPLEDGER_ENGINE_CACHE;
  const caches =
    process.getuid?.() === 0
      ? '/var/cache'
      : XDG_CACHE_HOME || join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache');
  return join(caches, 'mapledger/engines');
}

/** The home folder of an engine, made where the cache has none yet. */
export async function assembledHome(recipe, jdk, signal) {
  const cache = cacheFolder();
  const home = join(cache, `${recipe.distribution}-${recipe.version}${recipe.isSecured ? '-secured' : ''}`);
  // Written last, so that a home that was cut short is made again.
  if (existsSync(join(home, '.assembled'))) return home;
  console.error(`Fetching ${recipe.title} (once, into ${cache})`);
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(join(cache, 'work-'));
  try {
    const made = await assemble(recipe, { work, jdk, signal });
    await writeFile(join(made, '.assembled'), '');
    await rm(home, { recursive: true, force: true });
    await rename(made, home);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return home;
}

async function assemble(recipe, { work, jdk, signal }) {
  await unpack(recipe.server, work, { work, jdk, signal });
  const home = join(work, `${recipe.distribution}-${recipe.version}`);
  if (recipe.modules) await addModules(recipe, home, { work, jdk, signal });
  for (const plugin of recipe.plugins ?? []) await addPlugin(plugin, recipe.version, home, { work, jdk, signal });
  await recipe.finish?.(home, jdk, signal);
  for (const name of await readdir(join(home, 'bin'))) await chmod(join(home, 'bin', name), 0o755);
  await capture('chmod', ['-R', 'a+rX', home], { signal });
  return home;
}

/** A plugin is not published for every version. */
async function addPlugin(plugin, version, home, { work, jdk, signal }) {
  const folder = join(home, 'plugins', plugin.name);
  try {
    await unpack(plugin.artifact, folder, { work, jdk, signal });
    if (plugin.instead) await replaceUnpublished(folder, plugin.instead, { work, signal });
    if (existsSync(join(folder, 'config'))) await rename(join(folder, 'config'), join(home, 'config', plugin.name));
  } catch (error) {
    if (signal.aborted || plugin.isNeeded || !isUnpublished(error, plugin.name)) throw error;
    console.error(`Not published for ${version}, and left out: ${plugin.name}`);
  }
}

/** Gives a plugin the libraries that it would have from modules which nobody publishes. */
async function replaceUnpublished(folder, { modules, libraries }, { work, signal }) {
  const file = join(folder, 'plugin-descriptor.properties');
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => {
    const [key, ...value] = line.split('=');
    if (key !== 'extended.plugins') return line;
    const others = value
      .join('=')
      .split(',')
      .filter((name) => !modules.includes(name));
    return `${key}=${others.join(',')}`;
  });
  await writeFile(file, lines.join('\n'));
  for (const library of libraries) await copyArtifact(library, folder, { work, signal });
}

async function copyArtifact(artifact, folder, { work, signal }) {
  await maven(
    ['dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`, '-Dmdep.useBaseVersion=true'],
    { folder: work, signal },
  );
}

async function unpack(artifact, target, { work, jdk, signal }) {
  await copyArtifact(artifact, work, { work, signal });
  const [, name, version] = artifact.split(':');
  await mkdir(target, { recursive: true });
  await capture(join(jdk, 'bin/jar'), ['xf', join(work, `${name}-${version}.zip`)], { folder: target, signal });
}
