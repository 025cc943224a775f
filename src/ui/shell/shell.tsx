import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { Ellipsis, UserPen } from 'lucide-react';
import { useState } from 'react';
import { ApiProvider } from '../platform/api-provider.tsx';
import { IndexActionsProvider } from '../screens/indices/index-actions-provider.tsx';
import { Announcer } from '../kit/announcer.tsx';
import { classNames } from '../kit/class-names.ts';
import { IconButton } from '../kit/icon-button.tsx';
import { IconMenu } from '../kit/menu.tsx';
import { ToastRegion } from '../kit/toast.tsx';
import { StorageBanner } from '../screens/storage/storage-banner.tsx';
import { useStorageCare } from '../screens/storage/use-storage-care.ts';
import { THEME_CHOICES } from '../platform/theme-choices.ts';
import { setTheme, useTheme } from '../platform/theme.ts';
import { CommandPalette } from './command-palette.tsx';
import { LogoMark } from './logo-mark.tsx';
import { NameDialog } from './name-dialog.tsx';
import { ROUTES } from '../platform/route-table.ts';
import { NAV_ITEMS } from './nav-items.ts';
import { useAuthor } from '../platform/services.ts';
import styles from './shell.module.css';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useScreenUsage } from '../screens/usage/use-screen-usage.ts';
import { useShellActions } from './use-shell-actions.ts';

const IN_RAIL = NAV_ITEMS.filter(({ group }) => group !== 'other');
const IN_MENU = NAV_ITEMS.filter((item) => !('isInBar' in item));
const FIRST_HELP = NAV_ITEMS.find(({ group }) => group === 'help');

/** What stays while screens change: the rail, the palette, notifications. */
export function Shell() {
  const [layer, setLayer] = useState<'palette' | 'shortcuts' | 'name' | null>(null);
  const theme = useTheme();
  const author = useAuthor();
  const navigate = useNavigate();
  useStorageCare();
  useScreenUsage();
  useShellActions({
    onPalette: () => setLayer('palette'),
    onShortcuts: () => setLayer('shortcuts'),
    onName: () => setLayer('name'),
  });
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#content">
        Skip to content
      </a>
      <nav className={styles['rail']} aria-label="Main">
        <Link to={ROUTES.indices} className={styles['brand']} aria-label="Mapledger">
          <LogoMark />
          <span className={styles['name']}>Mapledger</span>
        </Link>
        <ul className={styles['places']}>
          {IN_RAIL.map(({ to, label, icon: Icon, ...item }) => (
            <li
              key={to}
              className={classNames(to === FIRST_HELP?.to && styles['apart'], !('isInBar' in item) && styles['wide'])}
            >
              <Link to={to} className={styles['place']} activeProps={{ 'data-active': true }} title={label}>
                <Icon size={16} aria-hidden />
                <span className={styles['name']}>{label}</span>
              </Link>
            </li>
          ))}
        </ul>
        <div className={styles['more']}>
          <IconMenu
            label="More"
            icon={Ellipsis}
            placement="top end"
            items={[
              ...IN_MENU.map(({ to, label, icon }) => ({ id: to, label, icon, onAction: () => void navigate({ to }) })),
              'separator',
              ...THEME_CHOICES.map((choice) => ({ ...choice, onAction: () => setTheme(choice.id) })),
              { id: 'name', label: 'Your name', icon: UserPen, onAction: () => setLayer('name') },
            ]}
          />
        </div>
        <div className={styles['foot']}>
          <IconMenu
            label="Theme"
            icon={THEME_CHOICES.find(({ id }) => id === theme)?.icon ?? THEME_CHOICES[0].icon}
            placement="top start"
            items={THEME_CHOICES.map((choice) => ({ ...choice, onAction: () => setTheme(choice.id) }))}
          />
          <IconButton
            icon={UserPen}
            label="Your name"
            tooltip={`You are ${author.name}`}
            placement="top"
            onPress={() => setLayer('name')}
          />
        </div>
      </nav>
      <div className={styles['stage']}>
        <StorageBanner />
        <ApiProvider>
          <IndexActionsProvider>
            <Outlet />
          </IndexActionsProvider>
          {layer === 'palette' && <CommandPalette onClose={() => setLayer(null)} />}
        </ApiProvider>
      </div>
      {layer === 'shortcuts' && <ShortcutsDialog onClose={() => setLayer(null)} />}
      {layer === 'name' && <NameDialog onClose={() => setLayer(null)} />}
      <ToastRegion />
      <Announcer />
    </div>
  );
}
