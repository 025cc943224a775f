import { describe, expect, it } from 'vitest';
import { liveDocument, liveTemplateDocument } from '#domain/document';
import type { JsonObject } from '#domain/json';
import { NOW } from '../../tests/builders/sessions.ts';
import { ADA, stampSource } from '../fuzz/generate/stamps.ts';
import { memoryEventStore, memoryHome } from '../infra/memory-event-store.ts';
import { memorySessionTrace } from '../infra/memory-session-trace.ts';
import { openDocument } from './document-session.ts';
import { openEditor, type Editor } from './editor.ts';
import type { TemplateStep } from './forms/editor-tabs.ts';
import { unappliedIn } from './unapplied-content.ts';

const NOTHING = { edits: { set: {}, unset: [] }, opened: [], faults: {} };
const MAPPINGS: JsonObject = { properties: { a: { type: 'keyword' } } };

async function liveEditor(startWith: JsonObject, mappingsAt: string, firstStep?: TemplateStep): Promise<Editor> {
  const stamp = stampSource(1);
  const ports = {
    store: memoryEventStore(memoryHome()),
    clock: { now: () => NOW },
    ids: { next: () => stamp().id },
    author: ADA,
  };
  const session = await openDocument(ports, { stream: 'index/logs/uuid', startWith, mappingsAt });
  return openEditor(session, { ...ports, trace: memorySessionTrace(), firstStep });
}

/** Adds a field, types into the form of another one and into the JSON, and discards what was not sent. */
function discardWhileTyping(editor: Editor, field: string): void {
  editor.dispatch({
    type: 'field.add',
    payload: { parent: null, name: 'b', definition: { type: 'ip' } },
  });
  editor.dispatch({ type: 'search:update', payload: { term: 'a' } });
  editor.dispatch({ type: 'fieldsJsonEditor.edit', payload: { edits: [{ from: 0, to: 0, insert: 'x' }] } });
  editor.dispatch({ type: 'documentField.editField', payload: { field } });
  editor.dispatch({
    type: 'fieldForm.update',
    payload: { content: { kind: 'field', name: 'c', pick: null, entered: NOTHING }, isValid: null },
  });
  expect(editor.dispatch({ type: 'changes.discard', payload: {} })).toHaveProperty('event');
}

describe('discarding what is not sent', () => {
  it('closes the form and ends the search of a mapping as other mappings do, and keeps all that is typed', async () => {
    const editor = await liveEditor(liveDocument(MAPPINGS), '/mappings');
    discardWhileTyping(editor, '/mappings/properties/a');
    expect(editor.getSession()).toMatchObject({ fieldToEdit: null, search: { term: '' } });
    expect(unappliedIn(editor.getSession())).toMatchObject([
      { form: 'field', field: '/mappings/properties/a', values: { name: 'c' }, isOpen: false },
      { form: 'json', values: { edits: [{ insert: 'x' }] } },
    ]);
  });

  it('leaves the form of a template open, as another template does, and keeps all that is typed', async () => {
    const body = { index_patterns: ['a-*'], template: { mappings: MAPPINGS } };
    const at = '/body/template/mappings';
    const editor = await liveEditor(liveTemplateDocument(body), at, 'mappings');
    editor.dispatch({ type: 'stepForm.update', payload: { form: 'logistics', values: { priority: 'x' } } });
    discardWhileTyping(editor, `${at}/properties/a`);
    expect(editor.getSession()).toMatchObject({ fieldToEdit: `${at}/properties/a`, search: { term: 'a' } });
    expect(unappliedIn(editor.getSession()).map(({ form }) => form)).toEqual(['field', 'json', 'logistics']);
  });
});
