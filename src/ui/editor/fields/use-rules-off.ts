import { useMemo } from 'react';
import { parseLiveStream } from '#domain/document';
import { useInheritedRules, type InheritedRule } from '../../cluster/use-inherited-rules.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { useSwitchedOffRules } from '../../platform/use-switched-off-rules.ts';
import { useOpenEditor } from './editor-context.tsx';
import type { LintRules } from './use-lint-rules.ts';

const NONE: readonly InheritedRule[] = [];

/** The rules that are not checked in the open document. */
export interface RulesOff {
  /** The reasons by rule; null until they are known. */
  readonly off: ReadonlyMap<string, string> | null;
  /** Those of them that an index has from its templates. */
  readonly inherited: readonly InheritedRule[];
}

/** The rules that are switched off for the open document, and where it is an index, for its templates. */
export function useRulesOff({ off }: Pick<LintRules, 'off'>): RulesOff {
  const ofTemplates = useTemplateRules();
  return useMemo(() => {
    const inherited = ofTemplates?.filter(({ rule }) => off?.has(rule) !== true) ?? NONE;
    if (off === null || ofTemplates === null) return { off: null, inherited };
    return { off: new Map([...off, ...inherited.map(({ rule, reason }) => [rule, reason] as const)]), inherited };
  }, [off, ofTemplates]);
}

/** The rules that are switched off for the templates of the open index; null until they are known. */
function useTemplateRules(): readonly InheritedRule[] | null {
  const { stream } = useOpenEditor().document;
  const { kind, name = '', cluster } = parseLiveStream(stream) ?? {};
  const isOfIndex = kind === 'index' && cluster !== undefined;
  const { off } = useSwitchedOffRules(isOfIndex ? cluster : undefined);
  const { of, isAny } = useInheritedRules(cluster, off);
  // Of a backing index the data stream is known there alone.
  const isListed = isOfIndex && isAny && name.startsWith('.');
  const list = useApiQuery('indices.list', {}, { isEnabled: isListed });
  const isKnown = of !== null && !(isListed && list.isPending);
  const index = list.data?.find((each) => each.name === name);
  return useMemo(() => {
    if (!isOfIndex) return NONE;
    return isKnown ? of(index ?? { name }) : null;
  }, [isOfIndex, isKnown, of, index, name]);
}
