import { Link, useLocation } from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';
import { EmptyState } from '../kit/empty-state.tsx';
import { APP_BASE } from '../platform/app-base.ts';
import { nearestPlace } from './nearest-place.ts';
import { Screen } from '../frame/screen.tsx';
import styles from '../frame/not-found-screen.module.css';

/** An address that leads nowhere: says which, and offers the nearest one that exists. */
export function NotFoundScreen() {
  const { pathname } = useLocation();
  const { to, label } = nearestPlace(pathname);
  return (
    <Screen title="Not found" isText>
      <EmptyState
        icon={MapPinOff}
        title="There is nothing at this address"
        actions={
          <Link to={to} className={styles['link']}>
            Go to {label}
          </Link>
        }
      >
        <code>{pathname.startsWith(APP_BASE) ? pathname.slice(APP_BASE.length) : pathname}</code> is no page of the
        console. The nearest is {label}.
      </EmptyState>
    </Screen>
  );
}
