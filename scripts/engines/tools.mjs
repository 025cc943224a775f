// The programs that engines are made and run with: a JDK, Maven, and the user they run as.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EngineRefusal } from './refusal.mjs';

const JDK_FOLDERS = [
  { folder: '/usr/lib/jvm', home: '' },
  { folder: '/Library/Java/JavaVirtualMachines', home: 'Contents/Home' },
];
/** OpenSearch and Elasticsearch refuse to run as root. */
const UNPRIVILEGED_USER = 'engine';

/**
 * The home folder of the newest JDK that fits; MAPLEDGER_ENGINE_JAVA_HOME names another.
 * @throws EngineRefusal where there is none.
 */
export function findJdk({ least, most = Infinity }) {
  const isFitting = (home) =>
    existsSync(join(home, 'bin/javac')) && versionOf(home) >= least && versionOf(home) <= most;
  const wanted = most === Infinity ? `JDK ${least} or newer` : `JDK ${least} to ${most}`;
  const named = process.env.MAPLEDGER_ENGINE_JAVA_HOME;
  if (named) {
    if (isFitting(named)) return named;
    throw new EngineRefusal(`it needs a ${wanted}, and MAPLEDGER_ENGINE_JAVA_HOME names ${named}, which is none`);
  }
  const [newest] = installedHomes()
    .filter(isFitting)
    .sort((a, b) => versionOf(b) - versionOf(a));
  if (newest === undefined)
    throw new EngineRefusal(`it needs a ${wanted} and none was found; set MAPLEDGER_ENGINE_JAVA_HOME`);
  return newest;
}

function installedHomes() {
  const inFolders = JDK_FOLDERS.flatMap(({ folder, home }) =>
    (existsSync(folder) ? readdirSync(folder) : []).map((name) => join(folder, name, home)),
  );
  const { JAVA_HOME } = process.env;
  return JAVA_HOME ? [JAVA_HOME, ...inFolders] : inFolders;
}

/** The feature release of a JDK, from the file that each has; 0 for what is no JDK. */
function versionOf(home) {
  const file = join(home, 'release');
  if (!existsSync(file)) return 0;
  const [, version = '0'] = /^JAVA_VERSION="(\d+)/m.exec(readFileSync(file, 'utf8')) ?? [];
  return Number(version);
}

/** Runs Maven with its own settings and repositories. */
export async function maven(args, { folder, signal }) {
  try {
    await capture('mvn', ['-B', '-q', ...args], { folder, signal });
  } catch (error) {
    if (error.code === 'ENOENT') throw new EngineRefusal('it is fetched by Maven, and there is no mvn on the PATH');
    if (signal.aborted) throw error;
    // The first line that says something, after a code for colours.
    const [, reason = error.message] = /\[ERROR\] +(\S.*)/.exec(error.output ?? '') ?? [];
    throw new EngineRefusal(`Maven could not fetch it: ${reason.replace(/\.$/, '')}`, { cause: error });
  }
}

/** Whether Maven failed because nobody has published an artifact of this name in this version. */
export function isUnpublished(error, name) {
  // The second is what it says when it has looked before.
  const reasons = new RegExp(`ould not find artifact \\S+:${name}:|\\S+:${name}:\\S+ was not found in `);
  return reasons.test(error.cause?.output ?? '');
}

/** The user and group for the engine where we are root, made where need be; nothing else. */
export async function unprivilegedUser(signal) {
  if (process.getuid?.() !== 0) return {};
  const idOf = async (flag) => Number(await capture('id', [flag, UNPRIVILEGED_USER], { signal }));
  try {
    await idOf('-u');
  } catch {
    await capture('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', UNPRIVILEGED_USER], {
      signal,
    }).catch(() => {
      throw new EngineRefusal(
        `it does not run as root, and the user ${UNPRIVILEGED_USER} could not be made; run it as another user`,
      );
    });
  }
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}

/** Runs a program and resolves to what it printed; rejects with its `output` where it fails. */
export function capture(command, args, { folder, signal }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: folder, signal, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    let output = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      output += chunk;
    });
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (status) => {
      if (status === 0) resolve(printed);
      else reject(Object.assign(new Error(`${command} ended with ${status}`), { output }));
    });
  });
}
