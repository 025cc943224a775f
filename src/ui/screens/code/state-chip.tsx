import { Chip } from '../../kit/chip.tsx';
import { STATE_WORDS, type ShownState } from './claim-states.ts';

/** How the cluster has a claimed object. */
export function StateChip({ state }: { readonly state: ShownState }) {
  const { label, tone, description } = STATE_WORDS[state];
  return (
    <Chip tone={tone} title={description}>
      {label}
    </Chip>
  );
}
