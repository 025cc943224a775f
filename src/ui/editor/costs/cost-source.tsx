import { Link } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { canHaveChildFields } from '#domain/catalogue';
import { analyzedSize } from '#domain/console';
import { valueOnCluster } from '#domain/document';
import { dottedPath, parseFieldId, typeOf } from '#domain/mapping';
import common from '../../kit/common.module.css';
import { TimeAgo } from '../../files/time-ago.tsx';
import { useFeature } from '../../cluster/use-cluster.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useCore } from '../../platform/services.ts';
import { useNow } from '../../platform/use-now.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { useEditorDocument } from '../fields/editor-context.tsx';
import type { NoteSourceProps } from '../fields/row-notes.ts';
import { UsageNote } from '../lint/usage-note.tsx';
import { meantIndex, useFieldUsage } from '../lint/use-field-usage.ts';
import { ANALYZE, BEFORE_ANALYSIS, CostNote } from './cost-note.tsx';
import { rowCosts } from './row-costs.ts';
import { useFieldEstimates } from './use-field-estimates.ts';
import styles from './costs.module.css';

interface CostSourceProps extends NoteSourceProps {
  readonly index: string;
  readonly uuid: string | undefined;
}

/**
 * Passes on what each field of a live index takes up on disk and how often it was used. Renders when that was read, or
 * how to ask for it. Its code is loaded when costs are shown.
 */
export function CostSource({ index, uuid, onNotes }: CostSourceProps) {
  const { state } = useEditorDocument();
  const now = useNow(useCore().clock);
  const query = useApiQuery('field_costs.analyze', meantIndex(index, uuid), { isEnabled: false, isKept: true });
  const used = useFieldUsage(index, uuid);
  const analysis = query.data?.analysis;
  const { usage } = used;
  const { estimate } = useFieldEstimates(index, uuid);
  const sizes = analysis ?? estimate;
  const costOf = useMemo(() => rowCosts({ analysis: sizes, usage }), [sizes, usage]);
  const support = useFeature('field_stats');
  useEffect(() => {
    onNotes((id) => {
      const field = parseFieldId(id, state.mappingsAt);
      // A field that is new here has no data yet, and an alias that of its target.
      const onCluster = valueOnCluster(state, id);
      const type = onCluster === undefined ? 'alias' : typeOf(onCluster);
      if (field === null || type === 'alias') return undefined;
      return costOf(dottedPath(field.path), canHaveChildFields(type));
    });
  }, [costOf, state, onNotes]);
  useEffect(() => () => onNotes(null), [onNotes]);
  if (support?.has !== true)
    return (
      <div className={styles['costs']} role="group" aria-label="Sizes and uses">
        <p className={common['explanation']}>
          {support?.reason} <EstimateLink index={index} isEstimated={estimate !== undefined} />
        </p>
      </div>
    );
  return (
    <div className={styles['costs']} role="group" aria-label="Sizes and uses">
      <CostNote query={query} start={ANALYZE} before={BEFORE_ANALYSIS}>
        <p className={common['explanation']}>
          {analysis === undefined ? (
            'The cluster doesn’t tell what fields take up.'
          ) : (
            <>
              Analyzed <TimeAgo at={new Date(query.dataUpdatedAt).toISOString()} now={now} />:{' '}
              {analyzedSize(analysis.storeBytes)}.
            </>
          )}
        </p>
      </CostNote>
      {analysis === undefined && (
        <p className={common['explanation']}>
          <EstimateLink index={index} isEstimated={estimate !== undefined} />
        </p>
      )}
      <UsageNote {...used} />
    </div>
  );
}

/** The way to an estimate, which takes a sample of documents instead of the whole index. */
function EstimateLink({ index, isEstimated }: { readonly index: string; readonly isEstimated: boolean }) {
  return (
    <>
      {isEstimated ? 'The sizes are estimates of the tab ' : 'Sizes can be estimated from a sample in the tab '}
      <Link to={ROUTES.index} params={{ name: index }} search={{ tab: 'fields' }}>
        Fields
      </Link>
      .
    </>
  );
}
