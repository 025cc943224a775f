import { Link, Outlet } from '@tanstack/react-router';
import { Database, FilePen, Keyboard, Monitor, Moon, Sun, UserPen, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Announcer } from '../kit/announcer.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import { IconMenu } from '../kit/menu.tsx';
import { ToastRegion } from '../kit/toast.tsx';
import { StorageBanner } from '../storage/storage-banner.tsx';
import { useStorageCare } from '../storage/use-storage-care.ts';
import { setTheme, useTheme, type Theme } from '../theme/theme.ts';
import { CommandPalette } from './command-palette.tsx';
import { LogoMark } from './logo-mark.tsx';
import { NameDialog } from './name-dialog.tsx';
import { APP_BASE } from './app-base.ts';
import { useAuthor } from './services.ts';
import styles from './shell.module.css';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useShellActions } from './use-shell-actions.ts';

const PLACES = [
  { to: `${APP_BASE}/drafts`, label: 'Drafts', icon: FilePen },
  { to: `${APP_BASE}/storage`, label: 'Storage', icon: Database },
  { to: `${APP_BASE}/shortcuts`, label: 'Shortcuts', icon: Keyboard },
] as const;

const THEMES: Readonly<Record<Theme, { readonly label: string; readonly icon: LucideIcon }>> = {
  system: { label: 'Theme of the system', icon: Monitor },
  light: { label: 'Light theme', icon: Sun },
  dark: { label: 'Dark theme', icon: Moon },
};

/** What stays while screens change: the rail, the palette, notifications. */
export function Shell() {
  const [layer, setLayer] = useState<'palette' | 'shortcuts' | 'name' | null>(null);
  const theme = useTheme();
  const author = useAuthor();
  useStorageCare();
  useShellActions({ onPalette: () => setLayer('palette'), onShortcuts: () => setLayer('shortcuts'), onName: () => setLayer('name') });
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#content">
        Skip to content
      </a>
      <nav className={styles['rail']} aria-label="Main">
        <Link to={`${APP_BASE}/drafts`} className={styles['brand']} aria-label="Mapledger">
          <LogoMark />
          <span className={styles['name']}>Mapledger</span>
        </Link>
        <ul className={styles['places']}>
          {PLACES.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link to={to} className={styles['place']} activeProps={{ 'data-active': true }} title={label}>
                <Icon size={16} aria-hidden />
                <span className={styles['name']}>{label}</span>
              </Link>
            </li>
          ))}
        </ul>
        <div className={styles['foot']}>
          <IconMenu
            label="Theme"
            icon={THEMES[theme].icon}
            placement="top start"
            items={(['system', 'light', 'dark'] as const).map((id) => ({ ...THEMES[id], id, onAction: () => setTheme(id) }))}
          />
          <IconButton icon={UserPen} label="Your name" tooltip={`You are ${author.name}`} placement="top" onPress={() => setLayer('name')} />
        </div>
      </nav>
      <div className={styles['stage']}>
        <StorageBanner />
        <Outlet />
      </div>
      {layer === 'palette' && <CommandPalette onClose={() => setLayer(null)} />}
      {layer === 'shortcuts' && <ShortcutsDialog onClose={() => setLayer(null)} />}
      {layer === 'name' && <NameDialog onClose={() => setLayer(null)} />}
      <ToastRegion />
      <Announcer />
    </div>
  );
}
