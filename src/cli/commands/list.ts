import type { AnyCommand } from '../command.ts';

/** A command as the overview has it. Its module is loaded where it is used: each needs other libraries. */
export interface ListedCommand {
  readonly name: string;
  /** One line. */
  readonly summary: string;
  readonly load: () => Promise<AnyCommand>;
}

/** Every command but `serve`, in the order of the help. */
export const COMMANDS: readonly ListedCommand[] = [
  {
    name: 'verify',
    summary: 'Check that a log or a trail is what was recorded',
    load: async () => (await import('./verify.ts')).verifyCommand,
  },
  {
    name: 'replay',
    summary: 'Print the document that a log produces',
    load: async () => (await import('./replay.ts')).replayCommand,
  },
  {
    name: 'diff',
    summary: 'Compare two versions of a document',
    load: async () => (await import('./diff.ts')).diffCommand,
  },
  {
    name: 'blame',
    summary: 'List who changed a field or a parameter, and when',
    load: async () => (await import('./blame.ts')).blameCommand,
  },
  {
    name: 'check',
    summary: 'Check mappings and templates before they are imported',
    load: async () => (await import('./check.ts')).checkCommand,
  },
  {
    name: 'lint',
    summary: 'Check mappings and templates for what works and costs too much, or breaks with an upgrade',
    load: async () => (await import('./lint.ts')).lintCommand,
  },
  {
    name: 'test',
    summary: 'Run document tests on a mapping or template',
    load: async () => (await import('./document-test.ts')).documentTestCommand,
  },
  {
    name: 'infer',
    summary: 'Propose a mapping for documents',
    load: async () => (await import('./infer.ts')).inferCommand,
  },
  {
    name: 'export',
    summary: 'Write what a server has recorded as one file',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  {
    name: 'import',
    summary: 'Restore an exported trail into a data folder',
    load: async () => (await import('./import.ts')).importCommand,
  },
  {
    name: 'fuzz',
    summary: 'Look for edits, mappings and sessions that break a promise',
    load: async () => (await import('./fuzz.ts')).fuzzCommand,
  },
  {
    name: 'init',
    summary: 'Begin a folder of templates that are kept as files',
    load: async () => (await import('./init.ts')).initCommand,
  },
  {
    name: 'pull',
    summary: 'Write the templates of a cluster into files, and indices on request',
    load: async () => (await import('./pull.ts')).pullCommand,
  },
  {
    name: 'fmt',
    summary: 'Lay out the files of a project alike',
    load: async () => (await import('./fmt.ts')).fmtCommand,
  },
  {
    name: 'schemas',
    summary: 'Write JSON Schemas of templates for editors',
    load: async () => (await import('./schemas.ts')).schemasCommand,
  },
  {
    name: 'plan',
    summary: 'Show what would be sent so that a cluster has what the files say',
    load: async () => (await import('./plan.ts')).planCommand,
  },
  {
    name: 'apply',
    summary: 'Send what a plan shows',
    load: async () => (await import('./apply.ts')).applyCommand,
  },
  {
    name: 'drift',
    summary: 'Show what a cluster has otherwise than the files say',
    load: async () => (await import('./drift.ts')).driftCommand,
  },
  {
    name: 'checkpoint',
    summary: 'Sign the trail as it is now',
    load: async () => (await import('./checkpoint.ts')).checkpointCommand,
  },
  {
    name: 'authors',
    summary: 'Make a recovery code for an author whose device is lost',
    load: async () => (await import('./authors.ts')).authorsCommand,
  },
  {
    name: 'erase',
    summary: 'Erase the names of an author or the content of a log',
    load: async () => (await import('./erase.ts')).eraseCommand,
  },
];
