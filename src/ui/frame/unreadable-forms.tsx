import { formatJson } from '#domain/json';
import { UNAPPLIED_FORMAT } from '#domain/ports';
import type { OpenForm } from '../platform/use-typed-form.ts';
import { StrandedBanner } from './stranded-banner.tsx';

interface UnreadableFormsProps {
  readonly opened: Pick<OpenForm<unknown>, 'label' | 'unreadable' | 'forget'>;
}

/** Content that was typed in a form before and can't be restored into it; it can be copied or discarded. */
export function UnreadableForms({ opened: { label, unreadable, forget } }: UnreadableFormsProps) {
  return unreadable.map((content) => (
    <StrandedBanner
      key={`${content.tab} ${content.at}`}
      label={label}
      reason={
        content.format === UNAPPLIED_FORMAT
          ? `Newer changes to ${label} were restored.`
          : 'Another version of Mapledger wrote them, and this one can’t read them.'
      }
      text={formatJson(content.values, 2)}
      onDiscard={() => forget(content)}
    />
  ));
}
