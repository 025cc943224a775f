import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { JsonObject } from '#domain/json';
import {
  checkMappings,
  choosingValid,
  loadJsonMachine,
  type LoadJsonEvent,
  type LoadJsonInput,
} from './load-json-machine.ts';

const VALID: JsonObject = { dynamic: false, properties: { host: { type: 'keyword' } } };
const WRONG: JsonObject = {
  nonsense: 1,
  properties: { host: { type: 'keyword', nonsense: 2 }, size: { type: 'long' } },
};
const LEFT: JsonObject = { properties: { host: { type: 'keyword' }, size: { type: 'long' } } };

const checked = (mappings: JsonObject, types?: readonly string[]) =>
  checkMappings({ mappings, warnings: [], ...(types !== undefined && { types }) });
const load = (mappings: JsonObject, text = JSON.stringify(mappings)): LoadJsonEvent => ({
  type: 'LOAD',
  text,
  checked: checked(mappings),
});
const fault = { title: 'Refused', text: 'For a reason.', place: { line: 1, column: 2, reason: 'So' } };

/** State and context after some events. */
function after(events: readonly LoadJsonEvent[], input: LoadJsonInput = {}) {
  const actor = createActor(loadJsonMachine, { input }).start();
  for (const event of events) actor.send(event);
  const { value, context } = actor.getSnapshot();
  return { view: value, ...context };
}

describe('checkMappings', () => {
  it('leaves valid mappings as they are', () => {
    expect(checked(VALID)).toMatchObject({ errors: [] });
    expect(checked(VALID).valid).toBe(VALID);
  });

  it('says what is wrong, and what is left without it', () => {
    expect(checked(WRONG)).toMatchObject({
      valid: LEFT,
      errors: [
        { code: 'ERR_CONFIG', configName: 'nonsense' },
        { code: 'ERR_PARAMETER', fieldPath: 'host', paramName: 'nonsense' },
      ],
    });
    expect(choosingValid(checked(WRONG))).toMatchObject({ mappings: LEFT, leftOut: 2 });
  });

  it('takes what stands beside a type for configuration that is wrong', () => {
    const wrapper = { holder: { version: 5, tweet: WRONG, author: 'ada' }, others: ['version', 'author'] };
    const result = checkMappings({ mappings: WRONG, wrapper, taken: 'Only the type.', warnings: [] });
    expect(result.errors.map((error) => (error.code === 'ERR_CONFIG' ? error.configName : error.code))).toEqual([
      'author',
      'version',
      'nonsense',
      'ERR_PARAMETER',
    ]);
    expect(after([{ type: 'LOAD', text: '', checked: result }, { type: 'CONFIRM' }]).chosen).toMatchObject({
      mappings: LEFT,
      leftOut: 4,
    });
    const { chosen } = after([{ type: 'LOAD', text: '', checked: result }, { type: 'LOAD_EVERYTHING' }]);
    expect(chosen?.mappings).toBe(wrapper.holder);
    expect(chosen?.given.taken).toBeUndefined();
  });

  it('does not look into mappings of several types', () => {
    const several = { user: { properties: { a: 5 } }, tweet: { properties: {} } };
    const result = checked(several, ['user', 'tweet']);
    expect(result.errors).toEqual([]);
    expect(result.valid).toBe(several);
  });
});

