import { useMemo, useState } from 'react';
import { formatJson, isObject, member, pickMembers, type JsonObject, type JsonValue } from '#domain/json';
import { contentOf } from '../../../machines/session-state.ts';
import { aliasFindings, locateMappings } from '#domain/template';
import { useOpenEditor, useSession } from '../../editor/fields/editor-context.tsx';
import { ForeseenNotice } from '../../editor/mapping-options/foreseen-notice.tsx';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { classNames } from '../../kit/class-names.ts';
import { IconButton } from '../../kit/icon-button.tsx';
import { Pencil, Plus, Trash2 } from '../../kit/icons/icons.ts';
import { Switch } from '../../kit/switch.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { aliasTexts, isAliasOpen, readAlias } from './alias-form.ts';
import { sectionOf, useEditedTemplate, useTemplateBody } from './edited-template.ts';
import { FormOrJson } from './form-or-json.tsx';
import { JsonSection, useHasTypedJson } from './json-section.tsx';
import { applyForm, type } from './step-forms.ts';
import common from '../../kit/common.module.css';
import styles from './template-editor.module.css';
import { UnappliedStep } from './unapplied-step.tsx';
import { STEP_INPUT_LABELS } from '../../document-editor/input-labels.ts';

const LABELS = STEP_INPUT_LABELS.templateAliases;

const NOTHING = {};

