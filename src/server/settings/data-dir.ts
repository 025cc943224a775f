import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where the platform keeps the data of a user's programs, and in it the folder of this one; undefined where the user
 * has no home.
 */
export function defaultDataDir(platform: NodeJS.Platform, env: Environment): string | undefined {
  const home = env['HOME'] || env['USERPROFILE'];
  if (platform === 'win32' && env['LOCALAPPDATA']) return join(env['LOCALAPPDATA'], 'mapledger');
  if (platform !== 'win32' && env['XDG_DATA_HOME']) return join(env['XDG_DATA_HOME'], 'mapledger');
  if (!home) return undefined;
  switch (platform) {
    case 'win32':
      return join(home, 'AppData', 'Local', 'mapledger');
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'mapledger');
    default:
      return join(home, '.local', 'share', 'mapledger');
  }
}
