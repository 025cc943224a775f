import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { JsonObject } from '#domain/json';
import type { ClusterCall } from '#domain/ports';
import { logisticsInputs, type LogisticsInput } from '#domain/template';
import { memoryEventStore } from '../../../infra/memory-event-store.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';
import { STEP_LABELS } from './step-labels.ts';
import { SETTING_INPUTS } from './setting-inputs.ts';

const SECTIONS = {
  settings: { index: { number_of_shards: '1' } },
  mappings: { properties: { a: { type: 'keyword' } } },
  aliases: { all: {} },
};
const LIFECYCLE = { enabled: true, data_retention: '7d' };
/** Templates that show every input of their kind. */
const BODIES = {
  index_template: {
    index_patterns: ['logs-*'],
    data_stream: {},
    priority: 7,
    deprecated: true,
    template: { ...SECTIONS, lifecycle: LIFECYCLE },
  },
  component_template: { deprecated: true, template: { ...SECTIONS, lifecycle: LIFECYCLE } },
  legacy_template: { index_patterns: ['old-*'], order: 3, ...SECTIONS },
} as const satisfies Readonly<Record<string, JsonObject>>;
type Kind = keyof typeof BODIES;
const ADDRESSES: Readonly<Record<Kind, string>> = {
  index_template: '/edit_template/t?',
  component_template: '/edit_component_template/t?',
  legacy_template: '/edit_template/t?legacy=true&',
};
const ENDPOINTS: Readonly<Record<Kind, string>> = {
  index_template: '_index_template',
  component_template: '_component_template',
  legacy_template: '_template',
};
const FORM_KINDS = { index_template: 'index', component_template: 'component', legacy_template: 'legacy' } as const;
const KINDS = Object.keys(BODIES) as readonly Kind[];

async function open(path: string) {
  const writes: string[] = [];
  const isWrite = ({ method }: ClusterCall) => method === 'PUT';
  const server = testServer({
    between: (engine) => ({
      send(call) {
        if (isWrite(call)) writes.push(call.path.join('/'));
        return engine.send(call);
      },
    }),
  });
  for (const kind of KINDS) await server.ask('PUT', [ENDPOINTS[kind], 't'], BODIES[kind]);
  await openTestConsole(path, await testServices(memoryEventStore(), { http: server.http }));
  if (path === '/create_template') {
    await userEvent.fill(box('Name'), 'fresh');
    await userEvent.fill(box('Index patterns'), 'a-*');
    await press('Continue');
  }
  await expect.element(page.getByRole('tablist', { name: 'Template steps' })).toBeVisible();
  return writes;
}

const box = (name: string) => page.getByRole('textbox', { name, exact: true });
const bar = page.getByRole('region', { name: 'Unsaved template' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const press = (name: string) => userEvent.click(button(name));
const step = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });

interface InputCase {
  readonly kind: Kind;
  /** Search parameters of the address. */
  readonly place: string;
  /** The accessible name of the input. */
  readonly label: string;
  readonly text: string;
  /** Presses that make the input appear. */
  readonly first?: () => Promise<unknown>;
  /** The step can't be left while the input has the text. */
  readonly holds?: boolean;
}

/** A text that each input of the logistics refuses; null where every text is accepted. */
const LOGISTICS: Readonly<Record<LogisticsInput, readonly [label: string, text: string | null] | null>> = {
  index_patterns: ['Index patterns', 'a b'],
  data_stream: ['Data stream options', '{'],
  priority: ['Priority', '-1'],
  order: ['Order', '1.5'],
  version: ['Version', 'x'],
  // A choice, not a text.
  allow_auto_create: null,
  ignore_missing_component_templates: ['Ignored missing component templates', null],
  _meta: ['_meta field', '{ "by"'],
  others: ['Other members', '[]'],
};
/** Inputs that accept every text. */
const TAKE_ALL = [
  'Ignored missing component templates',
  'Routing',
  'Index routing',
  'Search routing',
  ...SETTING_INPUTS.filter(({ reads }) => reads === 'text').map(({ label }) => label),
];

const asJson = () => userEvent.click(page.getByText('JSON', { exact: true }));
const addAlias = async () => {
  await press('Add alias');
  await userEvent.fill(box('Name'), 'errors');
};

const openFirstField = async () => {
  const tree = page.getByRole('treegrid', { name: 'Fields' });
  await expect.element(tree).toBeVisible();
  tree.element().focus();
  await userEvent.keyboard('{Home}{Enter}');
};

