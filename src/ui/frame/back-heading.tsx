import { Link } from '@tanstack/react-router';
import { classNames } from '../kit/class-names.ts';
import { ChevronLeft } from '../kit/icons/icons.ts';
import { ROUTES } from '../platform/route-table.ts';
import styles from './back-heading.module.css';

/** The lists that details are of, as they are called. */
const LISTS = {
  indices: [ROUTES.indices, 'Indices'],
  plans: [ROUTES.plans, 'Plans'],
  fuzzLab: [ROUTES.fuzzLab, 'Fuzz lab'],
} as const;

interface BackHeadingProps {
  readonly list: keyof typeof LISTS;
  readonly title: string;
  /** It is a name on the cluster. */
  readonly isMono?: boolean;
}

/** What a screen of details is about, and the way back to the list of them. */
export function BackHeading({ list, title, isMono = false }: BackHeadingProps) {
  const [to, label] = LISTS[list];
  return (
    <div className={styles['heading']}>
      <Link className={styles['back']} to={to} aria-label={label} title={label}>
        <ChevronLeft size={16} aria-hidden />
      </Link>
      <h1 className={classNames(styles['title'], isMono && styles['isMono'])} title={title}>
        {title}
      </h1>
    </div>
  );
}
