import { fieldCount, rootContainer, summaryOf } from '#domain/mapping';
import { ChevronLeft } from '../../kit/icons/icons.ts';
import { engineTitle } from '../../platform/target-engines.ts';
import { BackLink } from './back-link.tsx';
import { useEditorDocument, useOpenEditor } from './editor-context.tsx';
import styles from './editor-heading.module.css';
import { countOf } from '../parameters/field-labels.ts';

/** Which document this is, for which engine, and how large. */
export function EditorHeading() {
  const { target, document } = useOpenEditor();
  const { state } = useEditorDocument();
  const root = rootContainer(state.body, state.mappingsAt);
  const facts = [
    document.kind,
    engineTitle(target),
    countOf(root === undefined ? 0 : fieldCount(summaryOf(root)), 'field'),
  ];
  return (
    <div className={styles['heading']}>
      <BackLink back={document.back} className={styles['back']}>
        <ChevronLeft size={16} aria-hidden />
      </BackLink>
      <h1 className={styles['name']} title={document.name}>
        {document.name}
      </h1>
      <p className={styles['facts']} title={facts.join(' · ')}>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
    </div>
  );
}