/** The aliases of new indices, as a table and as text. */
export function AliasesStep({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const { editor, target } = useOpenEditor();
  const { kind } = useEditedTemplate();
  const body = useTemplateBody();
  const aliases = sectionOf(body, kind, 'aliases');
  const { refusals, alterations } = useMemo(() => aliasFindings(body, locateMappings(body), target), [body, target]);
  const typed: Readonly<Record<string, string>> = contentOf(useSession(), 'templateAliases') ?? NOTHING;
  const hasTypedJson = useHasTypedJson('templateAliases');
  const apply = () => applyForm(editor, kind, 'templateAliases');
  return (
    <section className={styles['form']} aria-label="Aliases">
      <FormOrJson form="templateAliases" intro="Aliases that new indices get.">
        {(view) =>
          view === 'json' ? (
            <JsonSection form="templateAliases" noun="Aliases" value={aliases} isReadOnly={isReadOnly} />
          ) : (
            <>
              <ForeseenNotice target={target} verdict="reject" findings={refusals} />
              <ForeseenNotice target={target} verdict="alter" findings={alterations} />
              <AliasTable aliases={aliases} isReadOnly={isReadOnly} isBusy={isAliasOpen(typed)} />
              {isAliasOpen(typed) ? (
                <AliasForm typed={typed} aliases={aliases} onApply={apply} />
              ) : (
                !isReadOnly && (
                  <div>
                    <Button icon={Plus} onPress={() => type(editor, 'templateAliases', { of: '', alias: '' })}>
                      Add alias
                    </Button>
                  </div>
                )
              )}
            </>
          )
        }
      </FormOrJson>
      {hasTypedJson && <UnappliedStep form="templateAliases" isChanged onApply={apply} />}
    </section>
  );
}

interface AliasTableProps {
  readonly aliases: JsonObject;
  readonly isReadOnly: boolean;
  /** The form for an alias is open. */
  readonly isBusy: boolean;
}

function AliasTable({ aliases, isReadOnly, isBusy }: AliasTableProps) {
  const { editor } = useOpenEditor();
  const names = Object.keys(aliases);
  if (names.length === 0) return <p className={common['explanation']}>This template has no aliases.</p>;
  const remove = (name: string) => {
    const left = pickMembers(aliases, (each) => each !== name);
    editor.dispatch({ type: 'template.setAliases', payload: { aliases: names.length === 1 ? null : left } });
  };
  return (
    <div className={styles['scroller']}>
      <table className={styles['table']} aria-label="Aliases of the template">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" className={styles['detailColumn']}>
              Filter
            </th>
            <th scope="col" className={styles['detailColumn']}>
              Routing
            </th>
            <th scope="col">Options</th>
            <th scope="col" className={styles['actionsColumn']}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row" className={common['monoBreaking']}>
                {name}
              </th>
              <td className={styles['detailColumn']}>
                {textOf(member(valueOf(aliases, name), 'filter')) === '' ? '–' : 'Yes'}
              </td>
              <td className={classNames(common['monoBreaking'], styles['detailColumn'])}>
                {routingOf(valueOf(aliases, name))}
              </td>
              <td>
                {member(valueOf(aliases, name), 'is_write_index') === true && <Chip>Write index</Chip>}{' '}
                {member(valueOf(aliases, name), 'is_hidden') === true && <Chip>Hidden</Chip>}
              </td>
              <td className={styles['actionsColumn']}>
                {!isReadOnly && (
                  <>
                    <IconButton
                      icon={Pencil}
                      size="small"
                      label={`Edit alias ${name}`}
                      isDisabled={isBusy}
                      onPress={() => type(editor, 'templateAliases', aliasTexts(name, aliases))}
                    />
                    <IconButton
                      icon={Trash2}
                      size="small"
                      label={`Remove alias ${name}`}
                      isDisabled={isBusy}
                      onPress={() => remove(name)}
                    />
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function valueOf(aliases: JsonObject, name: string): JsonObject {
  const value = member(aliases, name);
  return isObject(value) ? value : {};
}

function textOf(value: JsonValue | undefined): string {
  return value === undefined ? '' : typeof value === 'string' ? value : formatJson(value);
}

function routingOf(alias: JsonObject): string {
  const routings = ['routing', 'index_routing', 'search_routing'].map((name) => textOf(member(alias, name)));
  return [...new Set(routings.filter((text) => text !== ''))].join(', ') || '–';
}

interface AliasFormProps {
  readonly typed: Readonly<Record<string, string>>;
  readonly aliases: JsonObject;
  readonly onApply: () => void;
}

/** Form for one alias; its values are kept until they are applied or discarded. */
function AliasForm({ typed, aliases, onApply }: AliasFormProps) {
  const { editor } = useOpenEditor();
  const read = readAlias(typed, aliases);
  const faults = read !== null && 'faults' in read ? read.faults : {};
  const isNew = (typed['of'] ?? '') === '';
  // An empty name is reported only after the input has lost the focus.
  const [isNameLeft, setIsNameLeft] = useState(false);
  const write = (input: string, text: string) => type(editor, 'templateAliases', { [input]: text });
  return (
    <form
      className={styles['inner']}
      noValidate
      aria-label={isNew ? 'New alias' : `Alias ${typed['of']}`}
      onSubmit={(event) => {
        event.preventDefault();
        onApply();
      }}
    >
      <TextField
        label={LABELS.alias}
        isMono
        autoFocus
        value={typed['alias'] ?? ''}
        onChange={(text) => write('alias', text)}
        onBlur={() => setIsNameLeft(true)}
        errorMessage={typed['alias'] === '' && !isNameLeft ? undefined : faults.alias}
      />
      <TextField
        label={LABELS.filter}
        isMono
        isMultiline
        value={typed['filter'] ?? ''}
        onChange={(text) => write('filter', text)}
        description="A JSON query. Only matching documents are found through the alias."
        errorMessage={faults.filter}
      />
      <div className={styles['fields']}>
        <TextField label={LABELS.routing} value={typed['routing'] ?? ''} onChange={(text) => write('routing', text)} />
        <TextField
          label={LABELS.index_routing}
          value={typed['index_routing'] ?? ''}
          onChange={(text) => write('index_routing', text)}
        />
        <TextField
          label={LABELS.search_routing}
          value={typed['search_routing'] ?? ''}
          onChange={(text) => write('search_routing', text)}
        />
      </div>
      <Switch
        isSelected={typed['is_write_index'] === 'true'}
        onChange={(isOn) => write('is_write_index', String(isOn))}
        description="Writes to the alias go to the new index."
      >
        {LABELS.is_write_index}
      </Switch>
      <Switch
        isSelected={typed['is_hidden'] === 'true'}
        onChange={(isOn) => write('is_hidden', String(isOn))}
        description="Excluded from wildcards unless hidden ones are requested."
      >
        {LABELS.is_hidden}
      </Switch>
      <div className={common['centredRow']}>
        <span className={common['spacer']} />
        <Button
          onPress={() =>
            editor.dispatch({ type: 'unapplied.discard', payload: { form: 'templateAliases', field: null } })
          }
        >
          Cancel
        </Button>
        <Button variant="primary" type="submit" isDisabled={read === null || 'faults' in read}>
          {isNew ? 'Add alias' : 'Update alias'}
        </Button>
      </div>
    </form>
  );
}
