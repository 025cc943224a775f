import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Dialog, Heading, Popover } from 'react-aria-components';
import { Button } from '../kit/button.tsx';
import popover from '../kit/popover.module.css';
import { useMediaQuery } from '../kit/use-media-query.ts';
import { tourPreference, type TourAnchor } from '../platform/tour.ts';
import styles from './tour.module.css';

interface Step {
  readonly anchor: TourAnchor;
  readonly title: string;
  readonly text: string;
}

const STEPS: readonly Step[] = [
  {
    anchor: 'indices',
    title: 'Find and manage indices',
    text: 'Filter the indices of the cluster, open one to see its health, settings and mapping, or select several to act on them.',
  },
  {
    anchor: 'drafts',
    title: 'Edit mappings safely',
    text: 'A draft is a mapping or template on this device. Every edit can be undone, and nothing reaches a cluster until you create an index.',
  },
  {
    anchor: 'palette',
    title: 'Search commands',
    text: 'Everything you can do here, and every index and template, by typing a part of its name.',
  },
];

interface TourProps {
  readonly onClose: () => void;
}

/** Shows a newcomer around: a step beside each of three controls, which stay usable. Esc and Skip end it. */
export function Tour({ onClose }: TourProps) {
  const [at, setAt] = useState(0);
  const step = STEPS[at];
  // shell.module.css
  const isRailBelow = useMediaQuery('(max-width: 480px)');
  const anchor = useRef<Element | null>(null);
  const end = () => {
    tourPreference.set('seen');
    onClose();
    // What offered the tour may have gone with it.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('#content')?.focus();
    });
  };
  useEffect(() => {
    const element = anchorOf(step?.anchor);
    element?.setAttribute('data-tour-current', '');
    return () => element?.removeAttribute('data-tour-current');
  }, [step]);
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) end();
  });
  useEffect(() => {
    // Layers above the tour take the key for themselves.
    document.addEventListener('keydown', onEscape);
    return () => document.removeEventListener('keydown', onEscape);
  }, []);
  // eslint-disable-next-line react-hooks/refs -- react-aria takes the place of the popover from a ref
  anchor.current = anchorOf(step?.anchor);
  if (step === undefined) return null;
  const isLast = at === STEPS.length - 1;
  return (
    <Popover
      isOpen
      isNonModal
      triggerRef={anchor}
      // A press elsewhere or scrolling is for what is there: the tour stays.
      shouldCloseOnInteractOutside={() => false}
      isKeyboardDismissDisabled
      placement={step.anchor === 'palette' ? 'bottom end' : isRailBelow ? 'top' : 'end top'}
      offset={10}
      className={popover['popover'] ?? ''}
    >
      {/* Each step is a dialog of its own, which takes the focus and is read out. */}
      <Dialog key={step.anchor} className={styles['step'] ?? ''}>
        <p className={styles['place']}>
          Step {at + 1} of {STEPS.length}
        </p>
        <Heading slot="title" level={2} className={styles['title'] ?? ''}>
          {step.title}
        </Heading>
        <p>{step.text}</p>
        <div className={styles['buttons']}>
          {!isLast && (
            <Button size="small" variant="quiet" onPress={end}>
              Skip tour
            </Button>
          )}
          <span className={styles['spacer']} />
          {at > 0 && (
            <Button size="small" onPress={() => setAt(at - 1)}>
              Back
            </Button>
          )}
          <Button size="small" variant="primary" onPress={isLast ? end : () => setAt(at + 1)}>
            {isLast ? 'Done' : 'Next'}
          </Button>
        </div>
      </Dialog>
    </Popover>
  );
}

function anchorOf(anchor: TourAnchor | undefined): Element | null {
  return anchor === undefined ? null : document.querySelector(`[data-tour='${anchor}']`);
}
