import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useId, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Popover } from 'react-aria-components';
import { Button } from '../kit/button.tsx';
import { classNames } from '../kit/class-names.ts';
import common from '../kit/common.module.css';
import popover from '../kit/popover.module.css';
import { useMediaQuery } from '../kit/use-media-query.ts';
import { useApi } from '../platform/api-provider.tsx';
import { ROUTES } from '../platform/route-table.ts';
import { tourPreference, type TourAnchor } from '../platform/tour.ts';
import { useApiQuery } from '../platform/use-api-query.ts';
import styles from './tour.module.css';
import { SAMPLE_INDEX, TOURS, type TourPlan, type TourScreen, type TourStep } from './tours.ts';

interface TourProps {
  readonly onClose: () => void;
}

/**
 * Shows a newcomer around: first a choice by role, then a step beside each of several controls, which stay usable.
 * Skip, and Esc within a step, end it.
 */
export function Tour({ onClose }: TourProps) {
  const [chosen, setChosen] = useState<TourPlan | null>(null);
  const [at, setAt] = useState(0);
  const openScreen = useOpenScreen();
  const isSandbox = useIsSandbox();
  const step = chosen?.steps[at];
  const end = () => {
    tourPreference.set('seen');
    onClose();
    // The control that offered the tour may be gone.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('#content')?.focus();
    });
  };
  const show = (plan: TourPlan, place: number) => {
    const next = plan.steps[place];
    if (next === undefined) {
      end();
      return;
    }
    if (next.screen !== undefined) openScreen(next.screen);
    setChosen(plan);
    setAt(place);
  };
  if (chosen === null || step === undefined)
    return (
      <TourPopover anchor="palette" placement="bottom end" onEnd={end}>
        <StepDialog key="choice" title="Choose a tour">
          <ul className={styles['tours']}>
            {TOURS.filter(({ needsSandbox }) => needsSandbox !== true || isSandbox).map((plan) => (
              <li key={plan.id} className={styles['tour']}>
                <Button size="small" onPress={() => show(plan, 0)}>
                  {plan.label}
                </Button>
                <p className={common['mutedSmall']}>{plan.about}</p>
              </li>
            ))}
          </ul>
          <div className={styles['buttons']}>
            <SkipButton onPress={end} />
          </div>
        </StepDialog>
      </TourPopover>
    );
  const isLast = at === chosen.steps.length - 1;
  return (
    <TourPopover anchor={step.anchor} placement={step.placement} onEnd={end}>
      {/* Each step is a separate dialog, which takes the focus and is read out. */}
      <StepDialog
        key={`${chosen.id} ${at}`}
        title={step.title}
        place={`${chosen.label}, step ${at + 1} of ${chosen.steps.length}`}
      >
        <p>{step.text}</p>
        <div className={styles['buttons']}>
          {!isLast && <SkipButton onPress={end} />}
          <span className={common['spacer']} />
          <Button size="small" onPress={() => (at === 0 ? setChosen(null) : show(chosen, at - 1))}>
            Back
          </Button>
          <Button size="small" variant="primary" onPress={() => show(chosen, at + 1)}>
            {isLast ? 'Done' : 'Next'}
          </Button>
        </div>
      </StepDialog>
    </TourPopover>
  );
}

interface StepDialogProps {
  readonly title: string;
  /** Which step of which tour it is. */
  readonly place?: string;
  readonly children: ReactNode;
}

/** Takes the focus when it opens, and does not contain it as react-aria's dialog would: the step is about the page. */
function StepDialog({ title, place, children }: StepDialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLElement>(null);
  useEffect(() => {
    dialog.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section ref={dialog} role="dialog" aria-labelledby={titleId} tabIndex={-1} className={styles['step']}>
      {place !== undefined && <p className={common['mutedSmall']}>{place}</p>}
      <h2 id={titleId} className={styles['title']}>
        {title}
      </h2>
      {children}
    </section>
  );
}

function SkipButton({ onPress }: { readonly onPress: () => void }) {
  return (
    <Button size="small" variant="quiet" onPress={onPress}>
      Skip tour
    </Button>
  );
}

interface TourPopoverProps extends Pick<TourStep, 'anchor' | 'placement'> {
  readonly onEnd: () => void;
  readonly children: ReactNode;
}

/** Beside the element that a step points at, or below the search button until that element is there. */
function TourPopover({ anchor: name, placement, onEnd, children }: TourPopoverProps) {
  const element = useSyncExternalStore(watchDocument, () => anchorOf(name));
  // As in shell.module.css: the rail is below, and there is no room beside anything.
  const isNarrow = useMediaQuery('(max-width: 480px)');
  const anchor = useRef<Element | null>(null);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    element?.setAttribute('data-tour-current', '');
    return () => element?.removeAttribute('data-tour-current');
  }, [element]);
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // A flyout or a form that the step is about has its own Escape.
    const isWithin = event.target === document.body || panel.current?.contains(event.target as Node) === true;
    if (!isWithin) return;
    event.preventDefault();
    onEnd();
  });
  useEffect(() => {
    // Layers above the tour handle the key first.
    document.addEventListener('keydown', onEscape);
    return () => document.removeEventListener('keydown', onEscape);
  }, []);
  // oxlint-disable-next-line react/refs -- react-aria takes the place of the popover from a ref
  anchor.current = element ?? anchorOf('palette');
  const shownAt = isNarrow && placement === 'end top' ? 'top' : placement;
  return (
    <Popover
      ref={panel}
      isOpen
      isNonModal
      triggerRef={anchor}
      // A press outside or scrolling is meant for the page: the tour stays open.
      shouldCloseOnInteractOutside={() => false}
      isKeyboardDismissDisabled
      placement={element === null ? 'bottom end' : shownAt}
      offset={10}
      className={classNames(popover['popover'], styles['layer'])}
    >
      {children}
    </Popover>
  );
}

/** Opens the screen of a step, unless it is open. */
function useOpenScreen(): (screen: TourScreen) => void {
  const router = useRouter();
  const navigate = useNavigate();
  return (screen) => {
    const to =
      screen === 'indexMapping'
        ? ({ to: ROUTES.indexMapping, params: { name: SAMPLE_INDEX } } as const)
        : ({ to: ROUTES[screen] } as const);
    if (router.buildLocation(to).pathname !== router.state.location.pathname) void navigate(to);
  };
}

/** Whether the selected cluster is the sandbox. */
function useIsSandbox(): boolean {
  const { clusterId } = useApi();
  const { data } = useApiQuery('clusters.list', {});
  const selected = clusterId === null ? data?.clusters[0] : data?.clusters.find(({ id }) => id === clusterId);
  return selected?.kind === 'sandbox';
}

function watchDocument(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** The first visible element that marks itself with the name; in the bar of a phone, some places are hidden. */
function anchorOf(name: TourAnchor): Element | null {
  return [...document.querySelectorAll(`[data-tour='${name}']`)].find((each) => each.checkVisibility()) ?? null;
}
