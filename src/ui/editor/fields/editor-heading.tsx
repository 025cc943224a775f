import { fieldCount, rootContainer, summaryOf } from '#domain/mapping';
import { countOf } from '#domain/console';
import { ObjectName } from '../../frame/object-name.tsx';
import { ChevronLeft } from '../../kit/icons/icons.ts';
import { engineTitle } from '../../platform/target-engines.ts';
import { BackLink } from './back-link.tsx';
import { useEditorDocument, useOpenEditor } from './editor-context.tsx';
import common from '../../kit/common.module.css';
import styles from './editor-heading.module.css';

/** The name of the document, its target engine and its size. */
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
    <div className={common['heading']}>
      <BackLink back={document.back} className={styles['back']}>
        <ChevronLeft size={16} aria-hidden />
      </BackLink>
      <ObjectName name={document.name} />
      <p className={styles['facts']} title={facts.join(' · ')}>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
    </div>
  );
}
