import { NotTriedError, type Engines, type FuzzTarget, type TargetEntry } from '../case/target.ts';
import { editorTarget } from './editors.ts';
import { engineTarget } from './engine.ts';
import { importTarget } from './imports.ts';
import { lawsTarget } from './laws.ts';
import { sandboxTarget } from './sandbox.ts';
import { sessionTarget } from './sessions.ts';
import { templatesTarget } from './templates.ts';

/** Every target, in the order of the help. */
export const TARGETS: readonly TargetEntry[] = [
  offline(
    lawsTarget,
    'Histories of edits by several people: undo, replay, seals, blame and everything that is derived.',
  ),
  offline(importTarget, 'Mappings with junk in them, and any JSON: what an import leaves out, and says of it.'),
  offline(
    sessionTarget,
    'Tabs and people on one document, with reloads and a full storage: nothing acknowledged is lost.',
  ),
  offline(
    editorTarget,
    'What somebody opens, types, leaves, applies and reloads in an editor while others change the document: nothing typed is lost.',
  ),
  online('engine', 'Mappings and edits, against what a real engine takes, tells and changes.', engineTarget),
  online('sandbox', 'The sandbox, against a real Elasticsearch: the same requests, the same outcome.', sandboxTarget),
  online('templates', 'Templates over components, against what a real engine composes of them.', templatesTarget),
];

export function entryNamed(name: string): TargetEntry | undefined {
  return TARGETS.find((target) => target.name === name);
}

/** A target that no cluster is asked for. */
function offline(target: FuzzTarget, about: string): TargetEntry {
  return { name: target.name, about, needsCluster: false, open: () => Promise.resolve(target) };
}

/** A target that compares with a cluster. */
function online(name: string, about: string, open: (engines: Engines) => Promise<FuzzTarget>): TargetEntry {
  return {
    name,
    about,
    needsCluster: true,
    open: (engines) =>
      engines === null
        ? Promise.reject(new NotTriedError(`The target ${name} needs a cluster that may be written to.`))
        : open(engines),
  };
}
