import type { TargetEngine } from '../catalogue/engines.ts';
import { formatJson } from '../json/text.ts';
import { asJson, type JsonObject, type JsonValue } from '../json/value.ts';
import { isSameTemplate, type ClusterTemplates } from '../template/index.ts';
import { changesOf, type TemplateChange } from './changes.ts';
import type { PlanHeader } from './code-plan.ts';
import { compareIndex, type LiveIndex } from './index-comparison.ts';
import { formatAddress, type ObjectAddress, type TemplateAddress } from './kinds.ts';
import { isCodeIndex, isCodeTemplate, type CodeIndex, type CodeObject, type CodeTemplate } from './objects.ts';
import { bodiesOf } from './request-order.ts';
import type { WriteIndex } from './write-index-update.ts';
import { streamsBehind, type StreamBehind } from './write-indices.ts';

/** A template or an index of the files that the cluster has otherwise, or no longer. */
export interface CodeDriftItem extends ObjectAddress {
  readonly drift: 'changed' | 'missing';
  readonly file: string;
  readonly overlay?: string;
  /** From the file to the cluster; none where it is missing. */
  readonly changes: readonly TemplateChange[];
}

/** How a cluster differs from the files. */
export interface CodeDrift {
  readonly items: readonly CodeDriftItem[];
  /** What the cluster has as the files say. */
  readonly unchanged: readonly ObjectAddress[];
  /** What the cluster has and no file claims, which is no drift: a template, or something of an index. */
  readonly notInFiles: readonly string[];
  /** Templates of the stack that no file claims, which are not listed. */
  readonly leftOut: number;
  /** Data streams of the files that have their templates' mapping from the next rollover, which is no drift. */
  readonly behind: readonly StreamBehind[];
}

interface ClusterSide {
  readonly templates: ClusterTemplates;
  /** Of the indices that files claim those that exist. */
  readonly indices: ReadonlyMap<string, LiveIndex>;
  readonly engine: TargetEngine;
  /** By data stream; those are enough that files decide about. */
  readonly writeIndices: ReadonlyMap<string, WriteIndex>;
  /** All templates of the cluster, in the order in which they are listed. */
  readonly addressed: readonly (readonly [TemplateAddress, JsonObject])[];
  /** Whether a template is left out where no file claims it. */
  readonly isLeftOut: (address: TemplateAddress, body: JsonObject) => boolean;
}

/** How one object of the files differs; null where it does not. */
interface Difference {
  readonly drift: CodeDriftItem['drift'];
  readonly changes: readonly TemplateChange[];
}

/** What a cluster has otherwise than the files say. Compares as a plan does. */
export function codeDrift(objects: readonly CodeObject[], cluster: ClusterSide): CodeDrift {
  const items: CodeDriftItem[] = [];
  const unchanged: ObjectAddress[] = [];
  const unnamed: string[] = [];
  const add = ({ kind, name, file, overlay }: CodeObject, difference: Difference | null) => {
    if (difference === null) unchanged.push({ kind, name });
    else items.push({ kind, name, file, ...(overlay !== undefined && { overlay }), ...difference });
  };
  for (const object of objects.filter(isCodeTemplate)) add(object, templateDifference(object, cluster));
  for (const object of objects.filter(isCodeIndex)) {
    const { difference, unclaimed } = indexDifference(object, cluster);
    add(object, difference);
    unnamed.push(...unclaimed.map((what) => `${formatAddress(object)}: ${what}`));
  }
  const claimed = new Set(objects.map(formatAddress));
  const others = cluster.addressed.filter(([address]) => !claimed.has(formatAddress(address)));
  const shown = others.filter(([address, body]) => !cluster.isLeftOut(address, body));
  return {
    items,
    unchanged,
    notInFiles: [...shown.map(([address]) => formatAddress(address)), ...unnamed],
    leftOut: others.length - shown.length,
    behind: streamsBehind(claimed, cluster.templates, cluster.writeIndices, cluster.engine),
  };
}

const MISSING: Difference = { drift: 'missing', changes: [] };

function templateDifference({ kind, name, body }: CodeTemplate, { templates }: ClusterSide): Difference | null {
  const has = bodiesOf(templates, { kind, name }).get(name);
  if (has === undefined) return MISSING;
  return isSameTemplate(has, body) ? null : { drift: 'changed', changes: changesOf(kind, body, has) };
}

function indexDifference(object: CodeIndex, { indices, engine }: ClusterSide) {
  const live = indices.get(object.name);
  if (live === undefined) return { difference: MISSING, unclaimed: [] };
  const { isSame, held, wanted, unclaimed } = compareIndex(object, live, engine);
  const changes = isSame ? [] : changesOf('legacy_template', wanted, held);
  return { difference: isSame ? null : ({ drift: 'changed', changes } as const), unclaimed };
}

const FORMAT = { type: 'mapledger.drift', format: 1 };

/** The text of a drift, the same for the same files and the same cluster. `unseen` says what could not be listed. */
export function formatDrift(header: PlanHeader, drift: CodeDrift, unseen: readonly string[]): string {
  const { items, unchanged, notInFiles, leftOut, behind } = drift;
  const shown = {
    ...FORMAT,
    ...header,
    items: items.map(({ kind, name, changes, ...item }) => ({
      object: formatAddress({ kind, name }),
      ...item,
      changes: changes.map(shownChange),
    })),
    unchanged: unchanged.map(formatAddress),
    notInFiles: [...notInFiles],
    leftOut,
    behind: behind.map(({ changes, ...stream }) => ({ ...stream, changes: [...changes] })),
    unseen: [...unseen],
  };
  return `${formatJson(asJson(shown), 2)}\n`;
}

/** Members without a value are absent: the file or the cluster has nothing there. */
function shownChange({ text, place, before, after }: TemplateChange): JsonValue {
  return {
    text,
    place,
    ...(before !== undefined && { file: before }),
    ...(after !== undefined && { cluster: after }),
  };
}
