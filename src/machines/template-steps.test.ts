import { describe, expect, it } from 'vitest';
import { NOW } from '../../tests/builders/sessions.ts';
import { ADA, stampSource } from '../fuzz/generate/stamps.ts';
import { memoryEventStore, memoryHome } from '../infra/memory-event-store.ts';
import { memorySessionTrace } from '../infra/memory-session-trace.ts';
import { openDocument } from './document-session.ts';
import { openEditor } from './editor.ts';
import type { TemplateStep } from './editor-tabs.ts';
import { shownContent, unappliedIn } from './unapplied-content.ts';

const TEMPLATE = { index_patterns: ['logs-*'], template: { mappings: {} } };

async function templateEditor() {
  const stamp = stampSource(1);
  const ports = {
    store: memoryEventStore(memoryHome()),
    clock: { now: () => NOW },
    ids: { next: () => stamp().id },
    author: ADA,
  };
  const session = await openDocument(ports, {
    stream: 'draft/template',
    startWith: TEMPLATE,
    mappingsAt: '/template/mappings',
  });
  return openEditor(session, { ...ports, trace: memorySessionTrace(), firstStep: 'logistics' });
}

const step = (name: TemplateStep) => ({ type: 'editor.changeStep', payload: { step: name } }) as const;
const type = (values: Readonly<Record<string, string>>, form: 'logistics' | 'templateSettings' = 'logistics') =>
  ({ type: 'stepForm.update', payload: { form, values } }) as const;
const setVersion = { type: 'template.setLogistics', payload: { set: { version: 3 } } } as const;

describe('the steps of a template', () => {
  it('are visited in any order, and keep what is typed', async () => {
    const editor = await templateEditor();
    expect(editor.getSession()).toMatchObject({ step: 'logistics', stepForms: {} });
    editor.dispatch(type({ priority: 'x' }));
    editor.dispatch(step('review'));
    editor.dispatch(step('settings'));
    editor.dispatch(type({ json: '{' }, 'templateSettings'));
    expect(unappliedIn(editor.getSession())).toMatchObject([
      { form: 'logistics', values: { priority: 'x' }, isOpen: false },
      { form: 'templateSettings', values: { json: '{' }, isOpen: true },
    ]);
    editor.dispatch(type({}, 'templateSettings'));
    expect(unappliedIn(editor.getSession())).toHaveLength(1);
  });

  it('let go of what a command has applied, and of nothing else', async () => {
    const editor = await templateEditor();
    editor.dispatch(type({ version: '3', priority: 'x' }));
    editor.dispatch(setVersion);
    expect(editor.getSession().stepForms).toEqual({ logistics: { values: { priority: 'x' }, typedAt: 1 } });
    editor.dispatch(type({ json: '{}' }, 'templateSettings'));
    editor.dispatch({ type: 'template.setSettings', payload: { settings: {} } });
    expect(editor.getSession().stepForms).not.toHaveProperty('templateSettings');
  });

  it('discard what is typed in the one that is shown, and bring it back', async () => {
    const editor = await templateEditor();
    editor.dispatch(type({ priority: 'x' }));
    expect(shownContent(editor.getSession())).toMatchObject({ form: 'logistics', field: null });
    editor.dispatch({ type: 'unapplied.discard', payload: { form: 'logistics', field: null } });
    expect(editor.getSession().stepForms).toEqual({});
    editor.dispatch({ type: 'unapplied.bringBack', payload: {} });
    expect(editor.getSession().stepForms).toMatchObject({ logistics: { values: { priority: 'x' } } });
    editor.dispatch(step('components'));
    expect(shownContent(editor.getSession())).toBeNull();
  });

  it('take what an earlier visit left', async () => {
    const editor = await templateEditor();
    const left = { form: 'templateSettings', field: null, baseVersion: 1, values: { json: '{"a"' } } as const;
    editor.dispatch({ type: 'unapplied.restore', payload: { contents: [left], stranded: [] } });
    expect(editor.getSession().stepForms).toMatchObject({ templateSettings: { values: { json: '{"a"' } } });
  });
});
