import { useState } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import { Select } from '../../kit/select.tsx';
import { TextField } from '../../kit/text-field.tsx';
import styles from './dialogs.module.css';
import {
  DISTRIBUTION_IDS,
  DISTRIBUTIONS,
  engineTitle,
  OFFERED_ENGINES,
  versionFault,
} from '../../platform/target-engines.ts';

const OTHER = 'other';
const OFFERED = OFFERED_ENGINES.map((engine) => ({ id: engineTitle(engine), label: engineTitle(engine), engine }));
const DISTRIBUTION_CHOICES = DISTRIBUTION_IDS.map((id) => ({ id, label: DISTRIBUTIONS[id] }));
const CHOICES = [...OFFERED.map(({ id, label }) => ({ id, label })), { id: OTHER, label: 'Other version' }];

interface EngineFieldProps {
  readonly value: TargetEngine;
  readonly onChange: (engine: TargetEngine) => void;
  /** An invalid version is shown as wrong. */
  readonly showsFault: boolean;
}

/** Chooses the engine that a draft is written for: an offered one, or any version of a distribution. */
export function EngineField({ value, onChange, showsFault }: EngineFieldProps) {
  const isOffered = OFFERED.some(({ id }) => id === engineTitle(value));
  const [isOther, setIsOther] = useState(!isOffered);
  const choose = (id: string) => {
    const offered = OFFERED.find((choice) => choice.id === id);
    setIsOther(offered === undefined);
    if (offered !== undefined) onChange(offered.engine);
  };
  return (
    <>
      <Select
        label="Target engine"
        description="Determines which field types and parameters are available."
        items={CHOICES}
        value={isOther ? OTHER : engineTitle(value)}
        onChange={choose}
      />
      {isOther && <EngineVersionFields value={value} onChange={onChange} showsFault={showsFault} />}
    </>
  );
}

/** Any version of a distribution. */
export function EngineVersionFields({ value, onChange, showsFault }: EngineFieldProps) {
  return (
    <div className={styles['pair']}>
      <Select
        label="Distribution"
        items={DISTRIBUTION_CHOICES}
        value={value.distribution}
        onChange={(id) => onChange({ ...value, distribution: id })}
      />
      <TextField
        label="Version"
        placeholder="8.19"
        isMono
        value={value.version}
        onChange={(version) => onChange({ ...value, version: version.trim() })}
        errorMessage={showsFault ? (versionFault(value.version) ?? undefined) : undefined}
      />
    </div>
  );
}
