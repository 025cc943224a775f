import { useEffect, useMemo, useRef, useState } from 'react';
import type { Body, JsonObject } from '#domain/json';
import { countedMappings, lintInSteps, type FieldUsage, type LintReport, type TemplateContext } from '#domain/lint';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { bodiesOf } from '../../cluster/template-bodies.ts';
import { useEditorDocument, useOpenEditor } from '../fields/editor-context.tsx';
import { bodyKindOf } from '../fields/lint-marks.ts';

/** How long edits have to pause, in ms, and in multiples of the time that the last check took. */
const REST_MS = 250;
const REST_FOR_EACH_CHECK = 3;

interface LastReport {
  /** Null until the first check is done. */
  readonly report: LintReport | null;
  /** Whether the report is about the mappings as they are now. */
  readonly isCurrent: boolean;
}

/** What is known beside the document. */
interface LintContext {
  readonly settings: JsonObject | undefined;
  readonly usage: FieldUsage | undefined;
  /** Epoch ms: since then uses are counted. */
  readonly since: number | undefined;
}

/** Checks the open document, again whenever edits pause; `on` has the rules that are checked besides the usual ones. */
export function useLintReport({ settings, usage, since }: LintContext, on: ReadonlySet<string>): LastReport {
  const { target, document: edited } = useOpenEditor();
  const { state } = useEditorDocument();
  const { body, mappingsAt } = state;
  const [last, setLast] = useState<{ readonly report: LintReport; readonly body: Body; readonly of: unknown } | null>(
    null,
  );
  const [failure, setFailure] = useState<Error | null>(null);
  const lastCheckMs = useRef(0);
  const template = useTemplateContext();
  useEffect(() => {
    let isWanted = true;
    const turn = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(isWanted)));
    const check = async () => {
      const begin = performance.now();
      const kind = bodyKindOf(edited);
      const input = {
        body,
        mappingsAt,
        kind,
        target,
        ...(settings !== undefined && { settings }),
        ...(template !== undefined && { template }),
        ...(usage !== undefined && { usage, counted: countedMappings(state, since) }),
      };
      const report = await lintInSteps(input, { on }, turn);
      lastCheckMs.current = performance.now() - begin;
      if (report !== null && isWanted) setLast({ report, body, of: on });
    };
    const timer = setTimeout(
      () =>
        void check().catch((cause: unknown) => setFailure(cause instanceof Error ? cause : new Error(String(cause)))),
      Math.max(REST_MS, REST_FOR_EACH_CHECK * lastCheckMs.current),
    );
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [state, body, mappingsAt, target, edited, settings, usage, since, template, on]);
  // The boundary around the tab shows it.
  if (failure !== null) throw failure;
  return { report: last?.report ?? null, isCurrent: last !== null && last.body === body && last.of === on };
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
