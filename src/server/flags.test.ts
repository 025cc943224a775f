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

  it('takes several allowed hosts', () => {
    const outcome = parseFlags(['--allowed-host', 'a.example', '--allowed-host=b.example:8443'], {});
    expect(outcome).toMatchObject({ settings: { allowedHosts: ['a.example', 'b.example:8443'] } });
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
    [['--allowed-host', 'https://a.example'], /https:\/\/a\.example/],
  ])('says what is wrong with %j', (args, message) => {
    expect(parseFlags(args, {})).toEqual({ kind: 'error', message: expect.stringMatching(message) });
  });
});
