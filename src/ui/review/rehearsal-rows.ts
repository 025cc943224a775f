import { formatSize } from '#domain/console';
import { isObject } from '#domain/json';
import type { RouteAnswer } from '#domain/wire';

type Answer = RouteAnswer<'documents.rehearse'>;
type Side = Answer['before'];

/** One result of a rehearsal, under the current mapping and the edited one. */
export interface RehearsalRow {
  readonly key: string;
  readonly title: string;
  /** The reason of a refusal, with the ID of one of the documents. */
  readonly detail?: string;
  readonly exampleId?: string;
  readonly before: string;
  readonly after: string;
  readonly isDifferent: boolean;
}

const UNKNOWN = 'Not known';
const NONE = '–';

/** The results of a rehearsal; those that differ between the mappings come first. */
export function rehearsalRows({ before, after }: Pick<Answer, 'before' | 'after'>): readonly RehearsalRow[] {
  const row = (key: string, title: string, read: (side: Side) => string, more: Partial<RehearsalRow> = {}) => {
    const [was, is] = [read(before), read(after)];
    return { key, title, before: was, after: is, isDifferent: was !== is, ...more };
  };
  const rows: readonly RehearsalRow[] = [
    row('accepted', 'Accepted', ({ accepted }) => documentsText(accepted)),
    ...namesIn(before, after, ({ reasons }) => reasons.map(({ reason }) => reason)).map((reason) => {
      const groupIn = ({ reasons }: Side) => reasons.find((each) => each.reason === reason);
      const exampleId = (groupIn(after) ?? groupIn(before))?.exampleId ?? '';
      const count = (side: Side) => documentsText(groupIn(side)?.count ?? 0);
      return row(`refused ${reason}`, 'Refused', count, { detail: reason, exampleId });
    }),
    ...(unlistedIn(before) + unlistedIn(after) === 0
      ? []
      : [row('refused', 'Refused for other reasons', (side) => documentsText(unlistedIn(side)))]),
    ...namesIn(before, after, ({ ignored = [] }) => ignored.map(({ field }) => field)).map((field) => {
      const count = ({ ignored }: Side) =>
        ignored === undefined ? UNKNOWN : documentsText(ignored.find((each) => each.field === field)?.count ?? 0);
      return row(`ignored ${field}`, `Values of ${field} ignored`, count);
    }),
    ...namesIn(before, after, ({ added = [] }) => added.map(({ path }) => path)).map((path) =>
      row(`added ${path}`, `Field ${path} added`, (side) => addedText(side, path)),
    ),
    ...namesIn(before, after, ({ fields = [] }) => fields.map(({ path }) => path)).map((path) =>
      row(`cost ${path}`, `Size of ${path}`, (side) => costText(side, path)),
    ),
    row('size', 'Size', ({ sizeBytes }) => (sizeBytes === undefined ? UNKNOWN : formatSize(sizeBytes))),
  ];
  return [...rows.filter(({ isDifferent }) => isDifferent), ...rows.filter(({ isDifferent }) => !isDifferent)];
}

function namesIn(before: Side, after: Side, read: (side: Side) => readonly string[]): readonly string[] {
  return [...new Set([...read(after), ...read(before)])];
}

/** Refused documents whose reasons are not listed. */
function unlistedIn({ refused, reasons }: Side): number {
  return refused - reasons.reduce((sum, { count }) => sum + count, 0);
}

function addedText({ added }: Side, path: string): string {
  if (added === undefined) return UNKNOWN;
  const found = added.find((each) => each.path === path);
  if (found === undefined) return NONE;
  const type = isObject(found.definition) ? found.definition['type'] : undefined;
  return typeof type === 'string' ? type : 'object';
}

function costText({ fields }: Side, path: string): string {
  if (fields === undefined) return UNKNOWN;
  return formatSize(fields.find((cost) => cost.path === path)?.bytes ?? 0);
}

function documentsText(count: number): string {
  return count === 0 ? NONE : count.toLocaleString('en');
}
