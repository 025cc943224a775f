import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { clusterMappings } from '#domain/document';
import { isObject, mergeThreeWay, valueAt, type JsonObject } from '#domain/json';
import { asEnginesRead, countOfChanges, planMappingUpdate } from '#domain/mapping';
import { countOf } from '#domain/console';
import { useEditorDocument, useOpenEditor } from '../../editor/fields/editor-context.tsx';
import { BottomBar } from '../../kit/bottom-bar.tsx';
import { Button } from '../../kit/button.tsx';
import { showToast } from '../../kit/toast.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import common from '../../kit/common.module.css';
import styles from './index-detail.module.css';

const NO_MAPPINGS: JsonObject = {};

/** Edits of an index that is gone: its last mapping on the cluster, and the edited mapping. */
export interface CarriedEdits {
  readonly base: JsonObject;
  readonly edited: JsonObject;
}

interface ReplacedBarProps {
  readonly name: string;
  readonly uuid: string;
  /** Opens the index that has the name now, with the edits to apply to it where given. */
  readonly onOpen: (edits?: CarriedEdits) => void;
}

/**
 * Reports that the index was deleted and created again while its mapping was open, and offers to apply the unsent edits
 * to the new one.
 */
export function ReplacedBar({ name, uuid, onOpen }: ReplacedBarProps) {
  const { target } = useOpenEditor();
  const { state } = useEditorDocument();
  const base = clusterMappings(state.body);
  const value = valueAt(state.body, state.mappingsAt);
  const edited = useMemo(() => (isObject(value) ? asEnginesRead(value) : NO_MAPPINGS), [value]);
  const count = useMemo(() => countOfChanges(planMappingUpdate(base, edited, target)), [base, edited, target]);
  const openUnedited = useEffectEvent(() => {
    showToast({
      kind: 'info',
      title: `${name} was deleted and created again`,
      text: 'Showing the mapping of the new index.',
    });
    onOpen();
  });
  const isUnedited = count === 0;
  useEffect(() => {
    if (isUnedited) openUnedited();
  }, [isUnedited]);
  if (isUnedited) return null;
  return (
    <BottomBar
      label="Index replaced"
      isAlert
      words={
        <>
          <strong>{name} was deleted and created again</strong>
          <span className={common['explanation']}>
            {countOf(count, 'unsent change')} to the old index {count === 1 ? 'is' : 'are'} kept in{' '}
            <Link className={styles['link']} to={ROUTES.indexMapping} params={{ name }} search={{ uuid }}>
              its history
            </Link>
            .
          </span>
        </>
      }
    >
      <Button variant="quiet" onPress={() => onOpen()}>
        Open new index
      </Button>
      <Button variant="primary" onPress={() => onOpen({ base, edited })}>
        Apply edits to new index
      </Button>
    </BottomBar>
  );
}

interface ApplyEditsProps {
  readonly name: string;
  readonly edits: CarriedEdits;
  readonly onApplied: () => void;
}

/** Applies the edits of another index to the open document, once, as one change that can be undone. */
export function ApplyEdits({ name, edits, onApplied }: ApplyEditsProps) {
  const { editor } = useOpenEditor();
  const { state } = useEditorDocument();
  const apply = useEffectEvent(() => {
    const { value } = mergeThreeWay(edits.base, edits.edited, valueAt(state.body, state.mappingsAt));
    editor.dispatch({ type: 'editor.replaceMappings', payload: { mappings: isObject(value) ? value : NO_MAPPINGS } });
    showToast({
      kind: 'info',
      title: `Edits applied to the new ${name}`,
      text: 'Review them before you send them. You can undo this.',
    });
    onApplied();
  });
  useEffect(() => apply(), []);
  return null;
}
