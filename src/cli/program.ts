import manifest from '../../package.json';
import { errorText } from '#domain/json';
import { columns, helpOf } from './command.ts';
import { COMMANDS } from './commands/list.ts';
import { InputError, UnavailableError, UsageError } from './errors.ts';
import { EXIT, EXIT_CODE_HELP, type ExitCode } from './exit-codes.ts';
import { printable, type Terminal } from './terminal.ts';

const SERVE = 'serve';

/** What a command line asks for: the server with these flags, or a command that ends with a code. */
export type Asked =
  | { readonly kind: 'serve'; readonly flags: readonly string[] }
  | { readonly kind: 'done'; readonly code: ExitCode };

/** Runs a command line but for the server, which its caller starts. Never rejects. */
export async function runProgram(terminal: Terminal, args: readonly string[]): Promise<Asked> {
  const [first, ...rest] = args;
  const done = (code: ExitCode): Asked => ({ kind: 'done', code });
  if (first === SERVE) return { kind: 'serve', flags: rest };
  if (first === '--version' || first === '-v') {
    terminal.out(`${manifest.version}\n`);
    return done(EXIT.fine);
  }
  if (first === '--help' || first === '-h' || first === 'help') {
    const about = COMMANDS.find(({ name }) => name === rest[0]);
    if (first === 'help' && rest[0] === SERVE) return { kind: 'serve', flags: ['--help'] };
    terminal.out(about === undefined ? overview() : `${helpOf(about, await about.load())}\n`);
    return done(EXIT.fine);
  }
  // Flags without a command are those of the server.
  if (first === undefined || first.startsWith('-')) return { kind: 'serve', flags: args };
  const command = COMMANDS.find(({ name }) => name === first);
  if (command === undefined) {
    terminal.err(`Unknown command: ${printable(first)}\n\n${overview()}`);
    return done(EXIT.usage);
  }
  try {
    const loaded = await command.load();
    if (!rest.includes('--help') && !rest.includes('-h')) return done(await loaded.run(terminal, rest));
    terminal.out(`${helpOf(command, loaded)}\n`);
    return done(EXIT.fine);
  } catch (error) {
    return done(report(terminal, command.name, error));
  }
}

function report(terminal: Terminal, name: string, error: unknown): ExitCode {
  const say = (message: string) => terminal.err(`mapledger ${name}: ${message}\n`);
  if (error instanceof UsageError) {
    say(`${error.message}\nSee "mapledger ${name} --help".`);
    return EXIT.usage;
  }
  if (error instanceof InputError) {
    say(printable(error.message));
    return EXIT.unreadable;
  }
  if (error instanceof UnavailableError) {
    say(printable(error.message));
    return EXIT.unavailable;
  }
  say(`internal error: ${error instanceof Error ? (error.stack ?? error.message) : errorText(error)}`);
  return EXIT.internal;
}

function overview(): string {
  const rows: readonly (readonly [string, string])[] = [
    [SERVE, 'Start the server and the console (also without a command)'],
    ...COMMANDS.map(({ name, summary }) => [name, summary] as const),
  ];
  return [
    'Usage: mapledger [COMMAND] [ARGUMENTS]',
    `Commands:\n${columns(rows)}`,
    'Run "mapledger COMMAND --help" for its options and examples, "mapledger serve --help" for those of the server.',
    `Options:\n${columns([
      ['--help', 'Show this help.'],
      ['--version', 'Print the version.'],
    ])}`,
    `Exit codes:\n${columns(EXIT_CODE_HELP.map(([code, text]) => [String(code), text] as const))}\n`,
  ].join('\n\n');
}
