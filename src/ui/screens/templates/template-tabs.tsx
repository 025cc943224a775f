import { Link } from '@tanstack/react-router';
import { useFeature } from '../../cluster/use-cluster.ts';
import { ScreenTabs, screenTab } from '../../frame/screen-tabs.tsx';
import { ROUTES } from '../../platform/route-table.ts';

/** The three kinds of templates; legacy ones where the cluster has them. */
export function TemplateTabs({ isLegacy = false }: { readonly isLegacy?: boolean }) {
  const support = useFeature('legacy_templates');
  return (
    <ScreenTabs of="templates" isOnView={isLegacy}>
      {(support?.has !== false || isLegacy) && (
        <Link to={ROUTES.templates} search={{ kind: 'legacy' }} className={screenTab}>
          Legacy templates
        </Link>
      )}
    </ScreenTabs>
  );
}
