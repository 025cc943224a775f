import type { AnyCommand } from '../command.ts';
import { applyCommand } from './apply.ts';
import { authorsCommand } from './authors.ts';
import { blameCommand } from './blame.ts';
import { checkCommand } from './check.ts';
import { checkpointCommand } from './checkpoint.ts';
import { diffCommand } from './diff.ts';
import { driftCommand } from './drift.ts';
import { eraseCommand } from './erase.ts';
import { exportCommand } from './export.ts';
import { fmtCommand } from './fmt.ts';
import { fuzzCommand } from './fuzz.ts';
import { importCommand } from './import.ts';
import { inferCommand } from './infer.ts';
import { initCommand } from './init.ts';
import { lintCommand } from './lint.ts';
import { planCommand } from './plan.ts';
import { pullCommand } from './pull.ts';
import { documentTestCommand } from './document-test.ts';
import { replayCommand } from './replay.ts';
import { schemasCommand } from './schemas.ts';
import { verifyCommand } from './verify.ts';

/** Every command but `serve`, in the order of the help. */
export const COMMANDS: readonly AnyCommand[] = [
  verifyCommand,
  replayCommand,
  diffCommand,
  blameCommand,
  checkCommand,
  lintCommand,
  documentTestCommand,
  inferCommand,
  exportCommand,
  importCommand,
  fuzzCommand,
  initCommand,
  pullCommand,
  fmtCommand,
  schemasCommand,
  planCommand,
  applyCommand,
  driftCommand,
  checkpointCommand,
  authorsCommand,
  eraseCommand,
];
