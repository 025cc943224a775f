import { Link, Outlet, useMatches, useNavigate } from '@tanstack/react-router';
import { Suspense, use, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Ellipsis, UserPen } from '../kit/icons/icons.ts';
import { ApiProvider } from '../platform/api-provider.tsx';
import { PanelBoundary } from '../frame/panel-boundary.tsx';
import { IndexActionsProvider } from '../screens/indices/index-actions-provider.tsx';
import { Announcer } from '../kit/announcer.tsx';
import { classNames } from '../kit/class-names.ts';
import { EarlyDialog } from '../kit/early-dialog.tsx';
import { Deferred } from '../kit/deferred.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import { LoadNotice } from '../kit/load-notice.tsx';
import { IconMenu } from '../kit/menu.tsx';
import { ToastRegion } from '../kit/toast.tsx';
import { useConfig } from '../platform/config.tsx';
import { nameQuestion } from '../platform/name-question.ts';
import { THEME_CHOICES } from '../platform/theme-choices.ts';
import { setTheme, useTheme } from '../platform/theme.ts';
import { LogoMark } from './logo-mark.tsx';
import { ROUTES } from '../platform/route-table.ts';
import { RAIL } from './nav-items.ts';
import { NewVersionNotice } from './new-version-notice.tsx';
import { StorageWaitContext, useKnownAuthor, useOpenServices } from '../platform/services.ts';
import styles from './shell.module.css';
import {
  CommandPalette,
  DeviceParts,
  ErrorModal,
  NameDialog,
  RailNote,
  ShortcutsDialog,
  StorageWaitNotice,
  Tour,
} from './shell-parts.ts';
import { useLayers } from './use-layers.ts';
import { useShellActions } from './use-shell-actions.ts';

const IN_MENU = RAIL.flatMap(({ items }) => items).filter(({ isInBar }) => isInBar !== true);

/** The parts that stay while screens change: the rail, the palette, notifications. */
export function Shell() {
  const { layer, open, close, typed, setTyped, isEntered, enter } = useLayers();
  // The palette stays mounted after it was first opened: an action chosen in it may ask in a dialog.
  const [wasPaletteOpened, setWasPaletteOpened] = useState(false);
  if (layer === 'palette' && !wasPaletteOpened) setWasPaletteOpened(true);
  const [isTouring, setIsTouring] = useState(false);
  const { hasTour } = useConfig();
  const theme = useTheme();
  const navigate = useNavigate();
  const screen: string | undefined = useMatches({ select: (matches) => matches.at(-1)?.fullPath });
  const wait = use(StorageWaitContext);
  const services = useOpenServices();
  const isOpen = services !== null;
  const author = useKnownAuthor();
  const isAskedForName = useSyncExternalStore(nameQuestion.subscribe, nameQuestion.isDue);
  const isNameDue = isAskedForName && author !== null && author.name === services?.identity.unnamed;
  const openName = () => {
    if (isNameDue) nameQuestion.answer();
    open('name');
  };
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
      <nav className={styles['rail']} aria-label="Main" data-asks={isNameDue || undefined}>
        <Link to={ROUTES.indices} className={styles['brand']} aria-label="Mapledger">
          <LogoMark />
          <span className={styles['name']}>Mapledger</span>
        </Link>
        <div className={styles['places']}>
          {RAIL.map(({ group, heading, items }) => (
            <div key={group} className={styles['group']}>
              {heading !== null && (
                <p aria-hidden className={styles['heading']}>
                  {heading}
                </p>
              )}
              <ul {...(heading !== null && { 'aria-label': heading })}>
                {items.map(({ to, railLabel, icon: Icon, covers, isInBar, tour }) => (
                  <li key={to} className={classNames(isInBar !== true && styles['wide'])}>
                    <Link
                      to={to}
                      className={styles['place']}
                      activeProps={{ 'data-active': true }}
                      title={railLabel}
                      data-active={covers.some((path) => path === screen) || undefined}
                      data-tour={tour}
                    >
                      <Icon size={16} aria-hidden />
                      <span className={styles['name']}>{railLabel}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <PanelBoundary what="The note" frame={() => null}>
          <Suspense>{isOpen && <RailNote isNameDue={isNameDue} onName={openName} />}</Suspense>
        </PanelBoundary>
        <div className={styles['more']}>
          <IconMenu
            label="More"
            icon={Ellipsis}
            placement="top end"
            items={[
              ...IN_MENU.map(({ to, railLabel, icon }) => ({
                id: to,
                label: railLabel,
                icon,
                onAction: () => void navigate({ to }),
              })),
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
          <NameButton isDue={isNameDue} onPress={openName} />
        </div>
      </nav>
      <div className={styles['stage']}>
        <NewVersionNotice />
        <ApiProvider>
          <PanelBoundary what="The storage status">
            <Suspense>{wait !== null && <StorageWaitNotice {...wait} />}</Suspense>
            <Suspense>{isOpen && <DeviceParts />}</Suspense>
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
          <PanelBoundary what="The tour" frame={() => null}>
            <Deferred fallback={null}>{isTouring && <Tour onClose={() => setIsTouring(false)} />}</Deferred>
          </PanelBoundary>
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
      <LoadNotice />
      <ToastRegion />
      <Announcer />
    </div>
  );
}

/** The same button before and after the storage is open, so that a press that began before ends on it. */
function NameButton({ isDue, onPress }: { readonly isDue: boolean; readonly onPress: () => void }) {
  const name = useKnownAuthor()?.name;
  const who = name === undefined ? undefined : `You are ${name}`;
  return (
    <IconButton
      icon={UserPen}
      label="Your name"
      tooltip={isDue ? 'Add your name to your changes' : who}
      placement="top"
      onPress={onPress}
    />
  );
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
