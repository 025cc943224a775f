import { describe, expect, it } from 'vitest';
import { matchingIndices } from './matching-indices.ts';

describe('the indices of a pattern', () => {
  const indices = [
    { name: 'logs-10', status: 'open' },
    { name: 'logs-9', status: 'open', aliases: ['current'] },
    { name: 'logs-1', status: 'close' },
    { name: '.ds-app-000001', status: 'open', hidden: true, data_stream: 'app' },
    { name: '.ds-app-000002', status: 'open', hidden: true, data_stream: 'app' },
    { name: 'shop', status: 'open' },
  ];
  it.each([
    ['logs-*', ['logs-9', 'logs-10']],
    ['current', ['logs-9']],
    ['app', ['.ds-app-000001', '.ds-app-000002']],
    ['a*', ['.ds-app-000001', '.ds-app-000002']],
    ['*', ['.ds-app-000001', '.ds-app-000002', 'logs-9', 'logs-10', 'shop']],
    ['*-000001', []],
    ['.ds-*1', ['.ds-app-000001']],
    ['.ds-app-000002, shop,', ['.ds-app-000002', 'shop']],
    ['logs-1', []],
    [' , ', []],
  ])('%s', (pattern, names) => {
    expect(matchingIndices(indices, pattern).map(({ name }) => name)).toEqual(names);
  });
});
