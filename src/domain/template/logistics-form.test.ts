import { describe, expect, it } from 'vitest';
import { logisticsInputs, logisticsText, readLogistics } from './logistics-form.ts';

const template = {
  index_patterns: 'logs-*',
  priority: 5,
  _meta: { by: 'ada' },
  composed_of: ['a'],
  template: {},
  data_stream: { hidden: true },
  deprecated: true,
  __proto_: 1,
};
const read = (values: Readonly<Record<string, string>>) => readLogistics('index', template, values);

describe('the logistics of a template', () => {
  it('say what the template has, and change nothing as they are', () => {
    const shown = Object.fromEntries(
      logisticsInputs('index').map((input) => [input, logisticsText('index', template, input)]),
    );
    expect(shown).toMatchObject({ index_patterns: '["logs-*"]', priority: '5', version: '', allow_auto_create: '' });
    expect(JSON.parse(shown['others'] ?? '')).toEqual({ deprecated: true, __proto_: 1 });
    expect(read(shown)).toEqual({ set: {}, unset: [], faults: {} });
  });

  it('write what was typed, and take out what was emptied', () => {
    expect(
      read({
        index_patterns: '["a-*","b"]',
        priority: ' ',
        version: '9007199254740993',
        allow_auto_create: 'false',
        _meta: '{}',
        data_stream: '',
        ignore_missing_component_templates: '["x"]',
      }),
    ).toEqual({
      set: {
        index_patterns: ['a-*', 'b'],
        version: 9007199254740993n,
        allow_auto_create: false,
        ignore_missing_component_templates: ['x'],
      },
      unset: ['data_stream', 'priority', '_meta'],
      faults: {},
    });
  });

  it('change the members that no input has', () => {
    expect(read({ others: '{"deprecated": false, "new": [1]}' })).toEqual({
      set: { deprecated: false, new: [1] },
      unset: ['__proto_'],
      faults: {},
    });
    expect(read({ others: '' }).unset).toEqual(['deprecated', '__proto_']);
  });

  it.each([
    ['index_patterns', '[]', 'Add at least one index pattern.'],
    ['index_patterns', '["a b"]', "a b: The pattern can't contain a space."],
    ['index_patterns', '[""]', 'The pattern is empty.'],
    ['priority', '-1', 'Enter a number of at least 0.'],
    ['priority', '1.5', 'Enter a whole number.'],
    ['version', '99999999999999999999', 'Enter a whole number.'],
    ['version', '9999999999999999999', 'Enter a number of at most 9223372036854775807.'],
    ['_meta', '{"a":', 'The _meta field JSON is not valid. Line 1, column 6.'],
    ['_meta', '[]', 'The _meta field JSON is not valid.'],
    ['data_stream', '1', 'Options of data streams must be a JSON object.'],
    ['others', '[]', 'Other members must be a JSON object.'],
    ['others', '{"priority": 1}', 'priority has its own input.'],
    ['others', '{"composed_of": []}', 'composed_of has its own input.'],
  ])('refuse %s: %s', (input, text, fault) => {
    expect(read({ [input]: text })).toEqual({ set: {}, unset: [], faults: { [input]: fault } });
  });

  it('of a legacy and a component template have their own inputs', () => {
    expect(readLogistics('legacy', { index_patterns: ['a'] }, { order: '-3' }).set).toEqual({ order: -3 });
    expect(logisticsText('component', { template: {}, allow_auto_create: true }, 'others')).toContain(
      'allow_auto_create',
    );
  });
});
