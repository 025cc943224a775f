import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { APP_BASE } from '../../platform/app-base.ts';
import { useServices } from '../../platform/services.ts';

/** Notifies the reporter which screen is shown, what is clicked, and when the page was hidden or shown. */
export function useScreenUsage(): void {
  const { reporter } = useServices();
  // The name of the route, `indices/$name`: the value in the address is private and not counted.
  const fullPath: string = useMatches().at(-1)?.fullPath ?? '';
  const viewId = fullPath.slice(APP_BASE.length + 1);
  useEffect(() => {
    if (viewId !== '') reporter?.view(viewId);
  }, [reporter, viewId]);
  useEffect(() => {
    if (reporter === null) return;
    const onVisibility = () => (document.visibilityState === 'hidden' ? reporter.hidden() : reporter.shown());
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('pagehide', reporter.hidden);
    window.addEventListener('pageshow', reporter.shown);
    document.addEventListener('click', reporter.click, true);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('pagehide', reporter.hidden);
      window.removeEventListener('pageshow', reporter.shown);
      document.removeEventListener('click', reporter.click, true);
    };
  }, [reporter]);
}
