import { countOf, formatSize, parseSize, type Index, type Support } from '#domain/console';
import { Button } from '../../kit/button.tsx';
import common from '../../kit/common.module.css';
import { FileFacts } from '../index-detail/fields/file-facts.tsx';
import type { IndexFiguresReading } from './use-index-figures.ts';

interface SummedCostsProps {
  readonly figures: IndexFiguresReading;
  readonly indices: readonly Index[];
  /** Whether the engine tells what each field takes up. */
  readonly support: Support;
  readonly hasFiles: boolean;
}

/** What the analyses of some indices have found together or would take, with buttons to go on, and to cancel. */
export function SummedCosts({ figures, indices, support, hasFiles }: SummedCostsProps) {
  const { costs, reading, start, cancel } = figures;
  const answers = costs.flatMap(({ data }) => data ?? []);
  const left = indices.length - answers.length;
  const isReading = reading === 'costs';
  const ask = support.has ? 'Analyze disk usage' : 'Show sizes by kind of file';
  return (
    <div className={common['stack2']}>
      <p className={common['explanation']} role="status">
        {answers.length > 0
          ? foundText(costs, indices.length)
          : support.has
            ? `Analyzing the disk usage reads all files of the indices${sizeText(indices)}, one index after another, which can take minutes. It needs the index privilege “manage”.`
            : support.reason}
      </p>
      {!support.has && answers.length > 0 && <FileFacts files={summedFiles(costs)} />}
      {(support.has || hasFiles) && (
        <div className={common['centredRow']}>
          <Button
            size="small"
            isPending={isReading}
            isDisabled={reading === 'usage'}
            onPress={() => start('costs', left === 0)}
          >
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

type Costs = IndexFiguresReading['costs'];

function foundText(costs: Costs, count: number): string {
  const analyses = costs.flatMap(({ data }) => data?.analysis ?? []);
  const read = costs.filter(({ data }) => data !== undefined).length;
  const of = `${read.toLocaleString('en')} of ${countOf(count, 'index', 'indices')}`;
  if (analyses.length === 0)
    return `Files of the primary shards of ${of}, by kind. This engine doesn’t tell what each field takes up.`;
  const bytes = analyses.reduce((sum, { storeBytes }) => sum + storeBytes, 0);
  return `Analyzed ${of}: ${formatSize(bytes)} in one copy of each shard.`;
}

/** How large the primary shards are together, where that is known of all. */
function sizeText(indices: readonly Index[]): string {
  const sizes = indices.flatMap(({ primary_size: size }) => parseSize(size) ?? []);
  if (sizes.length < indices.length) return '';
  return ` (${formatSize(sizes.reduce((sum, size) => sum + size, 0))})`;
}

/** The largest first. */
function summedFiles(costs: Costs) {
  const kinds = new Map<string, NonNullable<NonNullable<Costs[number]['data']>['files']>[number]>();
  for (const { data } of costs)
    for (const file of data?.files ?? [])
      kinds.set(file.kind, { ...file, bytes: file.bytes + (kinds.get(file.kind)?.bytes ?? 0) });
  return [...kinds.values()].toSorted((a, b) => b.bytes - a.bytes);
}
