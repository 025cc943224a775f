import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { estimatedCosts, type EstimatedCost, type FieldCost } from '#domain/console';
import type { RouteAnswer } from '#domain/wire';
import { useApi } from '../../platform/api-provider.tsx';

type Answer = RouteAnswer<'documents.estimate'>;

/** What is known of the sizes of the fields of an index, by an analysis or by estimates. */
export interface KnownSizes {
  readonly storeBytes: number;
  readonly fields: readonly (FieldCost | EstimatedCost)[];
  /** Nothing is known of fields that are not among them; where it is complete, they take up nothing. */
  readonly isPartial?: boolean;
}

export interface FieldEstimates {
  /** Undefined before the first. */
  readonly estimate: KnownSizes | undefined;
  /** The newest answer, when it came, in ISO 8601, and whether fields of earlier ones are shown beside its fields. */
  readonly latest: { readonly answer: Answer; readonly at: string; readonly hasEarlier: boolean } | undefined;
  readonly add: (answer: Answer, isPartial: boolean) => void;
}

/** What was estimated of the fields of an index: kept as long as the page, the newest estimate of each field. */
export function useFieldEstimates(name: string, uuid: string | undefined): FieldEstimates {
  const queries = useQueryClient();
  const { clusterId } = useApi();
  const queryKey = [clusterId, 'field estimates', name, uuid];
  const { data, dataUpdatedAt } = useQuery<readonly { readonly answer: Answer; readonly isPartial: boolean }[]>({
    queryKey,
    queryFn: skipToken,
    gcTime: Infinity,
  });
  const estimate = useMemo(() => {
    const estimates = data?.map(({ answer, isPartial }) => ({ ...estimatedCosts(answer), isPartial }));
    const last = estimates?.at(-1);
    if (estimates === undefined || last === undefined) return undefined;
    const byPath = new Map(estimates.flatMap(({ fields }) => fields).map((cost) => [cost.path, cost]));
    return { ...last, fields: [...byPath.values()] };
  }, [data]);
  const last = data?.at(-1);
  return {
    estimate,
    latest: last && {
      ...{ answer: last.answer, at: new Date(dataUpdatedAt).toISOString() },
      hasEarlier: estimate !== undefined && estimate.fields.length > (last.answer.sizes.at(-1)?.fields.length ?? 0),
    },
    add: (answer, isPartial) =>
      queries.setQueryData(queryKey, [...(isPartial ? (data ?? []) : []), { answer, isPartial }]),
  };
}
