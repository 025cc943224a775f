import { useState } from 'react';
import { formatJson, isObject, type JsonObject } from '#domain/json';
import type { RouteAnswer } from '#domain/wire';
import { countOf } from '#domain/console';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { Button } from '../../kit/button.tsx';
import common from '../../kit/common.module.css';
import { IconButton } from '../../kit/icon-button.tsx';
import { X } from '../../kit/icons/icons.ts';
import { LineList } from '../../kit/line-list.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import styles from './documents-pane.module.css';

type Document = RouteAnswer<'documents.get'>;

interface TakeDocumentProps {
  /** The index whose mappings are edited; undefined in a draft, where a person names one. */
  readonly index: string | undefined;
  readonly onTake: (document: JsonObject) => void;
  readonly onClose: () => void;
}

/**
 * Documents of an index, one of which is taken. What is searched for may repeat what documents hold: it is sent in
 * bodies alone, and kept nowhere.
 */
export function TakeDocument({ index, onTake, onClose }: TakeDocumentProps) {
  const [name, setName] = useState(index ?? '');
  const [query, setQuery] = useState('');
  const [id, setId] = useState('');
  const search = useApiMutation('documents.search');
  const get = useApiMutation('documents.get');
  const isPending = search.isPending || get.isPending;
  const error = search.error ?? get.error;
  const found = get.data !== undefined ? [get.data] : (search.data?.documents ?? null);
  const total = get.data !== undefined ? 1 : (search.data?.total ?? 0);
  const load = () => {
    search.reset();
    get.reset();
    const params = { name: name.trim() };
    if (id.trim() !== '') get.mutate({ params, body: { id: id.trim() } });
    else search.mutate({ params, body: { ...(query.trim() !== '' && { query: query.trim() }) } });
  };
  return (
    <section className={styles['take']} aria-label="Documents of an index">
      <form
        className={styles['search']}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '' && !isPending) load();
        }}
      >
        <TextField label="Index" isMono value={name} onChange={setName} autoFocus={index === undefined} />
        <TextField
          label="Query string"
          isMono
          placeholder="status:404"
          value={query}
          onChange={setQuery}
          autoFocus={index !== undefined}
        />
        <TextField label="ID" isMono value={id} onChange={setId} />
        <Button type="submit" isPending={isPending} isDisabled={name.trim() === ''}>
          Load documents
        </Button>
        <IconButton icon={X} label="Close documents" onPress={onClose} />
      </form>
      {error !== null && <ApiErrorNotice title="Documents can’t be loaded" error={error} />}
      {found !== null && (
        <>
          <p className={common['mutedSmall']} role="status">
            {total > found.length
              ? `First ${found.length} of ${countOf(total, 'document')}`
              : countOf(found.length, 'document')}
          </p>
          {found.length > 0 && (
            <LineList label="Documents" count={found.length}>
              {(at) => {
                const document = found[at];
                return document === undefined ? null : <Line document={document} onTake={onTake} />;
              }}
            </LineList>
          )}
        </>
      )}
    </section>
  );
}

/** Characters of a document that its line shows. */
const SHOWN_LENGTH = 160;

function Line({ document, onTake }: { readonly document: Document; readonly onTake: TakeDocumentProps['onTake'] }) {
  const source: unknown = document.source;
  return (
    <div className={styles['document']}>
      <div className={styles['words']}>
        <code>{document.id}</code>{' '}
        <span className={common['muted']}>
          {isObject(source) ? shortened(formatJson(source)) : 'The index keeps no _source.'}
        </span>
      </div>
      <Button
        size="small"
        aria-label={`Use document ${document.id}`}
        isDisabled={!isObject(source)}
        onPress={() => isObject(source) && onTake(source)}
      >
        Use
      </Button>
    </div>
  );
}

function shortened(text: string): string {
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}