const CASES: readonly InputCase[] = [
  ...KINDS.flatMap((kind) =>
    logisticsInputs(FORM_KINDS[kind]).flatMap((input): readonly InputCase[] => {
      // Engines accept no other members in a legacy template.
      if (kind === 'legacy_template' && input === 'others') return [];
      const [label, text = null] = LOGISTICS[input] ?? [];
      return label === undefined || text === null ? [] : [{ kind, place: 'step=logistics', label, text }];
    }),
  ),
  ...SETTING_INPUTS.filter(({ reads, needs }) => reads !== 'text' && needs === undefined).map(
    ({ label }): InputCase => ({ kind: 'index_template', place: 'step=settings', label, text: 'no number' }),
  ),
  ...KINDS.map((kind): InputCase => ({ kind, place: 'step=settings', label: 'Settings', text: '{', first: asJson })),
  { kind: 'index_template', place: 'step=aliases', label: 'Aliases', text: '[]', first: asJson },
  { kind: 'index_template', place: 'step=aliases', label: 'Name', text: 'a b', first: () => press('Add alias') },
  { kind: 'index_template', place: 'step=aliases', label: 'Name', text: '', first: () => press('Add alias') },
  { kind: 'index_template', place: 'step=aliases', label: 'Filter', text: '{', first: addAlias },
  { kind: 'index_template', place: 'step=lifecycle', label: 'Lifecycle', text: '{', first: asJson },
  { kind: 'component_template', place: 'step=lifecycle', label: 'Data retention', text: 'soon' },
  { kind: 'index_template', place: 'view=json', label: 'Mappings object', text: '{' },
  { kind: 'index_template', place: 'view=json', label: 'Mappings object', text: '{"properties":{}}' },
  { kind: 'index_template', place: 'tab=templates', label: 'Dynamic templates data', text: '{', holds: true },
  { kind: 'component_template', place: 'tab=advanced', label: '_meta field data', text: '{', holds: true },
  { kind: 'legacy_template', place: 'tab=advanced', label: 'Date formats', text: 'yyyy MM', holds: true },
  { kind: 'index_template', place: 'step=mappings', label: 'Field name', text: '', first: openFirstField },
  { kind: 'legacy_template', place: 'step=mappings', label: 'Field name', text: 'n', first: () => press('Add field') },
  {
    kind: 'component_template',
    place: 'tab=runtime',
    label: 'Name',
    text: 'r',
    first: () => press('Create runtime field'),
  },
];

describe.each(CASES)('$kind, $place: "$text" in $label', ({ kind, place, label, text, first, holds = false }) => {
  it('is led to by Save, and nothing is sent', async () => {
    const writes = await open(`${ADDRESSES[kind]}${place}`);
    writes.length = 0;
    await first?.();
    await expect.element(box(label)).toBeVisible();
    await userEvent.fill(box(label), text);
    await userEvent.click(step(STEP_LABELS.review));
    await expect.element(step(STEP_LABELS.review)).toHaveAttribute('aria-selected', String(!holds));
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    await expect.element(box(label)).toHaveFocus();
    await expect.element(page.getByText(/Nothing was sent\.$/)).toBeVisible();
    expect(page.getByRole('dialog', { name: /^Update/ }).elements()).toEqual([]);
    expect(writes).toEqual([]);
  });
});

describe.each(KINDS)('every input of %s', (kind) => {
  it.each(['logistics', 'settings', 'aliases', 'lifecycle'] as const)('of the step %s is tried', async (shown) => {
    await open(`${ADDRESSES[kind]}step=${shown}`);
    if (step(STEP_LABELS[shown]).elements().length === 0) {
      expect([kind, shown]).toEqual(['legacy_template', 'lifecycle']);
      return;
    }
    await expect.element(step(STEP_LABELS[shown])).toHaveAttribute('aria-selected', 'true');
    if (shown === 'aliases') await press('Add alias');
    // The code of JSON editors loads later than the inputs around it.
    await expect.poll(() => document.querySelectorAll('#content [aria-busy="true"]').length).toBe(0);
    const tried = [...CASES.map(({ label }) => label), ...TAKE_ALL];
    const inputs = Array.from(
      document.querySelectorAll<HTMLElement>(
        '#content [role="tabpanel"] :is(input:not([type="checkbox"]), textarea, .cm-content)',
      ),
    ).filter((input) => input.checkVisibility() && !(input as HTMLInputElement).readOnly);
    const names = inputs.map(
      (input) => input.ariaLabel ?? (input as HTMLInputElement).labels?.[0]?.textContent ?? input.outerHTML,
    );
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !tried.includes(name))).toEqual([]);
  });
});

describe('a new template', () => {
  const create = () => userEvent.click(bar.getByRole('button', { name: 'Review and save' }));

  it('without a pattern is led to its patterns', async () => {
    const writes = await open('/create_template');
    writes.length = 0;
    await userEvent.click(box('Index patterns'));
    await userEvent.keyboard('{Backspace}');
    await userEvent.click(step(STEP_LABELS.settings));
    await create();
    await expect.element(box('Index patterns')).toHaveFocus();
    await expect.element(page.getByText(/Nothing was sent\.$/)).toBeVisible();
    expect(writes).toEqual([]);
  });

  it('is led to a name that it can’t have, also where the last valid one is another', async () => {
    const writes = await open('/create_template');
    writes.length = 0;
    await userEvent.fill(box('Name'), 'good');
    await userEvent.fill(box('Name'), 'b*bad');
    await userEvent.click(step(STEP_LABELS.aliases));
    await create();
    await expect.element(box('Name')).toHaveFocus();
    await expect.element(box('Name')).toHaveValue('b*bad');
    expect(page.getByRole('dialog').elements()).toEqual([]);
    await userEvent.fill(box('Name'), 'better');
    await create();
    await expect.element(page.getByRole('dialog', { name: 'Create index template better' })).toBeVisible();
    expect(writes).toEqual([]);
  });
});