describe('loadJsonMachine', () => {
  it('begins with an empty text', () => {
    expect(after([])).toMatchObject({ view: 'json', text: '', fault: null, chosen: null });
  });

  it('loads valid mappings at once', () => {
    expect(after([{ type: 'EDIT', text: '{}' }, load(VALID)])).toMatchObject({
      view: 'loaded',
      chosen: { mappings: VALID, leftOut: 0 },
    });
  });

  it('loads the empty mappings that an empty text comes to', () => {
    expect(after([load({}, '')])).toMatchObject({ view: 'loaded', chosen: { mappings: {}, leftOut: 0 } });
  });

  it('offers several mappings, and loads the chosen one', () => {
    const offered = [
      { label: 'a', description: 'mappings, 1 field', given: { mappings: VALID, warnings: [] } },
      { label: 'b', description: 'mappings, 2 fields', given: { mappings: WRONG, warnings: [] } },
    ];
    const offer: LoadJsonEvent = { type: 'OFFER', text: 'two', offered };
    expect(after([offer])).toMatchObject({ view: 'choice', text: 'two', offered, chosen: null });
    expect(after([offer, { type: 'CANCEL' }])).toMatchObject({ view: 'json', text: 'two', offered: [] });
    expect(after([offer, load(VALID, 'two')])).toMatchObject({ view: 'loaded', chosen: { mappings: VALID } });
    expect(after([offer, load(WRONG, 'two'), { type: 'CANCEL' }])).toMatchObject({ view: 'json', offered: [] });
    expect(after([offer, { type: 'REFUSE', fault }])).toMatchObject({ view: 'json', fault, offered: [] });
    expect(after([], { text: 'two', offered })).toMatchObject({ view: 'choice', text: 'two' });
  });

  it('asks before an empty text removes the mappings that are there', () => {
    const removal: LoadJsonEvent = {
      type: 'LOAD',
      text: '',
      checked: checkMappings({ mappings: {}, replacesMappings: true, warnings: [] }),
    };
    expect(after([removal])).toMatchObject({ view: 'removal', chosen: null });
    expect(after([removal, { type: 'CANCEL' }])).toMatchObject({ view: 'json', checked: null, chosen: null });
    expect(after([removal, { type: 'CONFIRM' }])).toMatchObject({ view: 'loaded', chosen: { mappings: {} } });
  });

  it('asks before mappings of which nothing is valid remove those that are there', () => {
    const invalid = checkMappings({ mappings: { nonsense: 1 }, replacesMappings: true, warnings: [] });
    const event: LoadJsonEvent = { type: 'LOAD', text: '', checked: invalid };
    expect(after([event])).toMatchObject({ view: 'validationResult' });
    expect(after([event, { type: 'CONFIRM' }])).toMatchObject({ view: 'removal', chosen: null });
    expect(after([event, { type: 'CONFIRM' }, { type: 'CONFIRM' }])).toMatchObject({
      view: 'loaded',
      chosen: { mappings: {}, leftOut: 1 },
    });
    const removal = checkMappings({ mappings: {}, replacesMappings: true, warnings: [] });
    expect(after([], { text: '{}', checked: removal })).toMatchObject({ view: 'removal' });
  });

  it('loads mappings of several types whole', () => {
    const several = { user: { nonsense: 1 }, tweet: {} };
    const state = after([{ type: 'LOAD', text: '', checked: checked(several, ['user', 'tweet']) }]);
    expect(state).toMatchObject({ view: 'loaded', chosen: { leftOut: 0 } });
    expect(state.chosen?.mappings).toBe(several);
  });

  it('shows what is wrong before anything is chosen', () => {
    expect(after([load(WRONG, 'the text')])).toMatchObject({
      view: 'validationResult',
      text: 'the text',
      checked: { errors: { length: 2 } },
      chosen: null,
    });
  });

  it('loads only the valid parts where that is confirmed', () => {
    expect(after([load(WRONG), { type: 'CONFIRM' }])).toMatchObject({
      view: 'loaded',
      chosen: { mappings: LEFT, leftOut: 2 },
    });
  });

  it('loads everything as it is where that is wanted', () => {
    const state = after([load(WRONG), { type: 'LOAD_EVERYTHING' }]);
    expect(state).toMatchObject({ view: 'loaded', chosen: { leftOut: 0 } });
    expect(state.chosen?.mappings).toBe(WRONG);
  });

  it('goes back to the text where that is cancelled, and on from there', () => {
    const back: readonly LoadJsonEvent[] = [load(WRONG, 'the text'), { type: 'CANCEL' }];
    expect(after(back)).toMatchObject({ view: 'json', text: 'the text', fault: null, checked: null, chosen: null });
    expect(after([...back, { type: 'EDIT', text: 'better' }, load(VALID)])).toMatchObject({
      view: 'loaded',
      chosen: { mappings: VALID },
    });
  });

  it('opens with the result of a text that was checked elsewhere, and goes back to that text', () => {
    const input = { text: 'dropped', checked: checked(WRONG) };
    expect(after([], input)).toMatchObject({ view: 'validationResult', chosen: null });
    expect(after([{ type: 'CANCEL' }], input)).toMatchObject({ view: 'json', text: 'dropped' });
    expect(after([{ type: 'CONFIRM' }], input)).toMatchObject({ view: 'loaded', chosen: { leftOut: 2 } });
  });

  it('keeps a text that could not be read, with the fault until it is edited', () => {
    const refused: readonly LoadJsonEvent[] = [{ type: 'REFUSE', text: '{', fault }];
    expect(after(refused)).toMatchObject({ view: 'json', text: '{', fault });
    expect(after([...refused, { type: 'EDIT', text: '{}' }])).toMatchObject({ view: 'json', text: '{}', fault: null });
    expect(after([...refused, load(WRONG)])).toMatchObject({ view: 'validationResult', fault: null });
  });

  it('goes back to the text where the document refuses what was chosen', () => {
    expect(after([load(WRONG, 'the text'), { type: 'CONFIRM' }, { type: 'REFUSE', fault }])).toMatchObject({
      view: 'json',
      text: 'the text',
      fault,
      checked: null,
      chosen: null,
    });
  });

  it('does nothing on events that belong to the other view', () => {
    expect(after([{ type: 'CONFIRM' }, { type: 'LOAD_EVERYTHING' }, { type: 'CANCEL' }])).toMatchObject({
      view: 'json',
      chosen: null,
    });
    expect(after([load(WRONG, 'the text'), { type: 'EDIT', text: 'x' }, load(VALID)])).toMatchObject({
      view: 'validationResult',
      text: 'the text',
    });
    expect(after([load(VALID), { type: 'CANCEL' }])).toMatchObject({ view: 'loaded' });
  });
});
