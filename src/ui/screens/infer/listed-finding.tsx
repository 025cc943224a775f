import type { Finding } from '#domain/infer';
import { shownName } from '../../files/shown-name.ts';
import { Banner } from '../../kit/banner.tsx';
import { LineList } from '../../kit/line-list.tsx';

/** A finding with all its lines. */
export function ListedFinding({ kind, title, lines }: Finding & { readonly kind: 'info' | 'warning' | 'success' }) {
  return (
    <Banner kind={kind} title={title}>
      {lines.length > 0 && (
        <LineList label={title} count={lines.length}>
          {(index) => shownName(lines[index] ?? '')}
        </LineList>
      )}
    </Banner>
  );
}
