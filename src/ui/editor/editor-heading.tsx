import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { fieldCount, rootContainer, summaryOf } from '../../domain/index.ts';
import { APP_BASE } from '../app/app-base.ts';
import type { ListedDraft } from '../drafts/draft-list.ts';
import { engineTitle } from '../drafts/target-engines.ts';
import { useEditorDocument, useOpenEditor } from './editor-context.tsx';
import styles from './editor-heading.module.css';
import { countOf } from './field-words.ts';

/** Which draft this is, for which engine, and how large. */
export function EditorHeading({ draft }: { readonly draft: ListedDraft }) {
  const { target } = useOpenEditor();
  const { state } = useEditorDocument();
  const root = rootContainer(state.body, state.mappingsAt);
  return (
    <div className={styles['heading']}>
      <Link className={styles['back']} to={`${APP_BASE}/drafts`} aria-label="Drafts" title="Drafts">
        <ChevronLeft size={16} aria-hidden />
      </Link>
      <h1 className={styles['name']}>{draft.name}</h1>
      <p className={styles['facts']}>
        <span>{kindWords(draft.kind)}</span>
        <span>{engineTitle(target)}</span>
        <span>{countOf(root === undefined ? 0 : fieldCount(summaryOf(root)), 'field')}</span>
      </p>
    </div>
  );
}

function kindWords(kind: string): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}
