import { describe, expect, it } from 'vitest';
import { NOW } from '../../tests/builders/sessions.ts';
import { typedView } from '../../tests/builders/typed-view.ts';
import { ADA, stampSource } from '../fuzz/generate/stamps.ts';
import { memoryEventStore, memoryHome } from '../infra/memory-event-store.ts';
import { memorySessionTrace } from '../infra/memory-session-trace.ts';
import { openDocument } from './document-session.ts';
import { openEditor } from './editor.ts';
import { EDITOR_TABS, TEMPLATE_STEPS, type TemplateStep } from './forms/editor-tabs.ts';
import { formOfStep, STEP_FORMS, type StepForm } from './forms/registry.ts';
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
const type = (values: Readonly<Record<string, string>>, form: StepForm = 'logistics') =>
  ({ type: 'stepForm.update', payload: { form, values } }) as const;
const setVersion = { type: 'template.setLogistics', payload: { set: { version: 3 } } } as const;

describe('the steps of a template', () => {
  it('are visited in any order, and keep what is typed', async () => {
    const editor = await templateEditor();
    expect(typedView(editor.getSession())).toMatchObject({ step: 'logistics', stepForms: {} });
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

  it.each(TEMPLATE_STEPS)('mark as open only what is on the screen: %s', async (shownStep) => {
    const editor = await templateEditor();
    for (const form of STEP_FORMS) editor.dispatch(type({ json: '{' }, form));
    editor.dispatch(step('mappings'));
    const text = { from: 0, to: 0, insert: ' ' };
    editor.dispatch({ type: 'documentField.changeEditor', payload: { editor: 'json' } });
    editor.dispatch({ type: 'fieldsJsonEditor.edit', payload: { edits: [text] } });
    for (const tab of EDITOR_TABS) {
      editor.dispatch(step('mappings'));
      editor.dispatch({ type: 'editor.changeTab', payload: { tab } });
      if (tab === 'templates') editor.dispatch({ type: 'templates.update', payload: { json: '[{}]' } });
      if (tab === 'advanced')
        editor.dispatch({ type: 'configuration.update', payload: { edits: { metaField: '{}' } } });
      editor.dispatch(step(shownStep));
      const session = editor.getSession();
      const open = unappliedIn(session).filter(({ isOpen }) => isOpen);
      const shown = shownContent(session);
      expect(open.map(({ form }) => form)).toEqual(shown === null ? [] : [shown.form]);
      if (shownStep !== 'mappings')
        expect(open.map(({ form }) => form)).toEqual([formOfStep(shownStep)].flatMap((form) => form ?? []));
    }
  });

  it.each([
    ['templates', { type: 'templates.update', payload: { json: '[' } }],
    ['advanced', { type: 'configuration.update', payload: { edits: { metaField: '{' } } }],
  ] as const)('are held in the mappings by an invalid text of the tab %s', async (tab, typed) => {
    const editor = await templateEditor();
    editor.dispatch(step('mappings'));
    editor.dispatch({ type: 'editor.changeTab', payload: { tab } });
    editor.dispatch(typed);
    expect(editor.dispatch(step('aliases'))).toMatchObject({ code: 'options.invalid' });
    expect(editor.getSession()).toMatchObject({ step: 'mappings', tab });
    editor.dispatch({
      type: 'unapplied.discard',
      payload: { form: tab === 'templates' ? tab : 'configuration', field: null },
    });
    expect(editor.dispatch(step('aliases'))).toBeUndefined();
    expect(editor.getSession().step).toBe('aliases');
  });

  it('let go of what a command has applied, and of nothing else', async () => {
    const editor = await templateEditor();
    editor.dispatch(type({ version: '3', priority: 'x' }));
    editor.dispatch(setVersion);
    expect(typedView(editor.getSession()).stepForms).toEqual({ logistics: { values: { priority: 'x' }, typedAt: 1 } });
    editor.dispatch(type({ json: '{}' }, 'templateSettings'));
    editor.dispatch({ type: 'template.setSettings', payload: { settings: {} } });
    expect(typedView(editor.getSession()).stepForms).not.toHaveProperty('templateSettings');
  });

  it('discard what is typed in the one that is shown, and bring it back', async () => {
    const editor = await templateEditor();
    editor.dispatch(type({ priority: 'x' }));
    expect(shownContent(editor.getSession())).toMatchObject({ form: 'logistics', field: null });
    editor.dispatch({ type: 'unapplied.discard', payload: { form: 'logistics', field: null } });
    expect(typedView(editor.getSession()).stepForms).toEqual({});
    editor.dispatch({ type: 'unapplied.bringBack', payload: {} });
    expect(typedView(editor.getSession()).stepForms).toMatchObject({ logistics: { values: { priority: 'x' } } });
    editor.dispatch(step('components'));
    expect(shownContent(editor.getSession())).toBeNull();
  });

  it('take what an earlier visit left', async () => {
    const editor = await templateEditor();
    const left = { form: 'templateSettings', field: null, baseVersion: 1, values: { json: '{"a"' } } as const;
    editor.dispatch({ type: 'unapplied.restore', payload: { contents: [left], stranded: [] } });
    expect(typedView(editor.getSession()).stepForms).toMatchObject({ templateSettings: { values: { json: '{"a"' } } });
  });
});
