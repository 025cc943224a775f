import { useState } from 'react';
import type { ImpactGroup, MatchedTemplates, TemplateImpact } from '#domain/impact';
import type { TemplateChange } from '#domain/template';
import { countOf } from '../editor/parameters/field-labels.ts';
import { Button } from '../kit/button.tsx';
import { ChangeList } from './change-list.tsx';
import { NameSimulation } from './name-simulation.tsx';
import { listedChanges } from './part-changes.ts';
import styles from './review.module.css';

/** At most so many groups, and names of a group, are listed before somebody asks for more. */
const GROUPS_SHOWN = 20;
const NAMES_SHOWN = 12;

interface AffectedNamesProps {
  readonly change: TemplateChange;
  readonly impact: TemplateImpact;
}

/** Which data streams and index names a change concerns, what they get, and when. */
export function AffectedNames({ change, impact: { groups, unchanged } }: AffectedNamesProps) {
  const [limit, setLimit] = useState(GROUPS_SHOWN);
  const same =
    unchanged === 0 ? null : (
      <p className={styles['muted']}>{countOf(unchanged, 'other match', 'other matches')} without a change.</p>
    );
  return (
    <>
      <p className={styles['muted']}>
        Existing indices stay as they are. Data streams change with their next rollover, index names when an index is
        created under them.
      </p>
      {groups.length === 0 && <p>No existing index name or data stream is affected.</p>}
      {groups.slice(0, limit).map((group, index) => (
        <AffectedGroup key={keyOf(group)} change={change} group={group} isOpen={index === 0} />
      ))}
      {groups.length > limit && (
        <Button size="small" variant="quiet" onPress={() => setLimit(groups.length)}>
          Show {(groups.length - limit).toLocaleString('en')} more groups
        </Button>
      )}
      {same}
    </>
  );
}

function keyOf({ before, after }: ImpactGroup): string {
  return JSON.stringify([before, after]);
}

interface AffectedGroupProps {
  readonly change: TemplateChange;
  readonly group: ImpactGroup;
  readonly isOpen: boolean;
}

function AffectedGroup({ change, group, isOpen }: AffectedGroupProps) {
  const { before, after, dataStreams, indices, changes } = group;
  const counts = [
    ...(dataStreams.length > 0 ? [countOf(dataStreams.length, 'data stream')] : []),
    ...(indices.length > 0 ? [countOf(indices.length, 'index name')] : []),
  ];
  const [was, is] = [templateTitle(before), templateTitle(after)];
  const [first] = [...dataStreams, ...indices];
  // The cluster composes the template as it is to be; a component template it composes as it is stored.
  const isOwn = change.kind === 'index_template' && !after.isLegacy && after.names.includes(change.name);
  return (
    <details className={styles['group']} open={isOpen}>
      <summary>
        <strong>{counts.join(' and ')}</strong> {countOf(changes.length, 'change')}
        <span className={styles['muted']}>{was === is ? `Template: ${is}` : `Template: ${is}, before: ${was}`}</span>
      </summary>
      <Names label="At the next rollover" names={dataStreams} />
      <Names label="When created" names={indices} />
      <ChangeList label="What they get" changes={listedChanges(changes)} />
      {first !== undefined && isOwn && <NameSimulation change={change} name={first} />}
    </details>
  );
}

function templateTitle({ names, isLegacy }: MatchedTemplates): string {
  if (names.length === 0) return 'none';
  return isLegacy ? `${names.join(', ')} (legacy)` : names.join(', ');
}

function Names({ label, names }: { readonly label: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  const hidden = names.length - NAMES_SHOWN;
  return (
    <p className={styles['names']}>
      <span className={styles['muted']}>{label}:</span>{' '}
      <span className={styles['mono']}>{names.slice(0, NAMES_SHOWN).join(', ')}</span>
      {hidden > 0 && ` and ${hidden.toLocaleString('en')} more`}
    </p>
  );
}
