import { Link } from '@tanstack/react-router';
import { buttonClass } from '../kit/button.tsx';
import { ROUTES } from '../platform/route-table.ts';

/** Leads from an empty list of templates to where one is prepared. */
export function DraftHint() {
  return (
    <Link to={ROUTES.drafts} className={buttonClass('primary')}>
      Go to Drafts
    </Link>
  );
}
