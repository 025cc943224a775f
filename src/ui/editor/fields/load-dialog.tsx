import { useMachine } from '@xstate/react';
import { JsonTextError } from '#domain/json';
import {
  checkMappings,
  loadJsonMachine,
  type CheckedMappings,
  type GivenMappings,
  type LoadFault,
  type LoadJsonEvent,
  type LoadJsonInput,
} from '../../../machines/load-json-machine.ts';
import { ChooseBody } from '../../files/choose-body.tsx';
import { describeFault } from '../../files/describe-fault.ts';
import { assertReadable } from '../../files/import-draft.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { ChooseFile, type GivenText } from '../../kit/file-drop.tsx';
import { JsonEditor } from '../../kit/json-editor.tsx';
import { ConfirmDialog, Modal } from '../../kit/modal.tsx';
import { typedFormStream, type TypedForm } from '../../platform/typed-forms.ts';
import { useTypedForm, type OpenForm } from '../../platform/use-typed-form.ts';
import { UnreadableForms } from '../../frame/unreadable-forms.tsx';
import { useOpenEditor } from './editor-context.tsx';
import { ImportErrors } from './import-errors.tsx';
import common from '../../kit/common.module.css';
import styles from './load-dialog.module.css';
import { FILE_TYPES, hasMappings, NO_MAPPINGS, readOffersOf } from './load-mappings.ts';
import { useLoadMappings } from './use-load-mappings.ts';

interface LoadDialogProps {
  /** A text in which errors were found before the dialog opened, or nothing. */
  readonly input: LoadJsonInput;
  readonly onClose: () => void;
}

/**
 * Loads mappings from a pasted text or a file: in one step where they are valid, after a list of the errors where they
 * are not. Nothing is changed where the text is refused.
 */
export function LoadDialog(props: LoadDialogProps) {
  const { document } = useOpenEditor();
  const opened = useTypedForm('loadJson', typedFormStream('loadJson', document.stream));
  return opened === null ? null : <OpenDialog {...props} opened={opened} />;
}

interface OpenDialogProps extends LoadDialogProps {
  readonly opened: OpenForm<TypedForm<'loadJson'>>;
}

function OpenDialog({ input, opened, onClose }: OpenDialogProps) {
  const { editor } = useOpenEditor();
  const load = useLoadMappings();
  const [{ context, value: view }, send, actor] = useMachine(loadJsonMachine, {
    input: input.text === undefined && opened.values !== null ? { ...input, text: opened.values.text } : input,
  });
  const { text, fault, offered, checked } = context;

  const tell = (event: LoadJsonEvent) => {
    send(event);
    const { chosen } = actor.getSnapshot().context;
    if (chosen === null) return;
    const refused = load(chosen);
    if (refused === null) discard();
    else send({ type: 'REFUSE', fault: refused });
  };
  const discard = () => {
    opened.setValues(null);
    onClose();
  };
  const loadOne = (given: string, found: GivenMappings) => {
    const replacesMappings = hasMappings(editor.document);
    tell({ type: 'LOAD', text: given, checked: checkMappings({ ...found, replacesMappings }) });
  };
  const take = (given: string, fileName: string | null) => {
    try {
      const isEmpty = fileName === null && given.trim() === '';
      const found = isEmpty ? NO_MAPPINGS : readOffersOf(given);
      if ('mappings' in found) loadOne(given, found);
      else tell({ type: 'OFFER', text: given, offered: found });
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

  if (view === 'choice')
    return (
      <ChooseBody
        title="Choose the mappings to load"
        submitLabel="Load and overwrite"
        offers={offered.map(({ given, ...offer }) => ({ ...offer, isDisabled: given === null }))}
        onChoose={(index) => {
          const given = offered[index]?.given ?? null;
          if (given !== null) loadOne(text, given);
        }}
        onClose={() => tell({ type: 'CANCEL' })}
      />
    );
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
            <div className={common['row']}>
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
  if (view === 'removal')
    return (
      <ConfirmDialog
        title="Remove all mappings?"
        isDanger
        confirmLabel="Remove all mappings"
        cancelLabel="Go back"
        onConfirm={() => tell({ type: 'CONFIRM' })}
        onCancel={() => tell({ type: 'CANCEL' })}
      >
        {text.trim() === '' ? 'The text is empty' : 'There are no valid fields and options in it'}. Loading it removes
        all fields and options from the mappings. You can undo this.
      </ConfirmDialog>
    );
  return (
    <Modal
      title="Load JSON"
      onClose={onClose}
      footer={
        <>
          <Button onPress={discard}>Cancel</Button>
          <Button variant="primary" onPress={() => take(text, null)}>
            Load and overwrite
          </Button>
        </>
      }
    >
      <div className={common['stack3']}>
        <UnreadableForms opened={opened} />
        <p>
          Paste a mappings object, a template, a response, a request or an exported log, or choose a file. Its mappings
          replace the current ones. You can undo this.
        </p>
        <div className={styles['choose']}>
          <span className={common['label']}>Mappings object</span>
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
          onChange={(changed) => {
            opened.setValues(changed === '' ? null : { text: changed });
            tell({ type: 'EDIT', text: changed });
          }}
        />
      </div>
    </Modal>
  );
}

function ValidationResult({ checked: { given, errors } }: { readonly checked: CheckedMappings }) {
  return (
    <div className={common['stack3']}>
      <Banner
        kind="warning"
        title={`${errors.length.toLocaleString('en')} invalid option(s) detected in mappings object`}
      >
        If you continue loading the object, only valid options will be accepted.
      </Banner>
      {given.taken !== undefined && <p className={common['muted']}>{given.taken}</p>}
      {given.omitted !== undefined && <p className={common['muted']}>{given.omitted}</p>}
      <ImportErrors errors={errors} />
    </div>
  );
}

function faultOf(error: unknown, fileName: string | null): LoadFault {
  return { ...describeFault(error, fileName), ...(error instanceof JsonTextError && { place: error }) };
}
