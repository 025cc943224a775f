import { useState } from 'react';
import { listedNameProblem, listedNames } from '#domain/console';
import { MAX_LISTED_LENGTH, MAX_LISTED_NAMES } from '#domain/wire';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useApi } from '../platform/api-provider.tsx';
import type { ApiError } from '../platform/console-api.ts';
import { NARROWED_ROUTES } from '../platform/listed-names.ts';
import { setListedNames, useListedNames } from '../platform/use-listed-names.ts';
import { useRefetch, useRetry } from '../platform/use-api-query.ts';
import common from '../kit/common.module.css';

/**
 * The names and patterns to which the lists of the cluster are narrowed, and the form that changes them. It opens where
 * a list is refused: somebody may be permitted to see a part of it.
 */
export function ListedNames({ error }: { readonly error: ApiError | null }) {
  const { clusterId } = useApi();
  const names = useListedNames(clusterId);
  const retry = useRetry(...NARROWED_ROUTES);
  const refetch = useRefetch();
  /** What is typed, or is to be changed: it stays while the list is read again. Null where nothing is. */
  const [text, setText] = useState<string | null>(null);
  const isRefused = error?.cluster?.cause === 'forbidden';
  const list = (listed: string) => {
    setListedNames(clusterId, listed);
    setText(null);
    retry();
    // Those that are not on the screen.
    void refetch(...NARROWED_ROUTES);
  };
  if (text !== null || isRefused)
    return (
      <Banner kind="info" title="List only what you may see">
        <NamesForm
          text={text ?? names}
          onChange={setText}
          onList={list}
          {...(names !== '' && { onAll: () => list('') })}
          {...(!isRefused && { onCancel: () => setText(null) })}
        />
      </Banner>
    );
  if (names === '') return null;
  return (
    <Banner
      kind="info"
      title={`Only what matches ${names} is listed`}
      actions={
        <>
          <Button size="small" onPress={() => setText(names)}>
            Change
          </Button>
          <Button size="small" onPress={() => list('')}>
            List all
          </Button>
        </>
      }
    />
  );
}

interface NamesFormProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onList: (names: string) => void;
  readonly onAll?: () => void;
  readonly onCancel?: () => void;
}

function NamesForm({ text, onChange, onList, onAll, onCancel }: NamesFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <form
      noValidate
      className={common['stack2']}
      onSubmit={(event) => {
        event.preventDefault();
        const found = problemOf(text);
        setProblem(found);
        if (found === null) onList(listedNames(text).join(', '));
      }}
    >
      <TextField
        label="Names or patterns"
        description="Of indices and data streams, such as logs-*, shop-1. This browser uses them for all lists of this cluster."
        {...(problem !== null && { errorMessage: problem })}
        isMono
        value={text}
        onChange={(typed) => {
          onChange(typed);
          setProblem(null);
        }}
      />
      <div className={common['wrappedRow']}>
        <Button type="submit">List these</Button>
        {onAll && <Button onPress={onAll}>List all</Button>}
        {onCancel && <Button onPress={onCancel}>Cancel</Button>}
      </div>
    </form>
  );
}

/** Why lists can't be narrowed to what is typed; null where they can. */
function problemOf(text: string): string | null {
  const names = listedNames(text);
  if (names.length === 0) return 'Enter a name or a pattern.';
  if (names.length > MAX_LISTED_NAMES || names.join(', ').length > MAX_LISTED_LENGTH)
    return `Enter at most ${MAX_LISTED_NAMES} names, with ${MAX_LISTED_LENGTH.toLocaleString('en')} characters in all.`;
  for (const name of names) {
    const problem = listedNameProblem(name);
    if (problem !== null) return `${name}: ${problem}`;
  }
  return null;
}
