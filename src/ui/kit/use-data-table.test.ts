import { describe, expect, it } from 'vitest';
import { pageOf } from './use-data-table.ts';

describe('pageOf', () => {
  it('is the page asked for where there is one', () =>
    expect(pageOf(2, 10, 25)).toEqual({ pageIndex: 2, pageSize: 10 }));
  it('is the last page where a filter has left fewer', () =>
    expect(pageOf(98, 10, 20)).toEqual({ pageIndex: 1, pageSize: 10 }));
  it('is the first page where there is no row', () => expect(pageOf(4, 10, 0)).toEqual({ pageIndex: 0, pageSize: 10 }));
});
