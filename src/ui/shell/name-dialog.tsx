import { useEffect, useRef, useState } from 'react';
import { errorWords } from '../platform/error-words.ts';
import { announce } from '../kit/announcer.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useAuthor, useServices } from '../platform/services.ts';

interface NameDialogProps {
  /** Text that was typed while this code was loading. */
  readonly typedBefore: string;
  /** Enter was pressed while this code was loading: the name is saved at once. */
  readonly isEntered: boolean;
  readonly onClose: () => void;
}

/** Asks for the name of this device's author. */
export function NameDialog({ typedBefore, isEntered, onClose }: NameDialogProps) {
  const { identity } = useServices();
  const author = useAuthor();
  const before = identity.ownName;
  const isSignedIn = author.name !== before;
  const [name, setName] = useState(typedBefore || (before === identity.unnamed ? '' : before));
  const [fault, setFault] = useState<string>();
  const save = async () => {
    try {
      await identity.rename(name);
    } catch (error) {
      setFault(`The name couldn’t be saved: ${errorWords(error)}`);
      return;
    }
    announce(`Your changes are recorded as ${identity.getSnapshot().name}`);
    onClose();
  };
  const isSaving = useRef(false);
  useEffect(() => {
    if (!isEntered || isSaving.current) return;
    isSaving.current = true;
    void save();
  });
  return (
    <FormDialog title="Your name" submitLabel="Save name" onClose={onClose} onSubmit={() => void save()}>
      <TextField
        label="Name"
        autoFocus
        maxLength={100}
        value={name}
        onChange={setName}
        placeholder={identity.unnamed}
        errorMessage={fault}
        description={
          isSignedIn
            ? `While you are signed in, your changes are recorded as ${author.name}.`
            : 'Recorded with each change you make from now on.'
        }
      />
    </FormDialog>
  );
}
