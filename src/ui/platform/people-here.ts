import { useMemo } from 'react';
import type { TrailPerson } from '#domain/ports';
import type { FieldId } from '#domain/mapping';
import { useAuthor, useTrail } from './services.ts';

const NOBODY: readonly TrailPerson[] = [];
const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** The others who have a document open, as the server knows them. */
export function useOthers(stream: string): readonly TrailPerson[] {
  const people = useTrail()?.people ?? NOBODY;
  const { id } = useAuthor();
  return useMemo(
    () => people.filter((person) => person.stream === stream && person.author !== id),
    [people, stream, id],
  );
}

/** People by the field that they have open: "Ada and Bob are editing this field". */
export function useEditedByOthers(stream: string): ReadonlyMap<FieldId, string> {
  const others = useOthers(stream);
  return useMemo(() => {
    const names = new Map<FieldId, string[]>();
    for (const { field, name } of others) {
      if (field !== null) names.set(field, [...(names.get(field) ?? []), name]);
    }
    return new Map([...names].map(([field, people]) => [field, editing(people)]));
  }, [others]);
}

function editing(names: readonly string[]): string {
  return `${LIST.format(names)} ${names.length === 1 ? 'is' : 'are'} editing this field`;
}
