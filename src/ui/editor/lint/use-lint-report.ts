import { useMemo } from 'react';
import type { JsonObject } from '#domain/json';
import { countedMappings, lintInSteps, type FieldUsage, type TemplateContext } from '#domain/lint';
import type { ComponentBodies } from '#domain/template';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { bodiesOf } from '../../cluster/template-bodies.ts';
import { useRestedRun } from '../documents/use-rested-run.ts';
import { useEditorDocument, useOpenEditor } from '../fields/editor-context.tsx';
import { bodyKindOf } from '../fields/lint-marks.ts';

/** What is known beside the document. */
interface LintContext {
  readonly settings: JsonObject | undefined;
  /** Null where the document uses none, and until they are known. */
  readonly components: ComponentBodies | null;
  readonly usage: FieldUsage | undefined;
  /** Epoch ms: since then uses are counted. */
  readonly since: number | undefined;
}

/**
 * Checks the open document, again whenever edits pause; `on` has the rules that are checked besides the usual ones.
 * Waits until it is known which rules are off.
 */
export function useLintReport(
  { settings, components, usage, since }: LintContext,
  { on, off }: { readonly on: ReadonlySet<string>; readonly off: ReadonlyMap<string, string> | null },
) {
  const { target, document: edited } = useOpenEditor();
  const { state } = useEditorDocument();
  const template = useTemplateContext();
  const check = useMemo(() => {
    if (off === null) return null;
    return (turn: () => Promise<boolean>) => {
      const { body, mappingsAt } = state;
      const input = {
        ...{ body, mappingsAt, target },
        kind: bodyKindOf(edited),
        ...(settings !== undefined && { settings }),
        ...(template !== undefined && { template }),
        ...(components !== null && { components }),
        ...(usage !== undefined && { usage, counted: countedMappings(state, since) }),
      };
      return lintInSteps(input, { on, off }, turn);
    };
  }, [state, target, edited, settings, components, usage, since, template, on, off]);
  const { result, isCurrent } = useRestedRun(check);
  return { report: result, isCurrent };
}

/** The other templates of the cluster, where the document is a template of it. */
function useTemplateContext(): TemplateContext | undefined {
  const { back } = useOpenEditor().document;
  const name = typeof back === 'object' && 'template' in back ? back.template : undefined;
  const { data } = useApiQuery('index_templates.list', {}, { isEnabled: name !== undefined });
  return useMemo(() => {
    // Without some of them it would be claimed that nothing overlaps.
    if (name === undefined || data?.templates === undefined || data.legacyTemplates === undefined) return undefined;
    return { name, indexTemplates: bodiesOf(data.templates), legacyTemplates: bodiesOf(data.legacyTemplates) };
  }, [name, data]);
}
