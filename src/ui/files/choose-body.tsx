import { useState } from 'react';
import { ComboBox } from '../kit/combo-box.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import type { OfferedBody } from './offered-bodies.ts';

interface ChooseBodyProps {
  readonly title: string;
  /** A verb. */
  readonly submitLabel: string;
  readonly offers: readonly (OfferedBody & { readonly isDisabled?: boolean })[];
  readonly onChoose: (index: number) => void;
  readonly onClose: () => void;
}

/** Asks which of several mappings and templates in one text is meant. */
export function ChooseBody({ title, submitLabel, offers, onChoose, onClose }: ChooseBodyProps) {
  const [chosen, setChosen] = useState(String(offers.findIndex(({ isDisabled }) => isDisabled !== true)));
  return (
    <FormDialog title={title} submitLabel={submitLabel} onSubmit={() => onChoose(Number(chosen))} onClose={onClose}>
      <p>The text has {offers.length.toLocaleString('en')} mappings or templates.</p>
      <ComboBox
        label="Mapping or template"
        items={offers.map((offer, index) => ({ id: String(index), ...offer }))}
        value={chosen}
        onChange={setChosen}
        autoFocus
      />
    </FormDialog>
  );
}
