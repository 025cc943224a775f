import type { AnyCommand } from '../command.ts';
import { authorsCommand } from './authors.ts';
import { blameCommand } from './blame.ts';
import { checkCommand } from './check.ts';
import { checkpointCommand } from './checkpoint.ts';
import { diffCommand } from './diff.ts';
import { exportCommand } from './export.ts';
import { fuzzCommand } from './fuzz.ts';
import { importCommand } from './import.ts';
import { replayCommand } from './replay.ts';
import { verifyCommand } from './verify.ts';

/** Every command but `serve`, in the order of the help. */
export const COMMANDS: readonly AnyCommand[] = [
  verifyCommand,
  replayCommand,
  diffCommand,
  blameCommand,
  checkCommand,
  exportCommand,
  importCommand,
  fuzzCommand,
  checkpointCommand,
  authorsCommand,
];
