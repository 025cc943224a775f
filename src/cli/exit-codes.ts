/** What the process ends with; `mapledger --help` lists them. */
export const EXIT = {
  fine: 0,
  /** The command did its work, and what it looked at is wrong. */
  wrong: 1,
  usage: 2,
  /** A file can't be read, is damaged, or is not what the command takes. */
  unreadable: 3,
  /** A server or a data folder can't be reached, or refused. */
  unavailable: 4,
  /** What it compared differs: only where `--detailed-exitcode` asks, so that no other fault reads as a difference. */
  changes: 5,
  /**
   * What it looked at is of a newer version, or of one that never was, so that nobody here can say whether it is right.
   */
  unknown: 6,
  /** A fault of the program itself: EX_SOFTWARE of sysexits. */
  internal: 70,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The table in the help and in the documentation. */
export const EXIT_CODE_HELP: readonly (readonly [ExitCode, string])[] = [
  [EXIT.fine, 'nothing is wrong'],
  [EXIT.wrong, 'the input was read and something in it is wrong'],
  [EXIT.usage, 'unknown command or option, or a missing argument'],
  [EXIT.unreadable, 'a file is missing, damaged, too large or not what the command takes'],
  [EXIT.unavailable, 'the server or the data folder is unavailable or refused'],
  [EXIT.changes, 'with --detailed-exitcode: there are changes'],
  [EXIT.unknown, 'the input has events that this version does not know, and nothing else is wrong'],
];
