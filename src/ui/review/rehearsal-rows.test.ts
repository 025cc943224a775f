import { expect, it } from 'vitest';
import { rehearsalRows } from './rehearsal-rows.ts';

const side = {
  index: 'mapledger-scratch-1',
  accepted: 5,
  refused: 0,
  reasons: [],
  ignored: [],
  added: [],
  isRemoved: true,
};
const row = (key: string, title: string, before: string, after: string) => ({
  ...{ key, title, before, after },
  isDifferent: before !== after,
});

it('lists what differs before what is the same', () => {
  const strict = { reason: 'strict', count: 1, exampleId: 'b' };
  const answer = {
    before: {
      ...side,
      accepted: 1_004,
      refused: 1,
      reasons: [strict],
      sizeBytes: 900,
      added: [{ path: 'x', definition: { type: 'long' } }],
    },
    after: {
      ...side,
      ...{ accepted: 4, refused: 1_001, sizeBytes: 900 },
      reasons: [{ reason: 'no number', count: 1_000, exampleId: 'a' }, strict],
      ignored: [{ field: 'note', count: 2 }],
      added: [{ path: 'o', definition: {} }],
    },
  };
  expect(rehearsalRows(answer)).toEqual([
    row('accepted', 'Accepted', '1,004', '4'),
    { ...row('refused no number', 'Refused', '–', '1,000'), detail: 'no number', exampleId: 'a' },
    row('ignored note', 'Values of note ignored', '–', '2'),
    row('added o', 'Field o added', '–', 'object'),
    row('added x', 'Field x added', 'long', '–'),
    { ...row('refused strict', 'Refused', '1', '1'), detail: 'strict', exampleId: 'b' },
    row('size', 'Size', '900 B', '900 B'),
  ]);
});

it('has the sizes of the fields that change', () => {
  const cost = (path: string, bytes: number) => ({ path, bytes, structures: [] });
  const before = { ...side, fields: [cost('title', 5_120), cost('title.raw', 2_048)] };
  const after = { ...side, fields: [cost('title', 1_024)] };
  expect(rehearsalRows({ before, after }).slice(0, 2)).toEqual([
    row('cost title', 'Size of title', '5.0 KB', '1.0 KB'),
    row('cost title.raw', 'Size of title.raw', '2.0 KB', '0 B'),
  ]);
});

it('counts the documents that are refused for reasons that are not listed', () => {
  const after = { ...side, refused: 9, reasons: [{ reason: 'a', count: 7, exampleId: '1' }] };
  expect(rehearsalRows({ before: side, after })).toContainEqual(row('refused', 'Refused for other reasons', '–', '2'));
});

it('says what is not known, which is no zero', () => {
  const { ignored: _ignored, added: _added, ...rest } = side;
  const after = { ...side, ignored: [{ field: 'note', count: 1 }], added: [{ path: 'x', definition: { type: 'ip' } }] };
  expect(rehearsalRows({ before: rest, after })).toEqual([
    row('ignored note', 'Values of note ignored', 'Not known', '1'),
    row('added x', 'Field x added', 'Not known', 'ip'),
    row('accepted', 'Accepted', '5', '5'),
    row('size', 'Size', 'Not known', 'Not known'),
  ]);
});
