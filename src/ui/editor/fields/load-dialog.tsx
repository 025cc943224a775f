import { useMachine } from '@xstate/react';
import { JsonTextError } from '#domain/json';
import {
  checkMappings,
  loadJsonMachine,
  type CheckedMappings,
  type LoadFault,
  type LoadJsonEvent,
  type LoadJsonInput,
} from '../../../machines/load-json-machine.ts';
import { describeFault } from '../../files/describe-fault.ts';
import { assertReadable } from '../../files/import-draft.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { ChooseFile, type GivenText } from '../../kit/file-drop.tsx';
import { JsonEditor } from '../../kit/json-editor.tsx';
import { Modal } from '../../kit/modal.tsx';
import { ImportErrors } from './import-errors.tsx';
import styles from './load-dialog.module.css';
import { FILE_TYPES, NO_MAPPINGS, readMappingsOf } from './load-mappings.ts';
import { useLoadMappings } from './use-load-mappings.ts';

interface LoadDialogProps {
  /** A text in which something wrong was found before the dialog opened, or nothing. */
  readonly input: LoadJsonInput;
  readonly onClose: () => void;
}

/**
 * Loads mappings from a pasted text or a file: in one step what is valid, after a look at the errors what is not (console.md,
 * section 2). Nothing is changed where the text is refused.
 */
export function LoadDialog({ input, onClose }: LoadDialogProps) {
  const load = useLoadMappings();
  const [{ context, value: view }, send, actor] = useMachine(loadJsonMachine, { input });
  const { text, fault, checked } = context;

  const tell = (event: LoadJsonEvent) => {
    send(event);
    const { chosen } = actor.getSnapshot().context;
    if (chosen === null) return;
    const refused = load(chosen);
    if (refused === null) onClose();
    else send({ type: 'REFUSE', fault: refused });
  };
  const take = (given: string, fileName: string | null) => {
    try {
      const isEmpty = fileName === null && given.trim() === '';
      tell({ type: 'LOAD', text: given, checked: checkMappings(isEmpty ? NO_MAPPINGS : readMappingsOf(given)) });
    } catch (error) {
      tell({ type: 'REFUSE', text: given, fault: faultOf(error, fileName) });
    }
  };
  const read = async (given: GivenText) => {
    try {
      assertReadable(given.sizeBytes);
      take(await given.read(), given.fileName);
    } catch (error) {
      tell({ type: 'REFUSE', fault: faultOf(error, given.fileName) });
    }
  };

  if (view === 'validationResult' && checked !== null) {
    return (
      <Modal
        title="Load JSON"
        onClose={onClose}
        footer={
          <>
            <Button
              variant="quiet"
              className={styles['everything'] ?? ''}
              onPress={() => tell({ type: 'LOAD_EVERYTHING' })}
            >
              Load everything as it is
            </Button>
            <div className={styles['ways']}>
              <Button onPress={() => tell({ type: 'CANCEL' })}>Go back</Button>
              <Button variant="primary" autoFocus onPress={() => tell({ type: 'CONFIRM' })}>
                Continue loading
              </Button>
            </div>
          </>
        }
      >
        <ValidationResult checked={checked} />
      </Modal>
    );
  }
  return (
    <Modal
      title="Load JSON"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" onPress={() => take(text, null)}>
            Load and overwrite
          </Button>
        </>
      }
    >
      <div className={styles['body']}>
        <p>
          Paste a mappings object, a template or an exported log, or choose a file. Its mappings take the place of the
          present ones; undo brings those back.
        </p>
        <div className={styles['choose']}>
          <span className={styles['label']}>Mappings object</span>
          <ChooseFile accept={FILE_TYPES} onGiven={(given) => void read(given)}>
            Choose a file
          </ChooseFile>
        </div>
        {fault !== null && (
          <Banner kind="danger" title={fault.title}>
            {fault.text} Nothing was changed.
          </Banner>
        )}
        <JsonEditor
          ariaLabel="Mappings object"
          height="min(450px, 54vh)"
          value={text}
          autoFocus
          hasTabKey={false}
          {...(fault?.place !== undefined && { errors: [fault.place] })}
          onChange={(changed) => tell({ type: 'EDIT', text: changed })}
        />
      </div>
    </Modal>
  );
}

function ValidationResult({ checked: { given, errors } }: { readonly checked: CheckedMappings }) {
  return (
    <div className={styles['body']}>
      <Banner
        kind="warning"
        title={`${errors.length.toLocaleString('en')} invalid option(s) detected in mappings object`}
      >
        If you continue loading the object, only valid options will be accepted.
      </Banner>
      {given.taken !== undefined && <p className={styles['taken']}>{given.taken}</p>}
      <ImportErrors errors={errors} />
    </div>
  );
}

function faultOf(error: unknown, fileName: string | null): LoadFault {
  return { ...describeFault(error, fileName), ...(error instanceof JsonTextError && { place: error }) };
}
