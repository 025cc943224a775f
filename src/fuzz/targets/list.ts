import { NotTriedError, type Engines, type FuzzTarget, type TargetEntry } from '../case/target.ts';
import { documentsTarget } from './documents.ts';
import { editorTarget } from './editors.ts';
import { engineTarget } from './engine.ts';
import { importTarget } from './imports.ts';
import { lawsTarget } from './laws.ts';
import { sandboxTarget } from './sandbox.ts';
import { sessionTarget } from './sessions.ts';
import { templatesTarget } from './templates.ts';

/** Every target, in the order of the help. */
export const TARGETS: readonly TargetEntry[] = [
  offline(lawsTarget, 'Invariants: undo, replay, hash chain and blame over multi-author histories.'),
  offline(importTarget, 'Import: malformed mappings and arbitrary JSON.'),
  offline(sessionTarget, 'Concurrent tabs, reloads, full storage: no acknowledged edit is lost.'),
  offline(editorTarget, 'Unsaved input survives concurrent edits.'),
  online('engine', 'Compares mapping updates with a real cluster.', engineTarget, {
    takesSandbox: true,
    takesFiles: true,
  }),
  online('documents', 'Compares documents that are tried with a real cluster.', documentsTarget, {
    takesSandbox: false,
    takesFiles: false,
  }),
  online('sandbox', 'The sandbox, against a real Elasticsearch: the same requests, the same outcome.', sandboxTarget, {
    takesSandbox: false,
    takesFiles: false,
  }),
  online('templates', 'Compares template composition with a real cluster.', templatesTarget, {
    takesSandbox: true,
    takesFiles: false,
  }),
];

export function entryNamed(name: string): TargetEntry | undefined {
  return TARGETS.find((target) => target.name === name);
}

/** A target that no cluster is asked for. */
function offline(target: FuzzTarget, about: string): TargetEntry {
  return {
    name: target.name,
    about,
    needsCluster: false,
    takesSandbox: false,
    takesFiles: true,
    open: () => Promise.resolve(target),
  };
}

/** A target that compares with a cluster. */
function online(
  name: string,
  about: string,
  open: (engines: Engines) => Promise<FuzzTarget>,
  takes: Pick<TargetEntry, 'takesSandbox' | 'takesFiles'>,
): TargetEntry {
  return {
    name,
    about,
    needsCluster: true,
    ...takes,
    open: (engines) =>
      engines === null
        ? Promise.reject(new NotTriedError(`The target ${name} needs a cluster that may be written to.`))
        : open(engines),
  };
}
