import { statSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MetricsRegistry } from './registry.ts';

/** Files of the data folder that grow, each with what was not yet written back into it. */
const DATA_FILES = ['server.db', 'server.db-wal', 'sandbox.db', 'sandbox.db-wal'];
const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;

/** Counts the process by the names that Prometheus' own clients use; `close` ends what samples it. */
export function addProcessMetrics(metrics: MetricsRegistry, version: string, startedAtMs: number): { close(): void } {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  metrics.gauge(
    { name: 'mapledger_build_info', help: 'Version of Mapledger and of Node.', labels: ['version', 'node'] },
    () => [{ values: [version, process.versions.node], value: 1 }],
  );
  metrics.gauge(
    { name: 'process_start_time_seconds', help: 'Start of the process, Unix time.' },
    () => startedAtMs / 1_000,
  );
  metrics.gauge({ name: 'process_cpu_seconds_total', help: 'User and system CPU time.', type: 'counter' }, () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / MICROSECONDS;
  });
  metrics.gauge({ name: 'process_resident_memory_bytes', help: 'Resident memory.' }, () => process.memoryUsage.rss());
  metrics.gauge({ name: 'nodejs_heap_size_used_bytes', help: 'Used heap.' }, () => process.memoryUsage().heapUsed);
  metrics.gauge(
    {
      name: 'nodejs_eventloop_lag_p99_seconds',
      help: '99th percentile of the event loop delay since the last scrape.',
    },
    () => {
      const lag = delay.percentile(99) / NANOSECONDS;
      delay.reset();
      return lag;
    },
  );
  return { close: () => void delay.disable() };
}

/** Counts the bytes of the data folder's files. */
export function addDataMetrics(metrics: MetricsRegistry, dataDir: string): void {
  metrics.gauge(
    { name: 'mapledger_data_file_bytes', help: 'Size of the files in the data folder.', labels: ['file'] },
    () =>
      DATA_FILES.map((file) => ({
        values: [file],
        size: statSync(join(dataDir, file), { throwIfNoEntry: false })?.size,
      }))
        .filter((entry) => entry.size !== undefined)
        .map(({ values, size = 0 }) => ({ values, value: size })),
  );
}
