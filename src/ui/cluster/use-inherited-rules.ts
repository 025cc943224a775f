import { useMemo } from 'react';
import type { TemplateAddress } from '#domain/code';
import { missingIn, type Index, type MissingPart } from '#domain/console';
import { parseLiveStream, templateStream } from '#domain/document';
import { templatesOfIndices } from '#domain/template';
import { bodiesOf } from './template-bodies.ts';
import { useApiQuery } from '../platform/use-api-query.ts';
import type { SwitchedOffRules } from '../platform/use-switched-off-rules.ts';

/** A rule that is switched off for a template, and so for the indices that are made of it. */
export interface InheritedRule {
  readonly rule: string;
  readonly reason: string;
  readonly from: TemplateAddress;
}

/** The rules that an index has from its templates. */
export type InheritedOf = (index: Pick<Index, 'name' | 'hidden' | 'data_stream'>) => readonly InheritedRule[];

interface Inherited {
  /** Null until it is known. */
  readonly of: InheritedOf | null;
  /** Whether a rule is switched off for any template. */
  readonly isAny: boolean;
  /** What could not be read: rules of these templates are on. */
  readonly missing: readonly MissingPart[];
}

const NOTHING: InheritedOf = () => [];
const NONE: readonly never[] = [];

/**
 * The rules that indices have from the templates that new ones in their place are made of. Cost: the list of index
 * templates, and nothing where no rule is switched off for a template.
 * @param off the rules of all templates and indices; null until they are known
 */
export function useInheritedRules(cluster: string | undefined, off: SwitchedOffRules | null): Inherited {
  const isAny = useMemo(() => off !== null && Array.from(off).some(isOfTemplate), [off]);
  const { data, error, isPending } = useApiQuery('index_templates.list', {}, { isEnabled: isAny });
  return useMemo(() => {
    if (off === null || cluster === undefined) return { of: null, isAny, missing: NONE };
    if (!isAny) return { of: NOTHING, isAny, missing: NONE };
    if (data === undefined) {
      const missing = error === null ? NONE : [{ part: 'the templates of indices', reason: error.message }];
      return { of: isPending ? null : NOTHING, isAny, missing };
    }
    const templatesOf = templatesOfIndices(bodiesOf(data.templates ?? NONE), bodiesOf(data.legacyTemplates ?? NONE));
    const of: InheritedOf = ({ name: index, hidden: isHidden = false, data_stream: stream }) => {
      const found = new Map<string, InheritedRule>();
      for (const from of templatesOf({ name: index, isHidden, stream }))
        for (const [rule, reason] of off.get(templateStream({ ...from, cluster })) ?? NONE)
          if (!found.has(rule)) found.set(rule, { rule, reason, from });
      return [...found.values()];
    };
    const isWhole = data.templates !== undefined && data.legacyTemplates !== undefined;
    return { of, isAny, missing: isWhole ? NONE : missingIn(data) };
  }, [cluster, off, isAny, data, error, isPending]);
}

function isOfTemplate([stream, rules]: readonly [string, ReadonlyMap<string, string>]): boolean {
  const live = parseLiveStream(stream);
  return rules.size > 0 && live !== null && live.kind !== 'index';
}
