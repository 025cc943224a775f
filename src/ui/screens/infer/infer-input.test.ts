import { describe, expect, it } from 'vitest';
import { inputDraftName, inputOrigin, inputTitle, sampleInput, type InferInput } from './infer-input.ts';

const sample = (index: string, documents: number, total: number, isCut = false) =>
  sampleInput(index, { lines: '{"n":1.0}\n', documents, total, isCut });
const file = (name: string): InferInput => ({ kind: 'file', file: new File([], name) });

describe('the documents that a mapping is inferred from', () => {
  it('are lines letter by letter, also of an index that is called like another file', async () => {
    const input = sample('orders.csv', 1, 1);
    expect(await input.file.text()).toBe('{"n":1.0}\n');
    expect(input.file.name).toBe('orders.csv.ndjson');
    expect(input).not.toHaveProperty('lines');
  });

  it.each<[InferInput, string, string, string]>([
    [file('orders.csv'), 'orders.csv', 'orders.csv', 'orders'],
    [file('.json'), '.json', '.json', 'Inferred mapping'],
    [sample('app.log', 1_000, 25_000), 'index app.log', 'index app.log, a sample of 1,000 of 25,000', 'app.log'],
    [sample('logs', 25, 25), 'index logs', 'index logs', 'logs'],
    [sample('logs', 25, 25, true), 'index logs', 'index logs, a sample of 25 of 25', 'logs'],
  ])('%# have a title, an origin and the name of a draft', (input, title, origin, name) => {
    expect([inputTitle(input), inputOrigin(input), inputDraftName(input)]).toEqual([title, origin, name]);
  });
});
