import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/value.ts';
import type { PresentTemplates } from '../template-move/index.ts';
import { stepOf } from './plan.ts';
import { readPromotedCall, writePromotedCall } from './promote-template.ts';
import {
  CHANGED_SINCE_COMPARED,
  MAX_PROMOTED,
  proposePromotion,
  type PromotedTemplate,
  type PromotionFacts,
} from './propose-promotion.ts';

type Present = Partial<Record<keyof PresentTemplates, Readonly<Record<string, JsonObject>>>>;

const presentOf = (given: Present): PresentTemplates => ({
  component_template: new Map(Object.entries(given.component_template ?? {})),
  index_template: new Map(Object.entries(given.index_template ?? {})),
  legacy_template: new Map(Object.entries(given.legacy_template ?? {})),
});
const factsOf = (present: Present, facts: Partial<PromotionFacts> = {}): PromotionFacts => ({
  present: presentOf(present),
  cloudPrefixes: [],
  takesTypes: false,
  ...facts,
});

const PARTS: PromotedTemplate = { kind: 'component_template', name: 'parts', body: { template: {} } };
const LOGS: PromotedTemplate = {
  kind: 'index_template',
  name: 'logs',
  body: { index_patterns: ['logs-*'], composed_of: ['parts'] },
};
const OLD: PromotedTemplate = {
  kind: 'legacy_template',
  name: 'old',
  body: { index_patterns: ['old-*'], mappings: { tweet: { properties: {} } } },
};

function proposed(...given: Parameters<typeof proposePromotion>) {
  const proposal = proposePromotion(...given);
  if ('problem' in proposal) throw new Error(proposal.problem);
  return { ...proposal, planned: proposal.steps.map(stepOf) };
}

