import { analyzedSize, countOf, formatSize, parseSize, type Index, type Support } from '#domain/console';
import type { RouteAnswer } from '#domain/wire';
import { Button } from '../../kit/button.tsx';
import common from '../../kit/common.module.css';
import { FileFacts } from '../index-detail/fields/file-facts.tsx';
import type { Figures } from './use-index-figures.ts';

type Costs = RouteAnswer<'field_costs.analyze'>;

interface SummedCostsProps {
  readonly costs: Figures<Costs>;
  readonly indices: readonly Index[];
  /** Whether the engine tells what each field takes up. */
  readonly support: Support;
  readonly hasFiles: boolean;
}

/** What the analyses of some indices have found together or would take, with buttons to go on, and to cancel. */
export function SummedCosts({ costs, indices, support, hasFiles }: SummedCostsProps) {
  const { isReading, start, cancel } = costs;
  const answers = costs.answers.flatMap((answer) => answer ?? []);
  const left = indices.length - answers.length;
  const ask = support.has ? 'Analyze disk usage' : 'Show sizes by kind of file';
  return (
    <div className={common['stack2']}>
      <p className={common['explanation']} role="status">
        {answers.length > 0
          ? foundText(answers, indices.length)
          : support.has
            ? `Analyzing the disk usage reads all files of the indices${sizeText(indices)}, one index after another, which can take minutes. It needs the index privilege “manage”.`
            : support.reason}
      </p>
      {!support.has && answers.length > 0 && <FileFacts files={summedFiles(answers)} />}
      {(support.has || hasFiles) && (
        <div className={common['centredRow']}>
          <Button size="small" isPending={isReading} onPress={() => start(left === 0)}>
            {answers.length === 0
              ? ask
              : left === 0
                ? 'Analyze again'
                : `Analyze the other ${left.toLocaleString('en')}`}
          </Button>
          {isReading && (
            <Button size="small" onPress={cancel}>
              Cancel
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function foundText(answers: readonly Costs[], count: number): string {
  const analyses = answers.flatMap(({ analysis }) => analysis ?? []);
  const of = `${answers.length.toLocaleString('en')} of ${countOf(count, 'index', 'indices')}`;
  if (analyses.length === 0)
    return `Files of the primary shards of ${of}, by kind. This engine doesn’t tell what each field takes up.`;
  const bytes = analyses.reduce((sum, { storeBytes }) => sum + storeBytes, 0);
  return `Analyzed ${of}: ${analyzedSize(bytes)}.`;
}

/** How large the primary shards are together, where that is known of all. */
function sizeText(indices: readonly Index[]): string {
  const sizes = indices.flatMap(({ primary_size: size }) => parseSize(size) ?? []);
  if (sizes.length < indices.length) return '';
  return ` (${formatSize(sizes.reduce((sum, size) => sum + size, 0))})`;
}

/** The largest first. */
function summedFiles(answers: readonly Costs[]) {
  const kinds = new Map<string, NonNullable<Costs['files']>[number]>();
  for (const { files = [] } of answers)
    for (const file of files) kinds.set(file.kind, { ...file, bytes: file.bytes + (kinds.get(file.kind)?.bytes ?? 0) });
  return [...kinds.values()].toSorted((a, b) => b.bytes - a.bytes);
}
