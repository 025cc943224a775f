import { useState } from 'react';
import { MAX_REASON_LENGTH } from '#domain/wire';
import { announce } from '../../kit/announcer.tsx';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useWorkReason } from '../../platform/use-work-reason.ts';
import { setWorkReason } from '../../platform/work-reason.ts';
import styles from './settings-screen.module.css';

/** Where a person says what the changes that follow are for. */
export function ReasonForm() {
  const kept = useWorkReason();
  const [reason, setReason] = useState(kept);
  return (
    <form
      className={styles['inputRow']}
      onSubmit={(event) => {
        event.preventDefault();
        setWorkReason(reason);
        announce(reason.trim() === '' ? 'Reason removed' : 'Reason saved');
      }}
    >
      <TextField
        label="Reason or ticket"
        maxLength={MAX_REASON_LENGTH}
        value={reason}
        onChange={setReason}
        placeholder="OPS-1234"
      />
      <Button type="submit" isDisabled={reason.trim() === kept}>
        Save reason
      </Button>
    </form>
  );
}
