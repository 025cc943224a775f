import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ROUTES, SCREENS, type ScreenId } from '../platform/route-table.ts';
import styles from './screen-tabs.module.css';

const IDS = Object.keys(SCREENS) as readonly ScreenId[];

/** The class of a link among the tabs. */
export const screenTab = styles['tab'] ?? '';

/** A screen and the screens that are tabs of it. */
export function tabsOf(of: ScreenId): readonly ScreenId[] {
  return IDS.filter((id) => {
    const screen = SCREENS[id];
    return id === of || ('within' in screen && screen.within === of && 'place' in screen);
  });
}

interface ScreenTabsProps {
  readonly of: ScreenId;
  /** A view of the screen that has its own tab is shown. */
  readonly isOnView?: boolean;
  /** Links to views of the screen. */
  readonly children?: ReactNode;
}

/** Links to the screens that belong together, above each of them. */
export function ScreenTabs({ of, isOnView = false, children }: ScreenTabsProps) {
  const screen = SCREENS[of];
  const name = 'place' in screen && 'railLabel' in screen.place ? screen.place.railLabel : screen.label;
  return (
    <nav className={styles['tabs']} aria-label={name}>
      {tabsOf(of).map((id) => (
        <Link
          key={id}
          to={ROUTES[id]}
          className={screenTab}
          activeOptions={isOnView ? { exact: true, includeSearch: true } : { includeSearch: false }}
        >
          {SCREENS[id].label}
        </Link>
      ))}
      {children}
    </nav>
  );
}
