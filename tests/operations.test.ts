import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BODY_LIMITS } from '#domain/wire';
import { EXIT_CODE_HELP } from '../src/cli/exit-codes.ts';
import { COMMANDS } from '../src/cli/commands/list.ts';
import { runCli } from '../src/cli/test-terminal.ts';
import { parseFlags } from '../src/server/flags.ts';
import { helpText } from '../src/server/settings/help.ts';
import { appWithClient } from '../src/server/test-client.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/operations.md'), 'utf8');
const blocks = Array.from(page.matchAll(/```(\w+)\n([^]*?)```/g), ([, language = '', text = '']) => ({
  language,
  text,
}));
const blockOf = (language: string) => blocks.find((block) => block.language === language)?.text ?? '';

/** Every command line of ours: in a block, in a unit file, between backticks. */
const lines = [
  ...blocks.filter(({ language }) => language === 'sh').flatMap(({ text }) => text.trim().split('\n')),
  ...Array.from(page.matchAll(/^ExecStart=\/usr\/bin\/env (.+)$/gm), ([, line = '']) => line),
  ...Array.from(page.replaceAll(/```[^]*?```/g, '').matchAll(/`((?:mapledger|npx) [^`]+)`/g), ([, line = '']) => line),
];
const ours = lines
  .map((line) => line.replace(/^npx \.\/mapledger-[\d.]+\.tgz/, 'mapledger'))
  .filter((line) => line.startsWith('mapledger ') && !line.includes('COMMAND'))
  .map((line) => line.split(/\s+/).slice(1));

const CLUSTERS = '{"clusters":[{"id":"a","url":"https://search.example.org:9200"}]}';

describe('the page on operations', () => {
  it('has command lines to check', () => {
    expect(ours.length).toBeGreaterThan(10);
    for (const { name } of COMMANDS) expect(ours.map(([first]) => first)).toContain(name);
  });

  it.each(ours.map((args) => [args.join(' '), args] as const))('mapledger %s: is understood', async (_line, args) => {
    const [first = '', ...rest] = args;
    if (first === 'serve' || first.startsWith('--')) {
      if (first === '--version') return expect((await runCli(args)).code).toBe(0);
      const outcome = parseFlags(first === 'serve' ? rest : args, { HOME: '/home/ada' }, () => CLUSTERS);
      return expect(outcome).toMatchObject({ kind: 'run' });
    }
    expect(COMMANDS.map(({ name }) => name)).toContain(first);
    // Files and servers of the page do not exist: 2 would say that the command line is wrong.
    expect([3, 4]).toContain((await runCli(args.map((each) => each.replace(/^\/var\/lib|^data$/, '/no/such')))).code);
  });

  it('names no flag that does not exist', async () => {
    const commands = await Promise.all(COMMANDS.map(({ load }) => load()));
    const known = [
      ...helpText('').matchAll(/--[a-z-]+/g),
      ...commands.flatMap(({ options }) => Object.keys(options).map((name) => [`--${name}`])),
    ].map(([flag]) => flag);
    const others = ['--global', '--tag', '--publish', '--volume', '--version', '--help'];
    for (const [flag] of page.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)) expect([...known, ...others]).toContain(flag);
  });

  it('lists the exit codes', () => {
    for (const [code] of EXIT_CODE_HELP) expect(page.replaceAll('\n', ' ')).toMatch(new RegExp(`[:,] ${code} [a-z]`));
  });

  it('lets proxies pass the largest request', () => {
    const largest = Math.max(...Object.values(BODY_LIMITS).map(({ maxBytes }) => maxBytes));
    const [, nginx = ''] = /client_max_body_size (\d+)m;/.exec(blockOf('nginx')) ?? [];
    const [, caddy = ''] = /max_size (\d+)MB/.exec(blockOf('caddy')) ?? [];
    expect(Number(nginx) * 1024 * 1024).toBeGreaterThanOrEqual(largest);
    expect(Number(caddy) * 1_000_000).toBeGreaterThanOrEqual(largest);
  });
});

describe('a change behind the proxy of the page', () => {
  const client = { host: 'console.example.org', origin: 'https://console.example.org', 'x-mapledger': '1' };
  const change = async (headers: Record<string, string>) => {
    const { app, dispose } = await appWithClient({ allowedHosts: ['console.example.org'] });
    const { statusCode } = await app.inject({ method: 'POST', url: '/api/nothing/here', headers });
    await dispose();
    return statusCode;
  };

  /** The headers that nginx sends on: the client's, but for those that are set, and Host, which is the upstream's by default. */
  const throughNginx = (config: string) => {
    const variables: Record<string, string> = { $http_host: client.host, $remote_addr: '10.0.0.9', $scheme: 'https' };
    const set = Array.from(config.matchAll(/proxy_set_header (\S+) (\S+);/g), ([, name = '', value = '']) => [
      name.toLowerCase(),
      variables[value] ?? value,
    ]);
    return { ...client, host: '127.0.0.1:7300', ...Object.fromEntries(set) };
  };

  it('is let through by nginx as configured, and would be refused without its Host line', async () => {
    expect(await change(throughNginx(blockOf('nginx')))).toBe(404);
    expect(await change(throughNginx(blockOf('nginx').replace(/.*Host \$http_host.*\n/, '')))).toBe(403);
  });

  it('is let through by Caddy, which passes Host', async () => {
    expect(blockOf('caddy')).not.toContain('header_up');
    expect(await change({ ...client, 'x-forwarded-for': '10.0.0.9' })).toBe(404);
    expect(await change({ ...client, host: 'other.example.org' })).toBe(421);
  });
});
