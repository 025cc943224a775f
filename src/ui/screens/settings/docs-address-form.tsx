import { useState } from 'react';
import { docsUrl, typeEntry, typeNames, type Distribution } from '#domain/catalogue';
import { DISTRIBUTION_IDS, DISTRIBUTIONS, OFFERED_ENGINES } from '../../platform/target-engines.ts';
import { UnreadableForms } from '../../frame/unreadable-forms.tsx';
import { typedFormStream } from '../../platform/typed-forms.ts';
import { typedOver, useTypedForm } from '../../platform/use-typed-form.ts';
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

const NOTHING: DocsAddresses = {};

/** Base addresses of the documentation links, by engine. */
export function DocsAddressForm() {
  const addresses = useDocsAddresses();
  const opened = useTypedForm('docsAddresses', typedFormStream('docsAddresses'));
  // Addresses that were entered and not saved yet.
  const [entered, enter] = typedOver<DocsAddresses>(opened, NOTHING);
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
    opened?.setValues(null);
    if (isKept) showToast({ kind: 'success', title: 'Documentation URLs saved' });
    else
      showToast({
        kind: 'warning',
        title: 'The URLs are only kept until you close this page',
        text: 'The browser blocks storage for this site. Allow it, then save again.',
      });
  };
  if (opened === null) return null;
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <UnreadableForms opened={opened} />
      {DISTRIBUTION_IDS.map((distribution) => (
        <TextField
          key={distribution}
          label={`${DISTRIBUTIONS[distribution]} documentation`}
          type="url"
          isMono
          placeholder="Public documentation"
          value={shown(distribution)}
          onChange={(text) => enter({ [distribution]: text })}
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

/** The address of an example link: the first page that the engine's documentation has for a type. */
function Example({ distribution, base }: { readonly distribution: Distribution; readonly base: string }) {
  const engine = OFFERED_ENGINES.find((offered) => offered.distribution === distribution);
  const docs = typeNames()
    .map((name) => typeEntry(name)?.docs)
    .find((pages) => pages?.[distribution] !== undefined);
  const url = engine && docsUrl(docs, engine, base === '' ? undefined : base);
  return url === undefined || url === null ? null : <>Example: {url}</>;
}
