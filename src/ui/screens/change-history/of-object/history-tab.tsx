import { Suspense } from 'react';
import { PanelBoundary } from '../../../frame/panel-boundary.tsx';
import { lazyPart } from '../../../kit/lazy-part.tsx';
import type { HistoryObject } from './history-object.ts';
import { HistorySkeleton } from './history-skeleton.tsx';

const ObjectHistoryPanel = lazyPart(async () => (await import('./object-history-panel.tsx')).ObjectHistoryPanel);

/** The recorded changes of one object on the chosen cluster. */
export function HistoryTab({ object }: { readonly object: HistoryObject }) {
  const { kind, name, uuid = '' } = object;
  return (
    <PanelBoundary what="The history" resetKey={name}>
      <Suspense fallback={<HistorySkeleton />}>
        <ObjectHistoryPanel key={`${kind} ${name} ${uuid}`} object={object} />
      </Suspense>
    </PanelBoundary>
  );
}
