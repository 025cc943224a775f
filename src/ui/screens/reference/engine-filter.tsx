import { useState } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import { EngineVersionFields } from '../drafts/engine-field.tsx';
import { DEFAULT_ENGINE, engineTitle, OFFERED_ENGINES, versionFault } from '../../platform/target-engines.ts';
import { Select } from '../../kit/select.tsx';
import { engineId } from './reference-search.ts';

const ALL = 'all';
const OTHER = 'other';
const OFFERED = OFFERED_ENGINES.map((engine) => ({ id: engineId(engine), label: engineTitle(engine), engine }));
const CHOICES = [
  { id: ALL, label: 'All engines' },
  ...OFFERED.map(({ id, label }) => ({ id, label })),
  { id: OTHER, label: 'Other version' },
];

interface EngineFilterProps {
  readonly value: TargetEngine | undefined;
  readonly onChange: (engine: TargetEngine | undefined) => void;
}

/** Narrows the reference to what one engine knows. */
export function EngineFilter({ value, onChange }: EngineFilterProps) {
  // A version that is being entered; null while the choice is one of the list.
  const [entered, setEntered] = useState<TargetEngine | null>(null);
  const isOffered = value === undefined || OFFERED.some(({ id }) => id === engineId(value));
  const other = entered ?? (isOffered ? null : value);
  const choose = (id: string) => {
    setEntered(id === OTHER ? { ...(value ?? DEFAULT_ENGINE), version: '' } : null);
    if (id !== OTHER) onChange(OFFERED.find((choice) => choice.id === id)?.engine);
  };
  const enter = (engine: TargetEngine) => {
    setEntered(engine);
    if (versionFault(engine.version) === null) onChange(engine);
  };
  return (
    <>
      <Select
        label="Engine"
        items={CHOICES}
        value={other !== null ? OTHER : value === undefined ? ALL : engineId(value)}
        onChange={choose}
      />
      {other !== null && <EngineVersionFields value={other} onChange={enter} showsFault={other.version !== ''} />}
    </>
  );
}
