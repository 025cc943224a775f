import { Link, Outlet, useMatches, useNavigate } from '@tanstack/react-router';
import { Suspense, useState, type ReactNode } from 'react';
import { Ellipsis, UserPen } from '../kit/icons/icons.ts';
import { ApiProvider } from '../platform/api-provider.tsx';
import { PanelBoundary } from '../frame/panel-boundary.tsx';
import { IndexActionsProvider } from '../screens/indices/index-actions-provider.tsx';
import { Announcer } from '../kit/announcer.tsx';
import { classNames } from '../kit/class-names.ts';
import { EarlyDialog } from '../kit/early-dialog.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import { IconMenu } from '../kit/menu.tsx';
import { ToastRegion } from '../kit/toast.tsx';
import { useConfig } from '../platform/config.tsx';
import { THEME_CHOICES } from '../platform/theme-choices.ts';
import { setTheme, useTheme } from '../platform/theme.ts';
import { LogoMark } from './logo-mark.tsx';
import { ROUTES } from '../platform/route-table.ts';
import { NAV_ITEMS } from './nav-items.ts';
import { NewVersionNotice } from './new-version-notice.tsx';
import { useAuthor } from '../platform/services.ts';
import styles from './shell.module.css';
import { CommandPalette, DeviceParts, ErrorModal, NameDialog, ShortcutsDialog, Tour } from './shell-parts.ts';
import { useLayers } from './use-layers.ts';
import { useShellActions } from './use-shell-actions.ts';

const IN_RAIL = NAV_ITEMS.filter(({ group }) => group !== 'other');
const IN_MENU = NAV_ITEMS.filter((item) => !('isInBar' in item));
const FIRST_HELP = NAV_ITEMS.find(({ group }) => group === 'help');

/** What stays while screens change: the rail, the palette, notifications. */
export function Shell() {
  const { layer, open, close, typed, setTyped, isEntered, enter } = useLayers();
  // It stays once it was there: what is chosen in it may ask in a dialog.
  const [wasPaletteOpened, setWasPaletteOpened] = useState(false);
  if (layer === 'palette' && !wasPaletteOpened) setWasPaletteOpened(true);
  const [isTouring, setIsTouring] = useState(false);
  const { hasTour } = useConfig();
  const theme = useTheme();
  const navigate = useNavigate();
  const screen: string | undefined = useMatches({ select: (matches) => matches.at(-1)?.fullPath });
  const openName = () => open('name');
  useShellActions({
    onPalette: () => open('palette'),
    onShortcuts: () => open('shortcuts'),
    onName: openName,
    onTour: hasTour ? () => setIsTouring(true) : null,
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
              <Link
                to={to}
                className={styles['place']}
                activeProps={{ 'data-active': true }}
                title={label}
                {...('covers' in item && item.covers.some((path) => path === screen) && { 'data-active': true })}
                {...('tour' in item && { 'data-tour': item.tour })}
              >
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
              { id: 'name', label: 'Your name', icon: UserPen, onAction: openName },
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
          <Suspense fallback={<NameButton onPress={openName} />}>
            <NamedButton onPress={openName} />
          </Suspense>
        </div>
      </nav>
      <div className={styles['stage']}>
        <NewVersionNotice />
        <ApiProvider>
          <PanelBoundary what="The storage status">
            <Suspense>
              <DeviceParts />
            </Suspense>
          </PanelBoundary>
          <IndexActionsProvider>
            <Outlet />
            <LayerBoundary layer={layer} onClose={close}>
              <Suspense
                fallback={
                  layer === 'palette' && (
                    <EarlyDialog
                      label="Command palette"
                      inputLabel="Search commands"
                      size="medium"
                      value={typed}
                      onChange={setTyped}
                      onClose={close}
                    />
                  )
                }
              >
                {wasPaletteOpened && (
                  <CommandPalette isOpen={layer === 'palette'} typedBefore={typed} onClose={close} />
                )}
              </Suspense>
            </LayerBoundary>
          </IndexActionsProvider>
        </ApiProvider>
      </div>
      <LayerBoundary layer={layer} onClose={close}>
        <Suspense>{layer === 'shortcuts' && <ShortcutsDialog onClose={close} />}</Suspense>
        <Suspense
          fallback={
            layer === 'name' && (
              <EarlyDialog
                label="Your name"
                inputLabel="Name"
                size="small"
                value={typed}
                onChange={setTyped}
                onEnter={enter}
                onClose={close}
              />
            )
          }
        >
          {layer === 'name' && <NameDialog typedBefore={typed} isEntered={isEntered} onClose={close} />}
        </Suspense>
      </LayerBoundary>
      <PanelBoundary what="The tour" frame={() => null}>
        <Suspense>{isTouring && <Tour onClose={() => setIsTouring(false)} />}</Suspense>
      </PanelBoundary>
      <ToastRegion />
      <Announcer />
    </div>
  );
}

interface NameButtonProps {
  readonly onPress: () => void;
  readonly name?: string;
}

function NameButton({ onPress, name }: NameButtonProps) {
  return (
    <IconButton
      icon={UserPen}
      label="Your name"
      tooltip={name === undefined ? undefined : `You are ${name}`}
      placement="top"
      onPress={onPress}
    />
  );
}

function NamedButton({ onPress }: Pick<NameButtonProps, 'onPress'>) {
  return <NameButton onPress={onPress} name={useAuthor().name} />;
}

interface LayerBoundaryProps {
  readonly layer: string | null;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog of the shell that throws an error shows it as a dialog, which can be closed. */
function LayerBoundary({ layer, onClose, children }: LayerBoundaryProps) {
  return (
    <PanelBoundary
      what="The dialog"
      resetKey={layer}
      frame={(error) => (
        <Suspense>
          <ErrorModal title="Error" onClose={onClose}>
            {error}
          </ErrorModal>
        </Suspense>
      )}
    >
      {children}
    </PanelBoundary>
  );
}
