import { describe, expect, it } from 'vitest';
import manifest from '../../package.json';
import { COMMANDS } from './commands/list.ts';
import { runCli } from './test-terminal.ts';

describe('mapledger', () => {
  it.each([[[]], [['--cluster', 'http://localhost:9200']], [['--port', '0']]])(
    'starts the server for %j',
    async (flags) => {
      expect(await runCli(flags)).toMatchObject({ code: 'serve', flags });
      expect(await runCli(['serve', ...flags])).toMatchObject({ code: 'serve', flags });
    },
  );

  it.each(['--version', '-v'])('prints the version of the package with %s', async (flag) => {
    expect(await runCli([flag])).toMatchObject({ code: 0, out: `${manifest.version}\n` });
  });

  it.each(['--help', '-h', 'help'])('lists every command and exit code with %s', async (flag) => {
    const { code, out } = await runCli([flag]);
    expect(code).toBe(0);
    for (const { name, summary } of COMMANDS) expect(out).toMatch(new RegExp(`^ {2}${name} +${summary}$`, 'm'));
    expect(out).toMatch(/^ {2}serve /m);
    expect(out).toMatch(/^ {2}3 +a file is missing/m);
  });

  it('refuses an unknown command with 2, and lists those that there are', async () => {
    const { code, err, out } = await runCli(['reply', 'x']);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(/^Unknown command: reply\n[^]*\breplay\b/);
  });

  it('does not let a command draw on the terminal', async () => {
    expect((await runCli(['\u001b[2J'])).err).toContain('Unknown command: \\u{1b}[2J');
  });
});

describe.each(COMMANDS.map(({ name, load }) => [name, load] as const))('mapledger %s', (name, load) => {
  it('has help with all options and examples', async () => {
    const command = await load();
    const { code, out } = await runCli([name, '--help']);
    expect(code).toBe(0);
    expect(out).toContain(`Usage: mapledger ${name} ${command.usage}`);
    for (const option of Object.keys(command.options)) expect(out).toContain(`--${option}`);
    expect(command.examples.length).toBeGreaterThan(0);
    for (const { line } of command.examples) expect(out).toContain(line);
    expect((await runCli(['help', name])).out).toBe(out);
  });

  it('has examples whose options exist', async () => {
    const command = await load();
    for (const { line } of command.examples) {
      expect(line).toContain(`mapledger ${name}`);
      for (const [, option = ''] of line.matchAll(/ --([a-z-]+)/g))
        expect(Object.keys(command.options)).toContain(option);
    }
  });

  it('refuses an unknown option with 2', async () => {
    const { code, err } = await runCli([name, '--no-such-option']);
    expect(code).toBe(2);
    expect(err).toMatch(new RegExp(`^mapledger ${name}: [^]*--no-such-option[^]*See "mapledger ${name} --help"`));
  });
});
