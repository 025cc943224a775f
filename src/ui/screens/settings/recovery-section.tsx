import { useState } from 'react';
import { errorWords } from '../../platform/error-words.ts';
import { Button } from '../../kit/button.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import { copyText } from '../../kit/copy-text.ts';
import { TextField } from '../../kit/text-field.tsx';
import { showToast } from '../../kit/toast.tsx';
import { useServices, useTrail } from '../../platform/services.ts';
import styles from './settings-screen.module.css';

/**
 * Form in which a person proves to be an author whose browser storage is lost. Renders nothing where the server keeps
 * no trail.
 */
export function RecoverySection() {
  const { trail } = useServices();
  const hasTrail = useTrail() !== null;
  const [made, setMade] = useState<string | null>(null);
  const [code, setCode] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  if (!hasTrail) return null;
  const run = async (title: string, work: () => Promise<void>) => {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      showToast({ kind: 'danger', title, text: errorWords(error) });
    } finally {
      setIsBusy(false);
    }
  };
  const make = () =>
    run('Couldn’t create a recovery code', async () => setMade((await trail.controls()?.makeRecoveryCode()) ?? null));
  const restore = () =>
    run('Couldn’t restore', async () => {
      await trail.controls()?.restoreByCode(code);
      setCode('');
    });
  return (
    <section className={styles['section']} id="settings-recovery" aria-labelledby="settings-recovery-title">
      <h2 id="settings-recovery-title">Recovery code</h2>
      <p className={styles['words']}>
        A secret in this browser proves that changes are yours. If its storage is lost, a recovery code restores your
        drafts and your name in another browser, once.
      </p>
      {made === null ? (
        <Button isDisabled={isBusy} onPress={() => void make()}>
          Create recovery code
        </Button>
      ) : (
        <>
          <CodeBlock label="Your recovery code" isWrapped>
            {made}
          </CodeBlock>
          <p className={styles['words']}>Keep it in a safe place. It is shown once and replaces the previous one.</p>
          <Button onPress={() => void copyText(made, 'Recovery code copied')}>Copy</Button>
        </>
      )}
      <form
        className={styles['inputRow']}
        onSubmit={(event) => {
          event.preventDefault();
          void restore();
        }}
      >
        <TextField label="Restore with a recovery code" value={code} onChange={setCode} />
        <Button type="submit" isDisabled={isBusy || code.trim() === ''}>
          Restore
        </Button>
      </form>
    </section>
  );
}
