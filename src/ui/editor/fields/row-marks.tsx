import { useEffect, useEffectEvent, useRef } from 'react';
import { valueAt, type Body } from '#domain/json';
import { fieldRefusals, type FieldId } from '#domain/mapping';
import { Banner } from '../../kit/banner.tsx';
import common from '../../kit/common.module.css';
import { whenIdle } from '../../kit/when-idle.ts';
import { engineTitle } from '../../platform/target-engines.ts';
import { useLintRules } from './use-lint-rules.ts';
import { useRulesOff } from './use-rules-off.ts';
import { lintMarks } from './lint-marks.ts';
import { useEditorDocument, useOpenEditor } from './editor-context.tsx';

/** What is wrong with a field, for its row. */
export interface RowMark {
  readonly label: string;
  /** The reasons, as sentences. */
  readonly title: string;
}

/** Called only for the rows that are shown. */
export type MarkOf = (id: FieldId) => RowMark | undefined;

/** How long edits have to pause before they are checked by the rules of lint, in ms. */
const REST_MS = 500;

/**
 * Passes on what is wrong with fields: why the target refuses them, again after each event, and what lint warns of,
 * when edits pause; of a field that was changed, nothing until then. Renders nothing. Its code is loaded later.
 */
export function RowMarks({ onMarks }: { readonly onMarks: (markOf: MarkOf) => void }) {
  const { target, document: edited } = useOpenEditor();
  const { body, mappingsAt } = useEditorDocument().state;
  const { off } = useRulesOff(useLintRules());
  const linted = useRef<{ readonly body: Body; readonly warnings: ReadonlyMap<FieldId, string> } | null>(null);
  const show = useEffectEvent(() =>
    onMarks((id) => {
      const reasons = fieldRefusals(body, id, mappingsAt, target);
      if (reasons.length > 0)
        return {
          label: 'Rejected',
          title: `${engineTitle(target)} is expected to reject it. ${reasons.join(' ')}`,
        };
      // What was changed since is not what was warned of; unchanged fields are the same objects.
      const isSame = linted.current !== null && valueAt(linted.current.body, id) === valueAt(body, id);
      const warning = isSame ? linted.current?.warnings.get(id) : undefined;
      return warning === undefined ? undefined : { label: 'Lint', title: warning };
    }),
  );
  useEffect(() => {
    show();
    let cancel = () => {};
    const timer = setTimeout(() => {
      if (off === null) return;
      cancel = whenIdle(() => {
        linted.current = { body, warnings: lintMarks(edited, body, target, off) };
        show();
      });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, [body, mappingsAt, edited, target, off]);
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
