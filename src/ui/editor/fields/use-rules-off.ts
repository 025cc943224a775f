import { useMemo } from 'react';
import type { MissingPart } from '#domain/console';
import { parseLiveStream } from '#domain/document';
import { useInheritedRules, type InheritedRule } from '../../cluster/use-inherited-rules.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { useSwitchedOffRules } from '../../platform/use-switched-off-rules.ts';
import { useOpenEditor } from './editor-context.tsx';
import type { LintRules } from './use-lint-rules.ts';

const NONE: readonly never[] = [];

/** The rules that are not checked in the open document. */
export interface RulesOff {
  /** The reasons by rule; null until they are known. */
  readonly off: ReadonlyMap<string, string> | null;
  /** Those of them that an index has from its templates. */
  readonly inherited: readonly InheritedRule[];
  /** What could not be read of its templates: rules that are switched off there are on. */
  readonly missing: readonly MissingPart[];
}

/** What an open index has from its templates. */
interface TemplateRules {
  /** Null until they are known. */
  readonly rules: readonly InheritedRule[] | null;
  readonly missing: readonly MissingPart[];
}

/** The rules that are switched off for the open document, and where it is an index, for its templates. */
export function useRulesOff({ off }: Pick<LintRules, 'off'>): RulesOff {
  const { rules, missing } = useTemplateRules();
  return useMemo(() => {
    const inherited = rules?.filter(({ rule }) => off?.has(rule) !== true) ?? NONE;
    if (off === null || rules === null) return { off: null, inherited, missing };
    const all = new Map([...off, ...inherited.map(({ rule, reason }) => [rule, reason] as const)]);
    return { off: all, inherited, missing };
  }, [off, rules, missing]);
}

/** The rules that are switched off for the templates of the open index. */
function useTemplateRules(): TemplateRules {
  const { stream } = useOpenEditor().document;
  const { kind, name = '', cluster } = parseLiveStream(stream) ?? {};
  const isOfIndex = kind === 'index' && cluster !== undefined;
  const switched = useSwitchedOffRules(isOfIndex ? cluster : undefined);
  const inherited = useInheritedRules(cluster, switched.off);
  const { of } = inherited;
  // Which data stream an index is of, and whether it is hidden, is known there alone.
  const isListed = isOfIndex && inherited.isAny;
  const list = useApiQuery('indices.list', {}, { isEnabled: isListed });
  const isKnown = of !== null && !(isListed && list.isPending);
  const index = list.data?.find((each) => each.name === name);
  const isUnlisted = isListed && !list.isPending && index === undefined;
  const unlisted = isUnlisted ? (list.error?.message ?? 'The list of indices does not have it.') : null;
  return useMemo(() => {
    if (!isOfIndex) return { rules: NONE, missing: NONE };
    const missing = [...switched.missing, ...inherited.missing];
    if (unlisted !== null) missing.push({ part: 'the data stream of the index', reason: unlisted });
    return { rules: isKnown ? of(index ?? { name }) : null, missing };
  }, [isOfIndex, switched.missing, inherited.missing, unlisted, isKnown, of, index, name]);
}
