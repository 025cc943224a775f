import { useMemo } from 'react';
import { isAliasTargetType, MESSAGES } from '#domain/catalogue';
import type { DocumentState } from '#domain/document';
import { dottedPath, parseFieldId, PATH_SEPARATOR, searchEntries, type FieldId } from '#domain/mapping';
import { Banner } from '../../kit/banner.tsx';
import { ComboBox } from '../../kit/combo-box.tsx';

interface FieldTargetPickerProps {
  readonly label: string;
  readonly description: string;
  readonly errorMessage: string | undefined;
  /** The dotted path of the target. */
  readonly value: string | null;
  readonly onChange: (path: string) => void;
  readonly state: DocumentState;
  /** It can't point to itself. */
  readonly field: FieldId | null;
}

/** Chooses the field that another one points to; fields that can't be a target are not offered. */
export function FieldTargetPicker({
  value,
  onChange,
  state: { body, mappingsAt },
  field,
  ...words
}: FieldTargetPickerProps) {
  const items = useMemo(() => targetsOf(body, mappingsAt, field), [body, mappingsAt, field]);
  if (items.length === 0) return <Banner kind="warning" title={MESSAGES.noAliasTarget} />;
  const shown =
    value === null || items.some(({ id }) => id === value)
      ? items
      : [{ id: value, label: value, description: 'Not a field of this mapping.' }, ...items];
  return (
    <ComboBox
      {...words}
      placeholder="Select a field"
      items={shown}
      value={value}
      onChange={onChange}
      emptyText="No field of this name."
    />
  );
}

function targetsOf(body: DocumentState['body'], mappingsAt: string, field: FieldId | null) {
  const targets = new Map<string, { readonly id: string; readonly label: string; readonly keywords: string }>();
  for (const { id, type } of searchEntries(body, mappingsAt)) {
    if (id === field || !isAliasTargetType(type)) continue;
    const path = parseFieldId(id, mappingsAt)?.path ?? [];
    const dotted = dottedPath(path);
    targets.set(dotted, { id: dotted, label: path.join(PATH_SEPARATOR), keywords: dotted });
  }
  return [...targets.values()].sort((a, b) => (a.label < b.label ? -1 : 1));
}
