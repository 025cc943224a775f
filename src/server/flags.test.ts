import { describe, expect, it } from 'vitest';
import { parseFlags as parse } from './flags.ts';

const home = { HOME: '/home/ada' };
const parseFlags = (args: readonly string[], env: Readonly<Record<string, string>>) => parse(args, { ...home, ...env });

describe('parseFlags', () => {
  it('listens on this machine alone unless told otherwise', () => {
    expect(parseFlags([], {})).toMatchObject({
      kind: 'run',
      warnings: [],
      settings: { host: '127.0.0.1', port: 7300, allowedHosts: [] },
    });
  });

  it('takes the port from the flag before MAPLEDGER_PORT', () => {
    expect(parseFlags([], { MAPLEDGER_PORT: '8000' })).toMatchObject({ settings: { port: 8000 } });
    expect(parseFlags(['--port', '0'], { MAPLEDGER_PORT: '8000' })).toMatchObject({ settings: { port: 0 } });
    expect(parseFlags([], { MAPLEDGER_PORT: '' })).toMatchObject({ settings: { port: 7300 } });
  });

  it('answers /metrics to this machine alone and logs no requests, unless that is asked for', () => {
    expect(parseFlags([], {})).toMatchObject({ settings: { hasPublicMetrics: false, logLevel: 'warn' } });
    expect(parseFlags(['--metrics', '--log-level', 'info'], {})).toMatchObject({
      settings: { hasPublicMetrics: true, logLevel: 'info' },
    });
  });

  it('takes several allowed hosts', () => {
    const outcome = parseFlags(['--allowed-host', 'a.example', '--allowed-host=b.example:8443'], {});
    expect(outcome).toMatchObject({ settings: { allowedHosts: ['a.example', 'b.example:8443'] } });
  });

  it('takes the path below which browsers reach it, from a flag or a variable', () => {
    const basePathOf = (args: string[], env = {}) => {
      const outcome = parseFlags(args, env);
      return outcome.kind === 'run' ? outcome.settings.basePath : outcome;
    };
    expect(basePathOf([])).toBe('');
    expect(basePathOf(['--base-path', '/mapledger'])).toBe('/mapledger');
    expect(basePathOf(['--base-path=/ops/mapledger/'])).toBe('/ops/mapledger');
    expect(basePathOf(['--base-path', '/'])).toBe('');
    expect(basePathOf([], { MAPLEDGER_BASE_PATH: '/mapledger' })).toBe('/mapledger');
    expect(basePathOf(['--base-path', 'mapledger'])).toMatchObject({ kind: 'error' });
    expect(basePathOf(['--base-path', '/api'])).toEqual({
      kind: 'error',
      message: 'A base path can’t start with /api: the server has paths of that name.',
    });
  });

  it('records every action and redacts nothing of its own unless told otherwise', () => {
    expect(parseFlags([], {})).toMatchObject({ settings: { redact: [], unrecordedActions: 'refuse' } });
    const given = ['--redact', 'pin, *.secret_key', '--redact=token', '--unrecorded-actions', 'allow'];
    expect(parseFlags(given, {})).toMatchObject({
      settings: { redact: ['pin', '*.secret_key', 'token'], unrecordedActions: 'allow' },
    });
  });

  it('has browsers record their drafts unless told otherwise', () => {
    expect(parseFlags([], {})).toMatchObject({ settings: { hasSharedTrail: true } });
    expect(parseFlags(['--no-shared-trail'], {})).toMatchObject({ settings: { hasSharedTrail: false } });
  });

  it('keeps actions for ever unless told otherwise', () => {
    expect(parseFlags([], {})).not.toHaveProperty('settings.keepActionsDays');
    expect(parseFlags(['--keep-actions', '365'], {})).toMatchObject({ settings: { keepActionsDays: 365 } });
  });

  it('trusts no proxy unless told otherwise', () => {
    expect(parseFlags([], {})).toMatchObject({ settings: { trustedProxies: [], reasons: 'optional' } });
    const given = ['--trusted-proxy', '10.0.0.0/8, ::1', '--user-header', 'X-Forwarded-User', '--reasons', 'required'];
    expect(parseFlags(given, {})).toMatchObject({
      settings: { trustedProxies: ['10.0.0.0/8', '::1'], userHeader: 'x-forwarded-user', reasons: 'required' },
    });
  });

  it('asks for help with --help, whatever else is said', () => {
    expect(parseFlags(['--help', '--port', 'x'], {})).toEqual({ kind: 'help' });
  });

  it.each([
    [['--hots', 'a'], /--hots/],
    [['positional'], /positional/],
    [['--port'], /--port/],
    [['--port', '65536'], /65535/],
    [['--port', '7e3'], /"7e3"/],
    [['--port', ''], /port is a number/],
    [['--host', ''], /empty/],
    [['--redact', 'a..b'], /"a\.\.b" names no member/],
    [['--reasons', 'maybe'], /off, optional, required, not "maybe"/],
    [['--trusted-proxy', '10.0.0.0/33'], /"10\.0\.0\.0\/33" is no IP address/],
    [['--trusted-proxy', 'proxy.example'], /no IP address/],
    [['--user-header', 'x-user'], /needs --trusted-proxy/],
    [['--trusted-proxy', '::1', '--user-header', 'x user'], /not "x user"/],
    [['--unrecorded-actions', 'maybe'], /refuse, allow, not "maybe"/],
    [['--keep-actions', '0'], /days from 1 to 36500, not "0"/],
    [['--keep-actions', '1.5'], /not "1\.5"/],
    [['--keep-actions', ''], /days from 1/],
    [['--allowed-host', 'https://a.example'], /https:\/\/a\.example/],
    [['--log-level', 'debug'], /one of error, warn, info, not "debug"/],
  ])('says what is wrong with %j', (args, message) => {
    expect(parseFlags(args, {})).toEqual({ kind: 'error', message: expect.stringMatching(message) });
  });
});
