import { parseArgs } from 'node:util';
import { UsageError } from './errors.ts';
import { EXIT_CODE_HELP, type ExitCode } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

/** One option of a command: how it is read, and how the help shows it. */
export interface OptionHelp {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  /** What stands for the value in the help: `N`, `FILE`. */
  readonly value?: string;
  readonly help: string;
}

export type OptionTable = Readonly<Record<string, OptionHelp>>;

type ValueOf<Option extends OptionHelp> = Option extends { readonly type: 'boolean' }
  ? boolean
  : Option extends { readonly multiple: true }
    ? readonly string[]
    : string;

export type Values<Options extends OptionTable> = { readonly [Name in keyof Options]?: ValueOf<Options[Name]> };

/** What a command was called with. */
export interface Call<Options extends OptionTable = OptionTable> {
  readonly terminal: Terminal;
  readonly positionals: readonly string[];
  readonly values: Values<Options>;
}

export interface Command<Options extends OptionTable = OptionTable> {
  /** What follows the name. */
  readonly usage: string;
  readonly options: Options;
  /** Paragraphs of the help. */
  readonly details: readonly string[];
  readonly examples: readonly { readonly line: string; readonly does: string }[];
  /** How many arguments it takes beside options. */
  readonly takes: { readonly min: number; readonly max: number };
  run(call: Call<Options>): Promise<ExitCode>;
}

/** A command as the program holds it, whatever its options are called. */
export type AnyCommand = Omit<Command, 'run'> & {
  readonly run: (terminal: Terminal, args: readonly string[]) => Promise<ExitCode>;
};

const COMMON: OptionTable = { help: { type: 'boolean', help: 'Show this help.' } };

/** Defines a command: its arguments are read and counted before it runs. */
export function defineCommand<const Options extends OptionTable>(command: Command<Options>): AnyCommand {
  return {
    ...command,
    async run(terminal, args) {
      const { values, positionals } = readArguments(command.options, args);
      if (positionals.length < command.takes.min || positionals.length > command.takes.max) {
        const isTooFew = positionals.length < command.takes.min;
        const extra = positionals[command.takes.max] ?? '';
        throw new UsageError(isTooFew ? 'An argument is missing.' : `Unexpected argument: ${extra}`);
      }
      return command.run({ terminal, positionals, values: values as Values<Options> });
    },
  };
}

function readArguments(
  options: OptionTable,
  args: readonly string[],
): { values: Record<string, unknown>; positionals: readonly string[] } {
  const table = Object.fromEntries(
    Object.entries(options).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
  );
  try {
    // A single "-" is standard input, which parseArgs takes for an argument.
    return parseArgs({ args: [...args], options: table, allowPositionals: true, strict: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_'))
      throw new UsageError(error.message);
    throw error;
  }
}

/** What `mapledger COMMAND --help` prints; the summary is one line. */
export function helpOf(
  { name: command, summary }: { readonly name: string; readonly summary: string },
  { usage, details, options: own, examples }: Omit<AnyCommand, 'run'>,
): string {
  const options = Object.entries({ ...own, ...COMMON }).map(
    ([name, { value, help }]) => [`--${name}${value === undefined ? '' : ` ${value}`}`, help] as const,
  );
  return [
    `Usage: mapledger ${command} ${usage}`,
    `${summary}.`,
    ...details,
    `Options:\n${columns(options)}`,
    `Examples:\n${examples.map(({ line, does }) => `  # ${does}\n  ${line}`).join('\n')}`,
    `Exit codes:\n${columns(EXIT_CODE_HELP.map(([code, text]) => [String(code), text] as const))}`,
  ].join('\n\n');
}

/** Two columns, the second one aligned. */
export function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

/** A whole number from `least` on. @throws UsageError */
export function readCount(text: string, option: string, least: number): number {
  const count = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (count >= least) return count;
  throw new UsageError(`--${option} takes a whole number from ${least}, not "${text}".`);
}
