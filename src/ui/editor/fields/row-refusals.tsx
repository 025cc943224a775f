import { useEffect } from 'react';
import { fieldRefusals, type FieldId } from '#domain/mapping';
import { Banner } from '../../kit/banner.tsx';
import common from '../../kit/common.module.css';
import { engineTitle } from '../../platform/target-engines.ts';
import { useEditorDocument, useOpenEditor } from './editor-context.tsx';

/** Why the target refuses a field, as a sentence; called only for the rows that are shown. */
export type RefusalOf = (id: FieldId) => string | undefined;

/** Passes on why the target refuses fields, again after each event. Renders nothing. Its code is loaded later. */
export function RowRefusals({ onRefusals }: { readonly onRefusals: (refusalOf: RefusalOf) => void }) {
  const { target } = useOpenEditor();
  const { body, mappingsAt } = useEditorDocument().state;
  useEffect(() => {
    onRefusals((id) => {
      const reasons = fieldRefusals(body, id, mappingsAt, target);
      return reasons.length === 0 ? undefined : `${engineTitle(target)} is expected to reject it. ${reasons.join(' ')}`;
    });
  }, [body, mappingsAt, target, onRefusals]);
  return null;
}

/** Lists why the target refuses a field as it is in the document. */
export function FieldRefusals({ field }: { readonly field: FieldId }) {
  const { target } = useOpenEditor();
  const { body, mappingsAt } = useEditorDocument().state;
  const reasons = fieldRefusals(body, field, mappingsAt, target);
  if (reasons.length === 0) return null;
  return (
    <Banner kind="warning" title={`${engineTitle(target)} is expected to reject this field`}>
      <ul className={common['stack1']}>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Banner>
  );
}
