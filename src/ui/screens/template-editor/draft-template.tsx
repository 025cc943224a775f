import type { ReactNode } from 'react';
import type { TemplateStreamKind } from '#domain/document';
import type { ListedDraft } from '../../platform/draft-list.ts';
import { TemplateContext } from './edited-template.ts';
import { SaveBar } from './save-bar.tsx';
import { TemplateWizard } from './template-wizard.tsx';

interface DraftTemplateProps {
  readonly kind: TemplateStreamKind;
  readonly draft: ListedDraft;
}

/** The steps of a template that is a draft. */
export function DraftSteps({ kind, draft, mappings }: DraftTemplateProps & { readonly mappings: ReactNode }) {
  return (
    <TemplateContext value={{ kind, name: draft.name, draft }}>
      <TemplateWizard mappings={mappings} />
    </TemplateContext>
  );
}

/** The bar that saves a draft as a template of the cluster. */
export function DraftBar({ kind, draft }: DraftTemplateProps) {
  return (
    <TemplateContext value={{ kind, name: draft.name, draft }}>
      <SaveBar />
    </TemplateContext>
  );
}
