import { expect, it } from 'vitest';
import { metricsRegistry } from './registry.ts';

it('writes counters with their help, type and labels', () => {
  const metrics = metricsRegistry();
  const requests = metrics.counter({ name: 'requests_total', help: 'Requests.', labels: ['route', 'status'] });
  requests.add(['/a', '200']);
  requests.add(['/a', '200'], 2);
  requests.add(['/b', '404']);
  expect(metrics.format()).toBe(
    [
      '# HELP requests_total Requests.',
      '# TYPE requests_total counter',
      'requests_total{route="/a",status="200"} 3',
      'requests_total{route="/b",status="404"} 1',
      '',
    ].join('\n'),
  );
});

it('writes histograms with cumulative buckets, sum and count', () => {
  const metrics = metricsRegistry();
  const seconds = metrics.histogram({ name: 'seconds', help: 'Time.', labels: ['route'], buckets: [0.1, 1] });
  for (const value of [0.05, 0.1, 0.5, 3]) seconds.observe(['/a'], value);
  expect(metrics.format().split('\n').slice(2, -1)).toEqual([
    'seconds_bucket{route="/a",le="0.1"} 2',
    'seconds_bucket{route="/a",le="1"} 3',
    'seconds_bucket{route="/a",le="+Inf"} 4',
    'seconds_sum{route="/a"} 3.65',
    'seconds_count{route="/a"} 4',
  ]);
});

it('escapes what would end a label', () => {
  const metrics = metricsRegistry();
  metrics.counter({ name: 'c', help: 'C.', labels: ['text'] }).add(['a"b\\c\nd']);
  expect(metrics.format()).toContain('c{text="a\\"b\\\\c\\nd"} 1');
});

it('reads gauges when it is asked, and leaves out one that can’t be read', () => {
  const metrics = metricsRegistry();
  let value = 1;
  metrics.gauge({ name: 'now', help: 'Now.' }, () => value);
  metrics.gauge({ name: 'broken', help: 'Broken.' }, () => {
    throw new Error('locked');
  });
  value = 7;
  expect(metrics.format()).toBe('# HELP now Now.\n# TYPE now gauge\nnow 7\n');
});

it('keeps a bounded number of label sets, and counts the rest as others', () => {
  const metrics = metricsRegistry();
  const counter = metrics.counter({ name: 'c', help: 'C.', labels: ['name'] });
  for (let index = 0; index < 10_000; index++) counter.add([`name-${index}`]);
  const lines = metrics.format().trimEnd().split('\n').slice(2);
  expect(lines.length).toBeLessThanOrEqual(2_001);
  expect(lines.at(-1)).toBe('c{name="other"} 8000');
});

it('refuses the same name twice', () => {
  const metrics = metricsRegistry();
  metrics.counter({ name: 'c', help: 'C.' });
  expect(() => metrics.gauge({ name: 'c', help: 'C.' }, () => 1)).toThrow('defined twice');
});
