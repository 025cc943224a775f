import { Type, type Static } from 'typebox';
import { isProjectName, NAME_RULE } from '../apply/index.ts';
import { firstFault } from '../json/check.ts';
import { joinPointer, type Pointer } from '../json/pointer.ts';
import { exact, recordOf } from '../json/schemas.ts';
import type { JsonValue } from '../json/value.ts';
import { parseAddress, type TemplateAddress } from './kinds.ts';
import { CODE_LIMITS } from './limits.ts';

/** The file in the folder of a project that makes it one. */
export const PROJECT_FILE = 'mapledger.config.json';

const ConfigurationSchema = exact({
  $schema: Type.Optional(Type.String()),
  project: Type.String(),
  /** Of files that `pull` makes. */
  format: Type.Optional(Type.Union([Type.Literal('json'), Type.Literal('yaml')])),
  environments: Type.Optional(recordOf(exact({ cluster: Type.String() }))),
  moved: Type.Optional(Type.Array(exact({ from: Type.String(), to: Type.String() }))),
  /** Rules of the lint: those that are switched off, with reasons, and those that are switched on. */
  lint: Type.Optional(
    exact({ off: Type.Optional(recordOf(Type.String())), on: Type.Optional(Type.Array(Type.String())) }),
  ),
  /** What is never deleted, as patterns of names. */
  prune: Type.Optional(exact({ keep: Type.Optional(Type.Array(Type.String())) })),
});
type Configuration = Static<typeof ConfigurationSchema>;

/** A template that has another name from now on. */
export interface Move {
  readonly from: TemplateAddress;
  readonly to: TemplateAddress;
}

/** A folder of templates, and the clusters that they are for. */
export interface Project {
  readonly project: string;
  readonly format: 'json' | 'yaml';
  /** Addresses of clusters by the names of environments, without credentials. */
  readonly environments: ReadonlyMap<string, string>;
  readonly moved: readonly Move[];
  readonly lint: LintChoice;
  /** Patterns of the names that are never deleted, in which `*` is anything. */
  readonly keep: readonly string[];
}

/** Which rules are checked, other than by default; the lint knows their names. */
interface LintChoice {
  /** Reasons by rule. */
  readonly off: ReadonlyMap<string, string>;
  readonly on: ReadonlySet<string>;
}

/** A place of the configuration that is wrong, and why. */
export interface ProjectFault {
  readonly at: Pointer;
  readonly reason: string;
}

/** Reads the configuration of a project. */
export function readProject(value: JsonValue): Project | ProjectFault {
  const fault = firstFault(ConfigurationSchema, value);
  // The library’s words for a member that no schema has.
  const isUnknown = fault?.message === 'schema is false';
  if (fault !== null) return { at: fault.at, reason: isUnknown ? 'there is no such setting' : fault.message };
  const {
    project,
    format = 'json',
    environments = {},
    moved = [],
    lint = {},
    prune = {},
  } = value as unknown as Configuration;
  if (!isProjectName(project)) return { at: '/project', reason: `the name of a project is ${NAME_RULE}` };
  const names = Object.keys(environments);
  if (names.length > CODE_LIMITS.maxEnvironments)
    return { at: '/environments', reason: `there are more than ${CODE_LIMITS.maxEnvironments} environments` };
  for (const name of names) {
    const at = joinPointer('/environments', name);
    if (!isProjectName(name)) return { at, reason: `the name of an environment is ${NAME_RULE}` };
  }
  const unexplained = Object.entries(lint.off ?? {}).find(([, reason]) => reason.trim() === '');
  if (unexplained !== undefined)
    return {
      at: joinPointer('/lint/off', unexplained[0]),
      reason: 'a rule is switched off for a reason: write it here',
    };
  const { keep = [] } = prune;
  const keepFault = faultInKeep(keep);
  if (keepFault !== null) return keepFault;
  const moves = readMoves(moved);
  if ('reason' in moves) return moves;
  return {
    project,
    format,
    environments: new Map(Object.entries(environments).map(([name, { cluster }]) => [name, cluster])),
    moved: moves,
    lint: { off: new Map(Object.entries(lint.off ?? {})), on: new Set(lint.on) },
    keep,
  };
}

/** A pattern that can't match what it is meant for would keep nothing. */
function faultInKeep(keep: readonly string[]): ProjectFault | null {
  if (keep.length > CODE_LIMITS.maxKeep)
    return { at: '/prune/keep', reason: `there are more than ${CODE_LIMITS.maxKeep.toLocaleString('en')} patterns` };
  for (const [index, pattern] of keep.entries()) {
    const at = joinPointer('/prune/keep', String(index));
    if (pattern === '' || pattern !== pattern.trim())
      return { at, reason: 'a pattern is not empty, and has no space at its ends' };
    if (pattern.includes(',')) return { at, reason: 'names have no comma: write each pattern as one item of the list' };
  }
  return null;
}

function readMoves(moved: NonNullable<Configuration['moved']>): readonly Move[] | ProjectFault {
  if (moved.length > CODE_LIMITS.maxMoves)
    return { at: '/moved', reason: `there are more than ${CODE_LIMITS.maxMoves.toLocaleString('en')} entries` };
  const moves: Move[] = [];
  for (const [index, { from, to }] of moved.entries()) {
    const at = joinPointer('/moved', String(index));
    const [source, target] = [parseAddress(from), parseAddress(to)];
    if (source === null || target === null)
      return { at, reason: 'from and to are written like index_templates/NAME or component_templates/NAME' };
    if (source.kind !== target.kind) return { at, reason: 'from and to are of different kinds' };
    if (source.kind === 'legacy_template') return { at, reason: 'legacy templates are compared, and never written' };
    if (source.name === target.name) return { at, reason: 'from and to are the same' };
    if (moved.findIndex((other) => other.from === from) !== index) return { at, reason: `${from} is moved twice` };
    moves.push({ from: source, to: target });
  }
  return moves;
}
