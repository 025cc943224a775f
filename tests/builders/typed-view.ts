import { contentOf, openContentOf, openFormOf, typedForm, validityOf } from '../../src/machines/session-state.ts';
import type { FormKey, SessionState, TypedForm, Validity } from '../../src/machines/session-state.ts';
import { kindOf, STEP_FORMS } from '../../src/machines/forms/registry.ts';

/** A session with what is typed in it, form by form: the open form of a field, those that are closed, and the forms of tabs and steps. */
export function typedView(session: SessionState) {
  const open = openFormOf(session);
  const content = openContentOf(session);
  const { tried, facts } = session;
  const ofTab = (form: FormKey['form']) => typedForm(session, { form, field: null });
  const isClosed = ({ form, field }: TypedForm) =>
    kindOf(form).opens !== undefined && !(form === open?.form && field === open.field);
  const json = ofTab('json');
  const isValid: Validity = tried?.isValid ?? null;
  return {
    ...session,
    fieldForm:
      tried === null && content === null
        ? null
        : {
            isValid,
            isNameEmpty: tried?.isNameEmpty ?? content?.name === '',
            content,
            typedAt: (open && typedForm(session, open)?.typedAt) ?? facts.version,
          },
    keptForms: Object.values(session.forms).filter(isClosed),
    configuration: {
      edits: contentOf(session, 'configuration') ?? {},
      isValid: validityOf(session, 'configuration'),
      typedAt: ofTab('configuration')?.typedAt ?? 0,
    },
    templates: {
      json: contentOf(session, 'templates')?.json ?? null,
      isValid: validityOf(session, 'templates'),
      typedAt: ofTab('templates')?.typedAt ?? 0,
    },
    fieldsJsonEditor: {
      ...session.fieldsJsonEditor,
      edits: contentOf(session, 'json')?.edits ?? [],
      baseVersion: json?.baseVersion ?? null,
      typedAt: json?.typedAt ?? 0,
    },
    stepForms: Object.fromEntries(
      STEP_FORMS.flatMap((form) => {
        const typed = ofTab(form);
        return typed === undefined ? [] : [[form, { values: typed.content, typedAt: typed.typedAt }]];
      }),
    ),
  };
}
