import { describe, expect, it } from 'vitest';
import { givenFields } from '../../../tests/builders/given.ts';
import { sealAll } from '../../fuzz/generate/histories.ts';
import type { JsonObject } from '../json/value.ts';
import { EVENT_FORMAT, type DocumentEvent } from './event.ts';
import { LogFaultError, openLog } from '../log/log.ts';
import { upcast, UPCASTERS, type Upcaster } from './upcast.ts';

/** Two steps of formats to come: `text` becomes `summary`, and every event gets a reason. */
const upcasters: readonly Upcaster[] = [
  { name: 'reason', from: 2, upcast: (event) => ({ ...event, reason: 'none given' }) },
  { name: 'summary', from: 1, upcast: ({ text = '', ...event }) => ({ ...event, summary: text }) },
];

describe('upcast', () => {
  it('takes every step from the format of the event to the present one, whatever their order', () => {
    expect(upcast({ format: 1, text: 'Add a' }, upcasters, 3)).toEqual({
      format: 3,
      summary: 'Add a',
      reason: 'none given',
    });
    expect(upcast({ format: 2, summary: 'Add a' }, upcasters, 3)).toEqual({
      format: 3,
      summary: 'Add a',
      reason: 'none given',
    });
  });

  it('gives an event back as it is where no step changes it', () => {
    const event: JsonObject = { format: 1, summary: 'Add a' };
    expect(upcast(event, UPCASTERS, 2)).toBe(event);
  });

  it.each([3, 4])('leaves an event of format %i as it is', (format) => {
    const event = { format, text: 'Add a' };
    expect(upcast(event, upcasters, 3)).toBe(event);
  });

  it('does not write to the event that it is given', () => {
    const event: JsonObject = { format: 1, text: 'Add a' };
    upcast(event, upcasters, 3);
    expect(event).toEqual({ format: 1, text: 'Add a' });
  });

  it('fails where a step is missing', () => {
    expect(() => upcast({ format: 1 }, upcasters.slice(0, 1), 3)).toThrow('There is no upcaster from event format 1');
  });

  it('has one step from every format before the present one', () => {
    expect(UPCASTERS.map(({ from }) => from)).toEqual(
      Array.from({ length: EVENT_FORMAT - 1 }, (_, index) => index + 1),
    );
  });
});

describe('a log of older formats', () => {
  const { events } = givenFields({})
    .after('field.add', { parent: null, name: 'a', definition: { type: 'ip' } })
    .after('field.add', { parent: null, name: 'b', definition: { type: 'ip' } });
  const [first, second] = events as [DocumentEvent, DocumentEvent];
  const steps = upcasters.map((upcaster) => ({ ...upcaster, from: upcaster.from + EVENT_FORMAT }));
  const older = { ...first, format: EVENT_FORMAT + 1, summary: '', text: first.summary };
  const records = sealAll([older, { ...second, format: EVENT_FORMAT + 2 }]);

  it('is checked as it was sealed, and read as events of the present format', () => {
    const log = openLog(records, { upcasters: steps, currentFormat: EVENT_FORMAT + 3 });
    expect(log.events.map(({ format, summary, reason, version }) => ({ format, summary, reason, version }))).toEqual([
      { format: EVENT_FORMAT + 3, summary: 'Add a (ip)', reason: 'none given', version: 1 },
      { format: EVENT_FORMAT + 3, summary: 'Add b (ip)', reason: 'none given', version: 2 },
    ]);
    expect(log.lastHash).toBe(records[1]?.hash);
    expect(log).not.toHaveProperty('newerFormat');
  });

  it('is refused where an upcaster makes no event of it', () => {
    const breaking: readonly Upcaster[] = [
      { name: 'breaking', from: EVENT_FORMAT + 1, upcast: ({ patch: _, ...event }) => event },
      ...steps.slice(0, 1),
    ];
    expect(() => openLog(records, { upcasters: breaking, currentFormat: EVENT_FORMAT + 3 })).toThrow(
      expect.objectContaining({ name: LogFaultError.name, position: 1 }),
    );
  });
});
