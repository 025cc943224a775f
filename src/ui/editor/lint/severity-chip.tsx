import { SEVERITY_LABELS, type Severity } from '#domain/lint';
import { Chip, type ChipTone } from '../../kit/chip.tsx';

const TONES: Readonly<Record<Severity, ChipTone>> = { error: 'danger', warning: 'warning', info: 'info' };

/** How bad a finding of lint is. */
export function SeverityChip({ severity }: { readonly severity: Severity }) {
  return <Chip tone={TONES[severity]}>{SEVERITY_LABELS[severity]}</Chip>;
}
