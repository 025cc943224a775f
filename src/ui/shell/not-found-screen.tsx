import { Link } from '@tanstack/react-router';
import { Screen } from '../frame/screen.tsx';
import styles from '../frame/not-found-screen.module.css';
import { EmptyState } from '../kit/empty-state.tsx';
import { MapPinOff } from '../kit/icons/icons.ts';
import { ROUTES } from '../platform/route-table.ts';

/** Shown at an address that is not a page of the console. */
export function NotFoundScreen() {
  return (
    <Screen title="Not found" isText>
      <EmptyState
        icon={MapPinOff}
        title="Page not found."
        actions={
          <Link to={ROUTES.indices} className={styles['link']}>
            Go to Indices
          </Link>
        }
      />
    </Screen>
  );
}
