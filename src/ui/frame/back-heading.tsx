import { Link } from '@tanstack/react-router';
import { ChevronLeft } from '../kit/icons/icons.ts';
import { ROUTES } from '../platform/route-table.ts';
import common from '../kit/common.module.css';
import styles from './back-heading.module.css';
import { ObjectName } from './object-name.tsx';

/** The lists that have pages of details, with their names. */
const LISTS = {
  indices: [ROUTES.indices, 'Indices'],
  drafts: [ROUTES.drafts, 'Drafts'],
  plans: [ROUTES.plans, 'Plans'],
  fuzzLab: [ROUTES.fuzzLab, 'Fuzz lab'],
} as const;

interface BackHeadingProps {
  readonly list: keyof typeof LISTS;
  readonly title: string;
  /** Whether the title is a name on the cluster. */
  readonly isMono?: boolean;
}

/** The title of a page of details, and the link back to its list. */
export function BackHeading({ list, title, isMono = false }: BackHeadingProps) {
  const [to, label] = LISTS[list];
  return (
    <div className={common['heading']}>
      <Link className={styles['back']} to={to} aria-label={label} title={label}>
        <ChevronLeft size={16} aria-hidden />
      </Link>
      <ObjectName name={title} isMono={isMono} />
    </div>
  );
}