describe('a promotion', () => {
  it('has components before what is composed of them, and legacy templates last', () => {
    const { title, subject, planned } = proposed({ templates: [OLD, LOGS, PARTS] }, factsOf({}));
    expect([title, subject]).toEqual(['Import 3 templates', 'parts, logs, old']);
    expect(planned.map(({ title: step, requests }) => [step, requests.map(({ path }) => path)])).toEqual([
      ['Create component template parts', ['/_component_template/parts?create=true']],
      ['Create index template logs', ['/_index_template/logs?create=true']],
      ['Create legacy template old', ['/_template/old?create=true']],
    ]);
    expect(planned.map(({ undo }) => undo)).toEqual(
      ['parts', 'logs', 'old'].map((name) => `Deletes ${name}, unless it was changed since.`),
    );
  });

  it('expects what was compared, and takes it back when it is undone', () => {
    const seen = { index_patterns: ['logs-*'], version: 1 };
    const found = { ...seen, created_date: 5 };
    const { title, planned } = proposed(
      { templates: [{ ...LOGS, seen }, PARTS], from: 'staging' },
      factsOf(
        { index_template: { logs: found } },
        {
          source: {
            label: 'Staging',
            present: presentOf({ component_template: { parts: PARTS.body }, index_template: { logs: LOGS.body } }),
          },
        },
      ),
    );
    expect(title).toBe('Promote 2 templates from Staging');
    expect(planned[1]).toMatchObject({
      title: 'Update index template logs',
      input: { expects: seen, source: 'staging' },
      requests: [{ method: 'PUT', path: '/_index_template/logs' }],
      undo: 'Restores the previous logs, unless it was changed since.',
      undoRequests: [{ method: 'PUT', path: '/_index_template/logs', body: JSON.stringify(seen) }],
    });
    expect(planned[0]?.undoRequests).toEqual([{ method: 'DELETE', path: '/_component_template/parts' }]);
  });

  it('leaves out what the cluster has already, as engines mean it', () => {
    const same = { kind: 'index_template', name: 'same', body: { index_patterns: ['s-*'] } } as const;
    const present = { index_template: { same: { index_patterns: 's-*', composed_of: [], created_date: 1 } } };
    const { title, steps } = proposed({ templates: [{ ...same, isUnchanged: true }, PARTS] }, factsOf(present));
    expect([title, steps.map(({ input }) => 'name' in input && input.name)]).toEqual(['Import parts', ['parts']]);
    expect(proposePromotion({ templates: [{ ...same, isUnchanged: true }] }, factsOf(present))).toEqual({
      problem: 'The cluster has all of these templates already.',
    });
  });

  it.each<readonly [string, PromotedTemplate, Present]>([
    ['is there and was not', PARTS, { component_template: { parts: {} } }],
    ['was there and is not', { ...PARTS, seen: {} }, {}],
    ['is another one', { ...PARTS, seen: { version: 1 } }, { component_template: { parts: { version: 2 } } }],
    ['was the same and is not', { ...PARTS, isUnchanged: true }, { component_template: { parts: { version: 2 } } }],
    ['is this very one by now', PARTS, { component_template: { parts: PARTS.body } }],
  ])('is refused where a template %s', (_what, template, present) => {
    expect(proposePromotion({ templates: [template] }, factsOf(present))).toEqual({ problem: CHANGED_SINCE_COMPARED });
  });

  it.each<readonly [string, readonly PromotedTemplate[], string]>([
    [
      'a name that no engine takes',
      [{ ...PARTS, name: 'Parts' }],
      'Invalid name "Parts". The name must be in lower case.',
    ],
    ['a name of several', [{ ...PARTS, name: 'a,b' }], 'Invalid name "a,b". The name can\'t contain the character ,.'],
    ['the same one twice', [PARTS, PARTS], 'Component template "parts" is there twice.'],
    [
      'one of the cloud provider',
      [{ ...LOGS, name: 'cloud-logs' }],
      'Index template "cloud-logs" is managed by the cloud provider and can’t be changed.',
    ],
    [
      'more than a plan has',
      Array.from({ length: MAX_PROMOTED + 1 }, (_, at) => ({ ...PARTS, name: `p${at}` })),
      'At most 500 templates fit into a plan, and these are 501. Send them in parts.',
    ],
  ])('refuses %s', (_what, templates, problem) => {
    expect(proposePromotion({ templates }, factsOf({}, { cloudPrefixes: ['cloud-'] }))).toEqual({ problem });
  });

  it('takes as many as a plan has', () => {
    const templates = Array.from({ length: MAX_PROMOTED }, (_, at) => ({ ...PARTS, name: `p${at}` }));
    expect(proposed({ templates }, factsOf({})).steps).toHaveLength(MAX_PROMOTED);
  });

  it('says what a person should know: missing parts, managed ones, the gap, what the source has by now', () => {
    const managed = { kind: 'component_template', name: '.own', body: { _meta: { managed: true } } } as const;
    const source = { label: 'Staging', present: presentOf({ index_template: { logs: LOGS.body } }) };
    const { notes } = proposed(
      { templates: [{ ...LOGS, seen: { version: 1 } }, managed], from: 'staging' },
      factsOf({ index_template: { logs: { version: 1 } } }, { source }),
    );
    expect(notes.slice(2)).toEqual([
      'Engines have no conditional update of templates. A change that somebody makes between that read and the update is overwritten.',
      'Component templates are missing: parts (used by logs). The cluster may refuse the templates that use them.',
      'Managed or system templates: .own. Their owner may overwrite the change.',
      'Changed on Staging since they were read: .own. What was read is sent.',
    ]);
    expect(proposed({ templates: [PARTS] }, factsOf({})).notes).toHaveLength(2);
  });

  it('tells an engine with mapping types that they are there, in both directions', () => {
    const { planned } = proposed({ templates: [OLD] }, factsOf({}, { takesTypes: true }));
    expect(planned[0]?.requests[0]?.path).toBe('/_template/old?create=true&include_type_name=true');
    const typed = { kind: 'legacy_template', name: 'old', takesTypes: true } as const;
    expect(readPromotedCall(typed).query).toEqual({ include_type_name: true });
    expect(writePromotedCall(typed, { mappings: { properties: {} } }, false).query).toBeUndefined();
    expect(readPromotedCall({ ...typed, kind: 'index_template' }).query).toBeUndefined();
  });
});
