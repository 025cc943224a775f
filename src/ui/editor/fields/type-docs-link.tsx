import { typeEntry, typeTitle } from '#domain/catalogue';
import { useDocsUrl } from '../../platform/use-docs-url.ts';
import { useOpenEditor } from './editor-context.tsx';
import styles from './type-docs-link.module.css';

/** A link to the documentation of a type, where the engine has a page of it. */
export function TypeDocsLink({ type }: { readonly type: string }) {
  const { target } = useOpenEditor();
  const url = useDocsUrl()(typeEntry(type)?.docs, target);
  if (url === null) return null;
  return (
    <p className={styles['docs']}>
      <a href={url} target="_blank" rel="noreferrer">
        {typeTitle(type)} documentation
      </a>
    </p>
  );
}
