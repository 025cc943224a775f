import { useState } from 'react';
import { docsUrl, typeEntry, typeNames, type Distribution } from '#domain/catalogue';
import { DISTRIBUTION_IDS, DISTRIBUTIONS, OFFERED_ENGINES } from '../../platform/target-engines.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { showToast } from '../../kit/toast.tsx';
import {
  docsAddressFault,
  docsAddresses,
  useDocsAddresses,
  type DocsAddresses,
} from '../../platform/docs-addresses.ts';
import styles from './settings-screen.module.css';

/** Where links to the documentation of each engine lead. */
export function DocsAddressForm() {
  const addresses = useDocsAddresses();
  // What was entered and not saved yet.
  const [entered, setEntered] = useState<DocsAddresses>({});
  const [judged, setJudged] = useState<ReadonlySet<Distribution>>(new Set());
  const shown = (distribution: Distribution) => entered[distribution] ?? addresses[distribution] ?? '';
  const faultOf = (distribution: Distribution) => docsAddressFault(shown(distribution).trim());
  const isChanged = DISTRIBUTION_IDS.some(
    (distribution) => shown(distribution).trim() !== (addresses[distribution] ?? ''),
  );
  const save = () => {
    setJudged(new Set(DISTRIBUTION_IDS));
    if (DISTRIBUTION_IDS.some((distribution) => faultOf(distribution) !== null)) return;
    const isKept = docsAddresses.set(
      Object.fromEntries(DISTRIBUTION_IDS.flatMap((id) => (shown(id).trim() === '' ? [] : [[id, shown(id).trim()]]))),
    );
    setEntered({});
    if (isKept) showToast({ kind: 'success', title: 'Documentation URLs saved' });
    else
      showToast({
        kind: 'warning',
        title: 'The URLs are only kept until you close this page',
        text: 'The browser blocks storage for this site. Allow it, then save again.',
      });
  };
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {DISTRIBUTION_IDS.map((distribution) => (
        <TextField
          key={distribution}
          label={`${DISTRIBUTIONS[distribution]} documentation`}
          type="url"
          isMono
          placeholder="Public documentation"
          value={shown(distribution)}
          onChange={(text) => setEntered({ ...entered, [distribution]: text })}
          onBlur={() => setJudged(new Set([...judged, distribution]))}
          errorMessage={judged.has(distribution) ? (faultOf(distribution) ?? undefined) : undefined}
          description={
            <Example
              distribution={distribution}
              base={faultOf(distribution) === null ? shown(distribution).trim() : ''}
            />
          }
        />
      ))}
      <div>
        <Button type="submit" variant="primary" isDisabled={!isChanged}>
          Save URLs
        </Button>
      </div>
    </form>
  );
}

/** Where a link would lead: the first page that the engine's documentation has for a type. */
function Example({ distribution, base }: { readonly distribution: Distribution; readonly base: string }) {
  const engine = OFFERED_ENGINES.find((offered) => offered.distribution === distribution);
  const docs = typeNames()
    .map((name) => typeEntry(name)?.docs)
    .find((pages) => pages?.[distribution] !== undefined);
  const url = engine && docsUrl(docs, engine, base === '' ? undefined : base);
  return url === undefined || url === null ? null : <>Example: {url}</>;
}
