import { member, type JsonObject } from '#domain/json';
import type { Editor } from '../../../machines/editor.ts';
import { contentOf } from '../../../machines/session-state.ts';
import { useOpenEditor, useSession } from '../../editor/fields/editor-context.tsx';
import { Switch } from '../../kit/switch.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { Facts } from '../../lists/facts.tsx';
import { keptFacts } from '../data-streams/lifecycle-form.ts';
import { hasSection, sectionOf, useEditedTemplate, useTemplateBody } from './edited-template.ts';
import { FormOrJson } from './form-or-json.tsx';
import { JsonSection } from './json-section.tsx';
import { applyForm, retentionFault, type } from './step-forms.ts';
import styles from './template-editor.module.css';
import { UnappliedStep } from './unapplied-step.tsx';
import { STEP_INPUT_LABELS } from '../../document-editor/input-labels.ts';

const NOTHING = {};
/** The lifecycle that was turned off in an editor, all of which comes back when it is turned on again. */
const turnedOff = new WeakMap<Editor, JsonObject>();

/** How long data streams of the template keep their data. */
export function LifecycleStep({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const { editor } = useOpenEditor();
  const { kind } = useEditedTemplate();
  const body = useTemplateBody();
  const lifecycle = sectionOf(body, kind, 'lifecycle');
  const typed: Readonly<Record<string, string>> = contentOf(useSession(), 'templateLifecycle') ?? NOTHING;
  const isOn = hasSection(body, kind, 'lifecycle') && member(lifecycle, 'enabled') !== false;
  const apply = () => applyForm(editor, kind, 'templateLifecycle');
  const set = (value: JsonObject | null) =>
    editor.dispatch({ type: 'template.setLifecycle', payload: { lifecycle: value } });
  const turn = (wanted: boolean) => {
    const isAbsent = !hasSection(body, kind, 'lifecycle');
    const before = isAbsent ? turnedOff.get(editor) : undefined;
    if (!wanted) turnedOff.set(editor, lifecycle);
    set(wanted ? (before ?? { ...lifecycle, enabled: true }) : null);
  };
  const retention = member(lifecycle, 'data_retention');
  const stored = typeof retention === 'string' ? retention : '';
  const text = typed['data_retention'] ?? stored;
  return (
    <section className={styles['form']} aria-label="Lifecycle">
      <FormOrJson form="templateLifecycle" intro="How long data streams that get this template keep their data.">
        {(view) =>
          view === 'json' ? (
            <JsonSection form="templateLifecycle" noun="Lifecycle" value={lifecycle} isReadOnly={isReadOnly} />
          ) : (
            <>
              <Switch
                isSelected={isOn}
                isReadOnly={isReadOnly}
                onChange={turn}
                description="Off removes the lifecycle from the template."
              >
                Data stream lifecycle
              </Switch>
              {isOn && (
                <div className={styles['fields']}>
                  <TextField
                    label={STEP_INPUT_LABELS.templateLifecycle.data_retention}
                    description="A duration such as 30d. Empty keeps data forever."
                    isMono
                    isReadOnly={isReadOnly}
                    value={text}
                    onChange={(next) =>
                      type(editor, 'templateLifecycle', { data_retention: next === stored ? null : next })
                    }
                    onBlur={apply}
                    onKeyDown={(event) => {
                      if (event.key === 'Enter') apply();
                    }}
                    errorMessage={retentionFault(text) ?? undefined}
                  />
                </div>
              )}
              {isOn && <Facts facts={keptFacts(lifecycle)} />}
            </>
          )
        }
      </FormOrJson>
      <UnappliedStep form="templateLifecycle" isChanged={Object.keys(typed).length > 0} onApply={apply} />
    </section>
  );
}
