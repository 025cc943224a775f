import type { TargetEngine } from '#domain/catalogue';
import type { ForeseenRefusal } from '#domain/mapping';
import { countOf } from '#domain/console';
import { Banner } from '../../kit/banner.tsx';
import common from '../../kit/common.module.css';
import { engineTitle } from '../../platform/target-engines.ts';

interface ForeseenNoticeProps {
  readonly target: TargetEngine | null;
  readonly verdict: 'reject' | 'alter';
  readonly findings: readonly ForeseenRefusal[];
  /** What to do next, where that is to be said. */
  readonly advice?: string;
}

/** At most so many findings are listed. */
const SHOWN = 20;

/** Lists what the target is expected to reject, or to store or apply in another way than it is written. */
export function ForeseenNotice({ target, verdict, findings, advice }: ForeseenNoticeProps) {
  if (target === null || findings.length === 0) return null;
  return (
    <Banner kind="warning" title={`${engineTitle(target)} is expected to ${verdict} this`}>
      <ul className={common['bullets']}>
        {findings.slice(0, SHOWN).map(({ at, path, reason }) => (
          <li key={`${at} ${reason}`}>
            <span className={common['mono']}>{path}</span>: {reason}
          </li>
        ))}
        {findings.length > SHOWN && <li>{countOf(findings.length - SHOWN, 'more finding')}</li>}
      </ul>
      {advice !== undefined && <p>{advice}</p>}
    </Banner>
  );
}
