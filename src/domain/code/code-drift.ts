import { formatJson } from '../json/text.ts';
import { asJson, type JsonObject, type JsonValue } from '../json/value.ts';
import { isSameTemplate, type ClusterTemplates } from '../template/index.ts';
import { changesOf, type TemplateChange } from './changes.ts';
import type { PlanHeader } from './code-plan.ts';
import { formatAddress, type ObjectAddress } from './kinds.ts';
import type { CodeObject } from './objects.ts';
import { bodiesOf } from './request-order.ts';

/** A template of the files that the cluster has otherwise, or no longer. */
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
  /** Templates that the cluster has as the files say. */
  readonly unchanged: readonly ObjectAddress[];
  /** What the cluster has and no file claims, which is no drift. */
  readonly notInFiles: readonly ObjectAddress[];
  /** Templates of the stack that no file claims, which are not listed. */
  readonly leftOut: number;
}

interface ClusterSide {
  readonly templates: ClusterTemplates;
  /** All templates of the cluster, in the order in which they are listed. */
  readonly addressed: readonly (readonly [ObjectAddress, JsonObject])[];
  /** Whether a template is left out where no file claims it. */
  readonly isLeftOut: (address: ObjectAddress, body: JsonObject) => boolean;
}

/** What a cluster has otherwise than the files say. Compares as a plan does. */
export function codeDrift(objects: readonly CodeObject[], { templates, addressed, isLeftOut }: ClusterSide): CodeDrift {
  const items: CodeDriftItem[] = [];
  const unchanged: ObjectAddress[] = [];
  for (const { kind, name, file, overlay, body } of objects) {
    const has = bodiesOf(templates, { kind, name }).get(name);
    if (has !== undefined && isSameTemplate(has, body)) {
      unchanged.push({ kind, name });
      continue;
    }
    items.push({
      kind,
      name,
      drift: has === undefined ? 'missing' : 'changed',
      file,
      ...(overlay !== undefined && { overlay }),
      changes: has === undefined ? [] : changesOf(kind, body, has),
    });
  }
  const claimed = new Set(objects.map(formatAddress));
  const others = addressed.filter(([address]) => !claimed.has(formatAddress(address)));
  const notInFiles = others.filter(([address, body]) => !isLeftOut(address, body)).map(([address]) => address);
  return { items, unchanged, notInFiles, leftOut: others.length - notInFiles.length };
}

const FORMAT = { type: 'mapledger.drift', format: 1 };

/** The text of a drift, the same for the same files and the same cluster. `unseen` says what could not be listed. */
export function formatDrift(header: PlanHeader, drift: CodeDrift, unseen: readonly string[]): string {
  const { items, unchanged, notInFiles, leftOut } = drift;
  const shown = {
    ...FORMAT,
    ...header,
    items: items.map(({ kind, name, changes, ...item }) => ({
      object: formatAddress({ kind, name }),
      ...item,
      changes: changes.map(shownChange),
    })),
    unchanged: unchanged.map(formatAddress),
    notInFiles: notInFiles.map(formatAddress),
    leftOut,
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
