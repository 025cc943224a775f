/** Label sets of one metric; what comes after them is counted under `other`. */
const MAX_SERIES = 2_000;
const OTHER = 'other';

export interface Counter {
  /** Values in the order of the metric's labels. */
  add(values: readonly string[], by?: number): void;
}

export interface Histogram {
  observe(values: readonly string[], value: number): void;
}

interface Sample {
  readonly values: readonly string[];
  readonly value: number;
}

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly lines: () => readonly string[];
}

interface MetricHelp<Label extends string = string> {
  /** With its unit last: `mapledger_http_request_duration_seconds`. */
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly Label[];
}

/** What a server counts since it was started. */
export interface MetricsRegistry {
  counter(metric: MetricHelp): Counter;
  /** `buckets` are upper bounds, ascending. */
  histogram(metric: MetricHelp & { readonly buckets: readonly number[] }): Histogram;
  /** `read` is called when the metrics are asked for; one that throws or gives undefined is left out. */
  gauge(
    metric: MetricHelp & { readonly type?: 'gauge' | 'counter' },
    read: () => number | readonly Sample[] | undefined,
  ): void;
  /** Everything in Prometheus' text format 0.0.4. */
  format(): string;
}

export function metricsRegistry(): MetricsRegistry {
  const metrics: Metric[] = [];
  const register = (metric: Metric) => {
    if (metrics.some(({ name }) => name === metric.name)) throw new Error(`The metric ${metric.name} is defined twice`);
    metrics.push(metric);
  };
  return {
    counter({ labels = [], ...metric }) {
      const series = seriesOf(() => ({ value: 0 }));
      register({
        ...metric,
        type: 'counter',
        lines: () => series.all().map(([values, { value }]) => line(metric.name, labels, values, value)),
      });
      return {
        add(values, by = 1) {
          series.at(values).value += by;
        },
      };
    },
    histogram({ labels = [], buckets, ...metric }) {
      const series = seriesOf(() => ({ counts: buckets.map(() => 0), count: 0, sum: 0 }));
      register({
        ...metric,
        type: 'histogram',
        lines: () =>
          series
            .all()
            .flatMap(([values, { counts, count, sum }]) => [
              ...buckets.map((bound, index) =>
                line(`${metric.name}_bucket`, [...labels, 'le'], [...values, String(bound)], counts[index] as number),
              ),
              line(`${metric.name}_bucket`, [...labels, 'le'], [...values, '+Inf'], count),
              line(`${metric.name}_sum`, labels, values, sum),
              line(`${metric.name}_count`, labels, values, count),
            ]),
      });
      return {
        observe(values, value) {
          const at = series.at(values);
          at.count++;
          at.sum += value;
          // Cumulative, as the format has it.
          for (const [index, bound] of buckets.entries()) if (value <= bound) (at.counts[index] as number)++;
        },
      };
    },
    gauge({ labels = [], type = 'gauge', ...metric }, read) {
      register({
        ...metric,
        type,
        lines: () => {
          const now = quietly(read) ?? [];
          const samples = typeof now === 'number' ? [{ values: [], value: now }] : now;
          return samples.map(({ values, value }) => line(metric.name, labels, values, value));
        },
      });
    },
    format: () =>
      metrics
        .map((metric) => ({ ...metric, text: metric.lines() }))
        .filter(({ text }) => text.length > 0)
        .map(({ name, help, type, text }) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${text.join('\n')}\n`)
        .join(''),
  };
}

/** One thing that can't be read must not hide all others. */
function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

interface Series<T> {
  at(values: readonly string[]): T;
  all(): readonly (readonly [readonly string[], T])[];
}

function seriesOf<T>(create: () => T): Series<T> {
  const series = new Map<string, { readonly values: readonly string[]; readonly data: T }>();
  return {
    at(values) {
      const known = series.get(keyOf(values));
      if (known !== undefined) return known.data;
      const kept = series.size < MAX_SERIES ? values : values.map(() => OTHER);
      const entry = series.get(keyOf(kept)) ?? { values: kept, data: create() };
      series.set(keyOf(kept), entry);
      return entry.data;
    },
    all: () => Array.from(series.values(), ({ values, data }) => [values, data] as const),
  };
}

function keyOf(values: readonly string[]): string {
  return JSON.stringify(values);
}

function line(name: string, labels: readonly string[], values: readonly string[], value: number): string {
  const pairs = labels.map((label, index) => `${label}="${escapeLabel(values[index] ?? '')}"`);
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
