import { useMemo } from 'react';
import { MESSAGES } from '#domain/catalogue';
import { joinPointer, valueAt } from '#domain/json';
import { documentAlterations, documentRefusals, formatTemplates, repeatedTemplateNames } from '#domain/mapping';
import { contentOf, validityOf } from '../../../machines/session-state.ts';
import { useEditorDocument, useOpenEditor, useSession } from '../fields/editor-context.tsx';
import { Banner } from '../../kit/banner.tsx';
import { classNames } from '../../kit/class-names.ts';
import { JsonEditor, type TextChange, type TextSnapshot } from '../../kit/json-editor.tsx';
import common from '../../kit/common.module.css';
import styles from './options-pane.module.css';
import { ForeseenNotice } from './foreseen-notice.tsx';
import { UnappliedOptions } from './unapplied-options.tsx';

/**
 * The dynamic templates as JSON: their order has a meaning, and a template may contain members that no form has an
 * input for.
 */
export function TemplatesPane({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const { editor, target } = useOpenEditor();
  const { state } = useEditorDocument();
  const session = useSession();
  const json = contentOf(session, 'templates')?.json ?? null;
  const isValid = validityOf(session, 'templates');
  const templates = valueAt(state.body, joinPointer(state.mappingsAt, 'dynamic_templates'));
  const stored = formatTemplates(templates);
  const [refusals, alterations] = useMemo(() => {
    const mappings = { dynamic_templates: templates ?? [] };
    return [documentRefusals(mappings, target), documentAlterations(mappings, target)];
  }, [templates, target]);
  const repeated = useMemo(() => repeatedTemplateNames(templates), [templates]);
  const edit = (text: TextSnapshot, edits: readonly TextChange[]) => {
    if (text.toString() === stored) {
      editor.dispatch({ type: 'templates.update', payload: { json: null } });
      return;
    }
    if (json === null) editor.dispatch({ type: 'templates.update', payload: { json: stored } });
    editor.dispatch({ type: 'templates.edit', payload: { edits } });
  };
  return (
    <section className={classNames(styles['pane'], styles['fixed'])} aria-label="Dynamic templates">
      <p className={styles['words']}>Rules for mapping new fields by name, path or type. First match wins.</p>
      <span className={common['label']}>Dynamic templates data</span>
      <JsonEditor
        ariaLabel="Dynamic templates data"
        height="600px"
        value={json ?? stored}
        isReadOnly={isReadOnly}
        isInvalid={isValid === false}
        onEdit={edit}
      />
      {isValid === false && (
        <p className={common['danger']} role="alert">
          {MESSAGES.templatesInvalid}
        </p>
      )}
      {repeated.length > 0 && (
        <Banner kind="warning" title={`More than one dynamic template is named ${repeated.join(', ')}`}>
          <p>
            In an index all of them apply, the first match wins. Composed with other templates, only the last one is
            kept.
          </p>
        </Banner>
      )}
      <ForeseenNotice target={target} verdict="reject" findings={refusals} />
      <ForeseenNotice target={target} verdict="alter" findings={alterations} />
      <UnappliedOptions form="templates" isChanged={json !== null} />
    </section>
  );
}
