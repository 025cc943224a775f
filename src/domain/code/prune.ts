import type { RecordedObject } from '../apply/index.ts';
import { fitsPattern } from '../console/wildcard.ts';
import type { JsonObject } from '../json/value.ts';
import type { ClusterTemplates } from '../template/index.ts';
import { digestOf } from './digest.ts';
import {
  CODE_KINDS,
  formatAddress,
  isTemplateAddress,
  parseObjectAddress,
  type ObjectAddress,
  type TemplateAddress,
} from './kinds.ts';
import { compareAddresses } from './objects.ts';
import { bodiesOf } from './request-order.ts';

/** What a server has recorded about a project and one cluster. */
export interface RecordedFacts {
  readonly project: string;
  /** By their addresses what applies of the project have claimed. */
  readonly objects: ReadonlyMap<string, RecordedObject>;
  /** What others claim on the cluster, with their projects. */
  readonly others: ReadonlyMap<string, string>;
  /** Absent where nothing is to be deleted. */
  readonly prune?: PruneChoice;
}

interface PruneChoice {
  /** Patterns of names that are never deleted. */
  readonly keep: readonly string[];
  /** The indices that exist, of those that are recorded. */
  readonly indices: ReadonlySet<string>;
  /** Whether a template is not listed where nothing is recorded about it: it is of the stack. */
  readonly isLeftOut: (address: TemplateAddress, body: JsonObject) => boolean;
}

/** Something without a file that is not deleted. */
export interface LeftObject extends ObjectAddress {
  readonly reason: string;
  /** The record has nothing about it. */
  readonly isUnrecorded?: true;
}

interface Prunable {
  /** What may be deleted as far as the record and the cluster say. */
  readonly candidates: readonly TemplateAddress[];
  readonly left: readonly LeftObject[];
}

const REASONS = {
  notMade: 'No apply of this project is recorded to have created it.',
  legacy: 'Legacy templates are never deleted.',
  index: 'Indices are never deleted.',
  changed:
    'The cluster has it otherwise than an apply recorded last: another client has changed it, or that apply was stopped before.',
} as const;

/**
 * What an apply of the project has created on the cluster and has no file any more, and what has no file and is left,
 * with the reason. `isExcepted` are addresses with a file, and those that are renamed.
 */
export function prunable(
  { objects, others, prune }: RecordedFacts,
  templates: ClusterTemplates,
  isExcepted: (address: ObjectAddress) => boolean,
): Prunable {
  const candidates: TemplateAddress[] = [];
  const left: LeftObject[] = [];
  if (prune === undefined) return { candidates, left };
  for (const [object, recorded] of objects) {
    const address = parseObjectAddress(object);
    if (address === null || isExcepted(address)) continue;
    const isTemplate = isTemplateAddress(address);
    const body = isTemplate ? bodiesOf(templates, address).get(address.name) : undefined;
    if (isTemplate ? body === undefined : !prune.indices.has(address.name)) continue;
    const reason = reasonToLeave(address, recorded, body, others, prune.keep);
    if (reason !== null) left.push({ ...address, reason });
    else if (isTemplate) candidates.push(address);
  }
  for (const kind of CODE_KINDS)
    for (const [name, body] of bodiesOf(templates, { kind, name: '' })) {
      const address = { kind, name };
      if (objects.has(formatAddress(address)) || isExcepted(address) || prune.isLeftOut(address, body)) continue;
      const reason = claimedBy(address, others) ?? (kind === 'legacy_template' ? REASONS.legacy : REASONS.notMade);
      left.push({ ...address, reason, isUnrecorded: true });
    }
  return { candidates: candidates.toSorted(compareAddresses), left };
}

/** Why something is not deleted though it has no file; null where it may be. */
function reasonToLeave(
  address: ObjectAddress,
  { isMade, digest }: RecordedObject,
  body: JsonObject | undefined,
  others: ReadonlyMap<string, string>,
  keep: readonly string[],
): string | null {
  const claimed = claimedBy(address, others);
  if (claimed !== null) return claimed;
  if (address.kind === 'index') return REASONS.index;
  if (address.kind === 'legacy_template') return REASONS.legacy;
  if (isMade !== true) return REASONS.notMade;
  // Who writes an address for a name means the same.
  const pattern = keep.find((each) => fitsPattern(address.name, each) || fitsPattern(formatAddress(address), each));
  if (pattern !== undefined) return `The pattern ${pattern} of prune.keep fits its name.`;
  return body !== undefined && digestOf(body) === digest ? null : REASONS.changed;
}

function claimedBy(address: ObjectAddress, others: ReadonlyMap<string, string>): string | null {
  const project = others.get(formatAddress(address));
  return project === undefined ? null : `Project ${project} claims it.`;
}

/** Templates that an apply has created, that have no file any more, and that the cluster does not have either. */
export function goneObjects(
  { objects }: RecordedFacts,
  templates: ClusterTemplates,
  isClaimed: (address: ObjectAddress) => boolean,
): readonly TemplateAddress[] {
  return [...objects].flatMap(([object, { isMade }]) => {
    const address = parseObjectAddress(object);
    if (address === null || !isTemplateAddress(address) || isMade !== true || isClaimed(address)) return [];
    return bodiesOf(templates, address).has(address.name) ? [] : [address];
  });
}
