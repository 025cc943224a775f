import { useEffect, useEffectEvent, useState } from 'react';
import { Timer } from '../kit/icons/icons.ts';
import { ChoiceMenu } from '../kit/menu.tsx';
import { isModalOpen } from '../kit/modal-layer.ts';
import { keepPreference, keptPreference } from '../platform/device-preferences.ts';
import styles from './lists.module.css';

/** Seconds between two refreshes; 0 is never. */
const REFRESH_INTERVALS = [0, 5, 15, 30, 60] as const;
export type RefreshInterval = (typeof REFRESH_INTERVALS)[number];

/** The interval that this device keeps for a list; the list's own where it keeps none. */
function readInterval(kept: string | null, byDefault: RefreshInterval): RefreshInterval {
  return REFRESH_INTERVALS.find((each) => String(each) === kept) ?? byDefault;
}

function intervalLabel(seconds: RefreshInterval): string {
  if (seconds === 0) return 'Off';
  return seconds === 60 ? '1 min' : `${seconds} s`;
}

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

interface AutoRefreshProps {
  /** "data streams". */
  readonly many: string;
  readonly byDefault: RefreshInterval;
  readonly isPending: boolean;
  readonly onRefresh: () => void;
  /** When the list was loaded last, in epoch ms; 0 before it was. */
  readonly loadedAt: number;
}

/** When a list was loaded last, and how often it is refreshed unasked. */
export function AutoRefresh({ many, byDefault, isPending, onRefresh, loadedAt }: AutoRefreshProps) {
  const key = `mapledger.refresh.${many.replaceAll(' ', '_')}`;
  const [seconds, setSeconds] = useState(() => readInterval(keptPreference(key), byDefault));
  useRefreshEvery(seconds, () => {
    if (!isPending) onRefresh();
  });
  const choose = (wanted: RefreshInterval) => {
    setSeconds(wanted);
    keepPreference(key, wanted === byDefault ? null : String(wanted));
  };
  return (
    <>
      {loadedAt > 0 && (
        <span className={styles['loaded']}>
          Loaded {time.format(loadedAt)}
          {seconds > 0 && `, every ${intervalLabel(seconds)}`}
        </span>
      )}
      <ChoiceMenu
        label={`Auto-refresh: ${intervalLabel(seconds)}`}
        icon={Timer}
        isSingle
        items={REFRESH_INTERVALS.map((each) => ({ id: String(each), label: intervalLabel(each) }))}
        chosen={new Set([String(seconds)])}
        onChange={([chosen]) => choose(readInterval(chosen ?? null, seconds))}
      />
    </>
  );
}

/** Nobody looks at the page, or a dialog is before it. */
function isHeld(): boolean {
  return document.visibilityState === 'hidden' || isModalOpen();
}

/** Calls `refresh` every so many seconds, except while it is held; then once the page is seen again. */
function useRefreshEvery(seconds: number, refresh: () => void): void {
  const onDue = useEffectEvent(refresh);
  useEffect(() => {
    if (seconds === 0) return undefined;
    let isOverdue = false;
    const run = () => {
      isOverdue = isHeld();
      if (!isOverdue) onDue();
    };
    const timer = setInterval(run, seconds * 1_000);
    const onVisible = () => {
      if (isOverdue) run();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [seconds]);
}
