import { describe, expect, it } from 'vitest';
import { given, type Given } from '../../../tests/builders/given.ts';
import { CLUSTER } from '../../fuzz/generate/stamps.ts';
import { createState } from '../document/model.ts';
import { liveTemplateDocument } from '../document/live-document.ts';
import type { DocumentEvent } from '../events/event.ts';
import type { DocumentState } from '../state/state.ts';
import { commandOfEvent } from './command-of-event.ts';

const keyword = { type: 'keyword' };

function commandOf(document: Given, before: DocumentState = createState({ body: undefined })) {
  return commandOfEvent(document.events.at(-1) as DocumentEvent, before, document.state);
}

describe('the command of an event', () => {
  const created = given(undefined).after('document.create', { body: { properties: { a: keyword } } });

  it('is what the event keeps', () => {
    const payload = { parent: null, name: 'b', definition: keyword };
    expect(commandOf(created.after('field.add', payload))).toEqual({ type: 'field.add', payload });
  });

  it('has the whole text that the event keeps as a digest', () => {
    expect(commandOf(created)).toEqual({
      type: 'document.create',
      payload: { body: { properties: { a: keyword } } },
    });
    const mappings = { properties: { c: { type: 'ip' } } };
    expect(commandOf(created.after('editor.replaceMappings', { mappings }))).toEqual({
      type: 'editor.replaceMappings',
      payload: { mappings },
    });
  });

  it('has the whole texts of a batch where nothing in it has changed them since', () => {
    const mappings = { properties: { c: { type: 'ip' } } };
    const replace = { type: 'editor.replaceMappings', payload: { mappings } };
    const add = { type: 'field.add', payload: { parent: null, name: 'd', definition: keyword } };
    expect(commandOf(created.after('batch', { commands: [add, replace] }), created.state)).toEqual({
      type: 'batch',
      payload: { commands: [add, replace] },
    });
    expect(commandOf(created.after('batch', { commands: [replace, add] }), created.state)).toBeNull();
    // With the templates the text has them, and to save them would be nothing.
    const templates = { type: 'templates.save', payload: { templates: [{ t: { mapping: {} } }] } };
    expect(commandOf(created.after('batch', { commands: [replace, templates] }), created.state)).toBeNull();
  });

  it('only notes what the cluster has where the event did no more', () => {
    const template = { index_patterns: ['a'], template: { mappings: { properties: { a: keyword } } } };
    const seen = { ...template, priority: 3 };
    const document = given(liveTemplateDocument(template), '/body/template/mappings');
    expect(commandOf(document.after('template.follow', { body: seen, merges: false }, CLUSTER))).toEqual({
      type: 'template.follow',
      payload: { body: seen, merges: false },
    });
    expect(commandOf(document.after('template.follow', { body: seen }, CLUSTER))).toEqual({
      type: 'template.follow',
      payload: { body: seen },
    });
  });
});
