import { describe, expect, it } from 'vitest';
import { selfSigned } from '../cluster/test-server.ts';
import { parseFlags, type Outcome } from '../flags.ts';
import { helpText } from './help.ts';

const home = { HOME: '/home/ada' };
const keys = selfSigned('DNS:prod.example');

const fileOf = (...clusters: readonly object[]) => JSON.stringify({ clusters });
const A = { id: 'a', url: 'https://a.example:9200' };
const B = { id: 'b', url: 'https://b.example:9200' };

/** Outcome of a command line over files that a test makes up. */
function parse(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
): Outcome {
  return parseFlags(args, { ...home, ...env }, (path) => {
    const text = files[path];
    if (text === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
    return text;
  });
}

function settingsOf(...input: Parameters<typeof parse>) {
  const outcome = parse(...input);
  if (outcome.kind !== 'run') throw new Error(JSON.stringify(outcome));
  return { ...outcome.settings, warnings: outcome.warnings };
}

describe('the cluster of the flags', () => {
  it('is none, and then there is the sandbox', () => {
    expect(settingsOf([])).toMatchObject({ clusters: [], hasSandbox: true, isReadOnly: false, warnings: [] });
    expect(settingsOf(['--cluster', 'http://a:9200'])).toMatchObject({
      hasSandbox: false,
      clusters: [{ id: 'default', label: 'a:9200', url: 'http://a:9200/' }],
    });
    expect(settingsOf(['--cluster', 'http://a:9200', '--sandbox', '--read-only'])).toMatchObject({
      hasSandbox: true,
      isReadOnly: true,
    });
  });

  it('has credentials in its URL taken out', () => {
    const { clusters, warnings } = settingsOf([
      '--cluster',
      'https://ada:p%40ss@a.example/search',
      '--cluster-name',
      'prod',
    ]);
    expect(clusters).toEqual([
      {
        id: 'prod',
        label: 'prod',
        url: 'https://a.example/search',
        credentials: { kind: 'basic', username: 'ada', password: 'p@ss' },
      },
    ]);
    expect(warnings).toEqual([expect.stringContaining('MAPLEDGER_PASSWORD_FILE')]);
    expect(warnings.join()).not.toContain('p@ss');
  });

  it('may be in variables, and its secrets in files', () => {
    const env = {
      MAPLEDGER_CLUSTER: 'https://a.example',
      MAPLEDGER_USERNAME: 'ada',
      MAPLEDGER_PASSWORD_FILE: '/run/secret',
      MAPLEDGER_REQUEST_TIMEOUT: '5',
      MAPLEDGER_TLS_VERIFICATION: 'certificate',
    };
    const { clusters, warnings } = settingsOf([], env, { '/run/secret': 'hunter2\n' });
    expect(clusters).toEqual([
      {
        id: 'default',
        label: 'a.example',
        url: 'https://a.example/',
        credentials: { kind: 'basic', username: 'ada', password: 'hunter2' },
        requestTimeoutMs: 5_000,
        tlsVerification: 'certificate',
      },
    ]);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['--api-key', { kind: 'api_key', key: 'abc' }],
    ['--bearer-token', { kind: 'bearer', token: 'abc' }],
  ])('takes %s, and warns that others can see it', (flag, credentials) => {
    const { clusters, warnings } = settingsOf(['--cluster', 'https://a.example', flag, 'abc']);
    expect(clusters[0]?.credentials).toEqual(credentials);
    expect(warnings).toEqual([expect.stringContaining(`${flag} is visible to other users`)]);
  });

  it('takes a CA file that holds certificates', ({ skip }) => {
    if (keys === undefined) return skip('there is no openssl to make certificates with');
    expect(
      settingsOf(['--cluster', 'https://a.example', '--ca-file', '/ca.pem'], {}, { '/ca.pem': `words\n${keys.cert}` })
        .clusters[0]?.ca,
    ).toBe(keys.cert.trim());
  });

  it('is a scratch cluster only where a flag or the file says so', () => {
    expect(settingsOf(['--cluster', 'http://a', '--scratch']).clusters).toMatchObject([{ isScratch: true }]);
    const others = settingsOf(['--cluster', 'http://a'], { MAPLEDGER_SCRATCH: 'true' }).clusters;
    expect(others[0]).not.toHaveProperty('isScratch');
    const file = fileOf({ ...A, scratch: true }, { ...B, scratch: false });
    const { clusters } = settingsOf(['--clusters-file', '/c'], {}, { '/c': file });
    expect(clusters.map(({ id, isScratch }) => [id, isScratch])).toEqual([
      ['a', true],
      ['b', undefined],
    ]);
  });

  it('warns where nothing is verified', () => {
    expect(settingsOf(['--cluster', 'https://a.example', '--tls-verification', 'none']).warnings).toEqual([
      expect.stringContaining('can be intercepted'),
    ]);
    expect(
      settingsOf(['--clusters-file', '/c'], {}, { '/c': fileOf({ ...A, tls_verification: 'none' }) }).warnings,
    ).toEqual([expect.stringContaining('Cluster "a"')]);
  });

  it.each([
    [['--cluster', 'a.example:9200'], {}, /http:\/\/ or https:\/\//],
    [['--cluster', 'ftp://ada:hunter2@a'], {}, /http:\/\/ or https:\/\//],
    [['--cluster', '//ada:hunter2@'], {}, /no URL/],
    [['--cluster', 'http://a/?x=hunter2'], {}, /no query/],
    [['--cluster', 'http://ada:%hunter2@a'], {}, /percent-encoded/],
    [['--cluster', 'http://a', '--cluster-name', 'Prod'], {}, /a-z, 0-9, _ and -, not "Prod"/],
    [['--cluster', 'http://a', '--cluster-name', 'sandbox'], {}, /embedded engine/],
    [['--cluster', 'http://a', '--username', 'ada'], {}, /without a password/],
    [['--cluster', 'http://a', '--password', 'hunter2'], {}, /without a user name/],
    [['--cluster', 'http://ada:hunter2@a', '--api-key', 'hunter2'], {}, /one of/],
    [['--cluster', 'http://a', '--bearer-token', 'hun ter2'], {}, /spaces/],
    [['--cluster', 'http://a', '--tls-verification', 'some'], {}, /full, certificate, none, not "some"/],
    [['--cluster', 'http://a', '--request-timeout', 'long'], {}, /1 to 3600/],
    [['--cluster', 'http://a', '--ca-file', '/none'], {}, /no such file/],
    [['--cluster', 'http://a', '--ca-file', '/text'], {}, /no certificate/],
    [['--cluster', 'http://a', '--ca-file', '/broken'], {}, /certificate 1 in \/broken/],
    [['--cluster', 'http://a', '--clusters-file', '/text'], {}, /--cluster and --clusters-file can’t be combined/],
    [['--username', 'ada'], {}, /--cluster names none/],
    [['--scratch'], {}, /--scratch says something of a cluster, but --cluster names none/],
    [['--cluster', 'http://a', '--username', 'ada'], { MAPLEDGER_PASSWORD_FILE: '/empty' }, /empty/],
    [
      ['--cluster', 'http://a'],
      { MAPLEDGER_API_KEY: 'x', MAPLEDGER_API_KEY_FILE: '/text' },
      /either MAPLEDGER_API_KEY or MAPLEDGER_API_KEY_FILE/,
    ],
  ])('is refused as %j %j, without a secret', (args, env, message) => {
    const outcome = parse(args, env, {
      '/text': 'hunter2',
      '/empty': '\n',
      '/broken': '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----',
    });
    expect(outcome).toEqual({ kind: 'error', message: expect.stringMatching(message) });
    expect(JSON.stringify(outcome)).not.toMatch(/hun ?ter2/);
  });
});

describe('a file of clusters', () => {
  const read = (text: string, files: Readonly<Record<string, string>> = {}) =>
    parse(['--clusters-file', '/c.json'], {}, { '/c.json': text, ...files });

  it('names several, the default first', () => {
    const file = fileOf(A, {
      ...B,
      label: 'Team B',
      default: true,
      username: 'ada',
      password_file: '/pw',
      request_timeout: 2.5,
    });
    expect(read(file, { '/pw': 'hunter2\n' })).toMatchObject({
      settings: {
        clusters: [
          {
            id: 'b',
            label: 'Team B',
            credentials: { kind: 'basic', username: 'ada', password: 'hunter2' },
            requestTimeoutMs: 2_500,
          },
          { id: 'a', label: 'a', url: 'https://a.example:9200/' },
        ],
      },
    });
  });

  it.each([
    ['{"clusters":', /\/c\.json, line 1, column 13/],
    ['{"clusters":[]}', /\/c\.json, \/clusters: /],
    ['{"cluster":[]}', /\/c\.json, \/: /],
    [fileOf({ id: 'a' }), /\/clusters\/0: "url" is missing/],
    [fileOf(A, { ...B, pasword: 'hunter2' }), /\/clusters\/1: there is no setting "pasword"/],
    [fileOf(A, { ...B, url: 'hunter2' }), /\/clusters\/1\/url: that is no URL/],
    [fileOf({ ...A, id: 'A B' }), /\/clusters\/0\/id: .*not "A B"/],
    [fileOf(A, A), /\/clusters\/1\/id: there are two clusters "a"/],
    [fileOf({ ...A, default: true }, { ...B, default: true }), /\/clusters\/1\/default: there is a default already/],
    [fileOf({ ...A, password: 7 }), /\/clusters\/0\/password: /],
    [
      fileOf({ ...A, tls_verification: 'some' }),
      /\/clusters\/0\/tls_verification: it is one of full, certificate, none/,
    ],
    [fileOf({ ...A, request_timeout: 0 }), /\/clusters\/0\/request_timeout: a timeout is/],
    [fileOf({ ...A, api_key_file: '/none' }), /\/clusters\/0\/api_key_file: \/none: there is no such file/],
    [fileOf({ ...A, api_key: 'hunter2', api_key_file: '/none' }), /both api_key and api_key_file/],
    [fileOf({ ...A, api_key: 'hunter2', bearer_token: 'hunter2' }), /takes one of/],
  ])('that says %s is refused, with the place', (text, message) => {
    const outcome = read(text);
    expect(outcome).toEqual({ kind: 'error', message: expect.stringMatching(message) });
    expect(JSON.stringify(outcome)).not.toContain('hunter2');
  });
});

describe('the folder of data', () => {
  it('is where the flag, the variable or the platform says', () => {
    expect(settingsOf(['--data-dir', '/data']).dataDir).toBe('/data');
    expect(settingsOf([], { MAPLEDGER_DATA_DIR: '/var/x' }).dataDir).toBe('/var/x');
    if (process.platform === 'linux')
      expect([settingsOf([]).dataDir, settingsOf([], { XDG_DATA_HOME: '/xdg' }).dataDir]).toEqual([
        '/home/ada/.local/share/mapledger',
        '/xdg/mapledger',
      ]);
    expect(parseFlags([], {})).toMatchObject({ kind: 'error', message: expect.stringContaining('--data-dir') });
  });
});

describe('help', () => {
  it('names every option that the command line takes', () => {
    for (const flag of helpText('npm start --').match(/--[a-z-]+(?= <)/g) ?? []) {
      expect(parse([flag]), flag).toMatchObject({ message: expect.not.stringContaining('Unknown option') });
    }
  });
});
