import { useMemo } from 'react';
import { Button as AriaButton, GridList, GridListItem, useDragAndDrop } from 'react-aria-components';
import { isObject, member, objectMember, type JsonObject, stringsIn } from '#domain/json';
import { contributionsOf, type ContributedItem, type Contribution } from '#domain/template';
import { countOf } from '#domain/console';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { useOpenEditor } from '../../editor/fields/editor-context.tsx';
import { useRun } from '../../editor/fields/use-run.ts';
import { announce } from '../../kit/announcer.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Chip } from '../../kit/chip.tsx';
import { ComboBox } from '../../kit/combo-box.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import { ArrowDown, ArrowUp, X } from '../../kit/icons/icons.ts';
import { GripVertical } from '../../kit/icons/screen-icons.ts';
import { ComponentTemplateLink } from '../../lists/links.tsx';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { useTemplateBody } from './edited-template.ts';
import common from '../../kit/common.module.css';
import styles from './template-editor.module.css';

const NO_PART: JsonObject = {};
/** Maximum number of items listed for a component. */
const MOST_LISTED = 30;

/** The component templates that the template is composed of, in order: later ones take precedence. */
export function ComponentsStep({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const body = useTemplateBody();
  const run = useRun();
  const { target } = useOpenEditor();
  const query = useApiQuery('component_templates.list', {});
  const composedOf = member(body, 'composed_of');
  const names = useMemo(() => stringsIn(composedOf), [composedOf]);
  const ignored = stringsIn(member(body, 'ignore_missing_component_templates'));
  const own = objectMember(body, 'template') ?? NO_PART;
  const contributions = useMemo(() => {
    if (query.data === undefined) return null;
    const parts = new Map(query.data.map(({ name, body: component }) => [name, partOf(component)]));
    return contributionsOf(
      names.map((name) => ({ name, part: parts.get(name) })),
      own,
      target,
    );
  }, [query.data, names, own, target]);
  const set = (components: readonly string[], done: string) => {
    if (run({ type: 'template.setComponents', payload: { components: [...components] } })) announce(done);
  };
  const missing = contributions?.flatMap(({ name, isMissing }) => (isMissing && name !== null ? [name] : [])) ?? [];
  const others = (query.data ?? []).filter(({ name }) => !names.includes(name));
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    isDisabled: isReadOnly,
    onReorder({ keys, target: place }) {
      const moved = names.filter((name) => keys.has(name));
      const left = names.filter((name) => !keys.has(name));
      const at = left.indexOf(String(place.key)) + (place.dropPosition === 'after' ? 1 : 0);
      set([...left.slice(0, at), ...moved, ...left.slice(at)], `Moved ${moved.join(', ')}`);
    },
  });
  const move = (name: string, by: 1 | -1) => {
    const at = names.indexOf(name);
    const left = names.filter((each) => each !== name);
    set([...left.slice(0, at + by), name, ...left.slice(at + by)], `Moved ${name} to position ${at + by + 1}`);
  };
  return (
    <section className={styles['form']} aria-label="Component templates">
      <p className={common['explanation']}>
        Component templates are applied in this order: a later one overrides earlier ones, and the template itself
        overrides all of them.
      </p>
      {query.error !== null && (
        <ApiErrorNotice
          title="Couldn’t load the component templates"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {missing.length > 0 && (
        <Banner
          kind="warning"
          title={
            missing.length === 1
              ? `Component template ${missing[0] ?? ''} doesn’t exist`
              : `${missing.length} component templates don’t exist`
          }
        >
          {missing.every((name) => ignored.includes(name))
            ? 'Missing component templates are ignored. They contribute nothing until they exist.'
            : 'The engine refuses a template with missing component templates unless they are ignored in the logistics.'}
          {missing.length > 1 && <p className={common['monoBreaking']}>{missing.join(', ')}</p>}
        </Banner>
      )}
      {/* Above the list, so that it stays where it is with each one that is added. */}
      {!isReadOnly && (
        <div className={styles['add']}>
          <ComboBox
            label="Add component template"
            placeholder="Search component templates"
            isDisabled={query.data === undefined}
            emptyText="No matching component templates."
            items={others.map(({ name, body: component }) => ({
              id: name,
              label: name,
              description: sizesOf(partOf(component) ?? NO_PART),
            }))}
            value={null}
            onChange={(name) => set([...names, name], `Added ${name}`)}
          />
        </div>
      )}
      {names.length === 0 ? (
        <p className={common['explanation']}>This template uses no component templates.</p>
      ) : (
        <GridList
          aria-label="Component templates, later ones go first"
          items={names.map((name, index) => ({ id: name, index }))}
          dependencies={[contributions, names, isReadOnly]}
          dragAndDropHooks={dragAndDropHooks}
          className={styles['components'] ?? ''}
        >
          {({ id: name, index }) => (
            <GridListItem textValue={name} className={styles['component'] ?? ''}>
              {!isReadOnly && (
                <AriaButton slot="drag" aria-label={`Drag ${name}`} className={styles['grip'] ?? ''}>
                  <GripVertical size={16} aria-hidden />
                </AriaButton>
              )}
              <span className={styles['position']}>{index + 1}</span>
              <span className={common['restOfWidth']}>
                <span className={styles['componentName']}>
                  {missing.includes(name) ? (
                    <span className={common['monoBreaking']}>{name}</span>
                  ) : (
                    <ComponentTemplateLink name={name} />
                  )}
                  {missing.includes(name) && (
                    <Chip tone="warning">{ignored.includes(name) ? 'Missing, ignored' : 'Missing'}</Chip>
                  )}
                </span>
                <Summary contribution={contributions?.[index]} />
              </span>
              {!isReadOnly && (
                <span className={styles['componentActions']}>
                  <IconButton
                    icon={ArrowUp}
                    size="small"
                    label={`Move ${name} up`}
                    isDisabled={index === 0}
                    onPress={() => move(name, -1)}
                  />
                  <IconButton
                    icon={ArrowDown}
                    size="small"
                    label={`Move ${name} down`}
                    isDisabled={index === names.length - 1}
                    onPress={() => move(name, 1)}
                  />
                  <IconButton
                    icon={X}
                    size="small"
                    label={`Remove ${name}`}
                    onPress={() =>
                      set(
                        names.filter((each) => each !== name),
                        `Removed ${name}`,
                      )
                    }
                  />
                </span>
              )}
            </GridListItem>
          )}
        </GridList>
      )}
      {contributions !== null && names.length > 0 && <Overrides contributions={contributions} />}
    </section>
  );
}

function partOf(component: unknown): JsonObject | undefined {
  return isObject(component) ? (objectMember(component, 'template') ?? NO_PART) : undefined;
}

const SECTION_NOUNS = {
  settings: ['setting', 'settings'],
  mappings: ['field', 'fields'],
  aliases: ['alias', 'aliases'],
  lifecycle: ['lifecycle option', 'lifecycle options'],
  data_stream_options: ['data stream option', 'data stream options'],
  template: ['other member', 'other members'],
} as const;

function sizesOf(part: JsonObject): string {
  const sections = (['settings', 'mappings', 'aliases'] as const).filter(
    (section) => Object.keys(objectMember(part, section) ?? {}).length > 0,
  );
  return sections.length === 0 ? 'Empty' : sections.join(', ');
}

/** How much a component contributes, and how much of that a later one overrides. */
function Summary({ contribution }: { readonly contribution: Contribution | undefined }) {
  if (contribution === undefined || contribution.isMissing) return null;
  const { items } = contribution;
  const counts = Object.entries(SECTION_NOUNS).flatMap(([section, [one, many]]) => {
    const count = items.filter((item) => item.section === section).length;
    return count === 0 ? [] : [countOf(count, one, many)];
  });
  const overridden = items.filter(({ later }) => later?.how === 'overrides').length;
  return (
    <span className={common['mutedSmall']}>
      {counts.length === 0 ? 'Contributes nothing' : counts.join(', ')}
      {overridden > 0 && ` · ${overridden.toLocaleString('en')} overridden`}
    </span>
  );
}

/** The contributions of each layer, and the later layer that overrides each of them. */
function Overrides({ contributions }: { readonly contributions: readonly Contribution[] }) {
  const nameOf = (layer: number) => contributions[layer]?.name ?? 'this template';
  return (
    <div className={styles['overrides']}>
      <h2 className={styles['title']}>Contributions</h2>
      {contributions.map(({ name, items }, layer) => (
        <details key={name ?? ''} className={styles['details']}>
          <summary>
            <span className={common['monoBreaking']}>{name ?? 'This template'}</span>
            <span className={common['mutedSmall']}>{countOf(items.length, 'item')}</span>
          </summary>
          {items.length === 0 ? (
            <p className={common['explanation']}>Contributes nothing.</p>
          ) : (
            <ul className={styles['contributions']} aria-label={`Contributed by ${name ?? 'this template'}`}>
              {overriddenFirst(items)
                .slice(0, MOST_LISTED)
                .map((item) => (
                  <li key={`${item.section} ${item.name}`}>
                    <Chip>{SECTION_NOUNS[item.section][0]}</Chip>
                    <span className={common['monoBreaking']}>{item.name}</span>
                    {item.later !== undefined && item.later.layer !== layer && (
                      <span className={styles['later']}>
                        {LATER[item.later.how]} {nameOf(item.later.layer)}
                      </span>
                    )}
                  </li>
                ))}
              {items.length > MOST_LISTED && <li>And {(items.length - MOST_LISTED).toLocaleString('en')} more.</li>}
            </ul>
          )}
        </details>
      ))}
    </div>
  );
}

const LATER = { overrides: 'Overridden by', extends: 'Extended by', repeats: 'Repeated by' } as const;

function overriddenFirst(items: readonly ContributedItem[]): readonly ContributedItem[] {
  const rank = ({ later }: ContributedItem) => (later === undefined ? 2 : later.how === 'overrides' ? 0 : 1);
  return items.toSorted((a, b) => rank(a) - rank(b));
}
