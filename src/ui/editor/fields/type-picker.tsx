import { OTHER_TYPE, typeEntry, typeTitle, type TargetEngine } from '#domain/catalogue';
import { Chip } from '../../kit/chip.tsx';
import { ComboBox } from '../../kit/combo-box.tsx';
import { TextField } from '../../kit/text-field.tsx';
import type { FieldErrors } from './field-validation.ts';
import {
  hasSubTypes,
  mainTypeChoices,
  pickType,
  subTypeChoices,
  type FieldPlace,
  type TypePick,
} from './type-choices.ts';

interface TypePickerProps {
  readonly pick: TypePick;
  readonly onChange: (pick: TypePick) => void;
  readonly errors: Pick<FieldErrors, 'type' | 'subType' | 'typeName'>;
  readonly target: TargetEngine;
  readonly place: FieldPlace;
  /** The type of the field in the document; it is offered even where it could not be chosen. */
  readonly current: string | null;
}

/** The pickers for the type of a field: a main type, and the sub-type or name that completes it. */
export function TypePicker({ pick, onChange, errors, target, place, current }: TypePickerProps) {
  const { main, name } = pick;
  const entry = typeEntry(name);
  const description =
    entry === undefined ? undefined : <TypeNote text={entry.description} isBeta={entry.isBeta === true} />;
  const isCompleted = main !== null && (main === OTHER_TYPE || hasSubTypes(main));
  return (
    <>
      <ComboBox
        label="Field type"
        placeholder="Select a type"
        items={mainTypeChoices(target, place, current)}
        value={main}
        onChange={(chosen) => onChange(pickType(chosen))}
        errorMessage={errors.type}
        emptyText="No type of this name."
        {...(!isCompleted && description !== undefined && { description })}
      />
      {main !== null && hasSubTypes(main) && (
        <ComboBox
          key={main}
          label={`${typeTitle(main)} type`}
          placeholder="Select a type"
          items={subTypeChoices(target, place, main, current)}
          value={name === '' ? null : name}
          onChange={(chosen) => onChange({ main, name: chosen })}
          errorMessage={errors.subType}
          {...(description !== undefined && { description })}
        />
      )}
      {main === OTHER_TYPE && (
        <TextField
          label="Type Name"
          isMono
          value={name}
          onChange={(text) => onChange({ main, name: text })}
          errorMessage={errors.typeName}
        />
      )}
    </>
  );
}

function TypeNote({ text, isBeta }: { readonly text: string; readonly isBeta: boolean }) {
  return (
    <>
      {text} {isBeta && <Chip tone="warning">Beta</Chip>}
    </>
  );
}
