import { useState } from 'react';
import type { Reduced } from '#domain/commands';
import {
  EXPECTATION_KINDS,
  expectationOf,
  kindOfExpectation,
  MAX_TEST_NAME_LENGTH,
  type DocumentExpectation,
  type DocumentTest,
  type DocumentTrial,
  type ExpectationKind,
} from '#domain/documents';
import { formatJson } from '#domain/json';
import { Banner } from '../../kit/banner.tsx';
import common from '../../kit/common.module.css';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { Select } from '../../kit/select.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { readExpectation } from './read-expectation.ts';
import { EXPECTATION_LABELS } from './test-words.ts';

interface TestDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  /** What the form begins with. */
  readonly test: DocumentTest;
  /** What the document comes to, for the expectations that are proposed; null where it was not tried. */
  readonly trial: DocumentTrial | null;
  /** Whether the document is kept by this for the first time: who can read it then is said. */
  readonly isNew?: boolean;
  /** Keeps the test; the dialog shows why it was rejected. */
  readonly onKeep: (test: DocumentTest) => Reduced;
  readonly onClose: () => void;
}

const ITEMS = EXPECTATION_KINDS.map((id) => ({ id, label: EXPECTATION_LABELS[id] }));

/** Asks for the name of a document test and for what is expected of its document. */
export function TestDialog({ title, submitLabel, test, trial, isNew = false, onKeep, onClose }: TestDialogProps) {
  const [name, setName] = useState(test.name ?? '');
  const [kind, setKind] = useState(kindOfExpectation(test.expect));
  const [texts, setTexts] = useState<Partial<Record<ExpectationKind, string>>>({});
  const [fault, setFault] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const text = texts[kind] ?? textOf(proposal(kind, test, trial));
  const edit = (next: string) => {
    setTexts({ ...texts, [kind]: next });
    setFault(null);
  };
  const submit = () => {
    const read = readExpectation(kind, text);
    if ('fault' in read) {
      setFault(read.fault);
      return;
    }
    const { name: _, ...rest } = test;
    const kept = onKeep({ ...(name.trim() !== '' && { name: name.trim() }), ...rest, expect: read.expect });
    if ('rejected' in kept) setRefusal(kept.rejected.detail.message);
    else onClose();
  };
  const errorMessage = fault ?? undefined;
  return (
    <FormDialog title={title} size="medium" submitLabel={submitLabel} onSubmit={submit} onClose={onClose}>
      {refusal !== null && (
        <Banner kind="danger" title="The test wasn’t kept">
          {refusal}
        </Banner>
      )}
      <TextField
        label="Name (optional)"
        value={name}
        onChange={setName}
        maxLength={MAX_TEST_NAME_LENGTH}
        autoFocus={isNew}
      />
      <Select
        label="Expected result"
        items={ITEMS}
        value={kind}
        onChange={(next) => {
          setKind(next);
          setFault(null);
        }}
      />
      {kind === 'refused' && (
        <TextField
          label="Part of the reason"
          description="In upper or lower case. Empty for any reason."
          value={text}
          onChange={edit}
          errorMessage={errorMessage}
        />
      )}
      {kind === 'ignored' && (
        <TextField
          label="Ignored fields"
          description="Exactly the fields in _ignored, as a JSON list."
          value={text}
          onChange={edit}
          errorMessage={errorMessage}
          isMultiline
          isMono
        />
      )}
      {kind === 'types' && (
        <TextField
          label="Types by field"
          description="A JSON object. Fields that it doesn’t name may have any type."
          value={text}
          onChange={edit}
          errorMessage={errorMessage}
          isMultiline
          isMono
        />
      )}
      {isNew && (
        <p className={common['explanation']}>
          The document is stored in this browser with the history of the tests, also after you sign out. Anyone who uses
          this browser, or gets a backup, can read it. It isn’t sent to the cluster or to the Mapledger server. Removing
          the test takes it off the list, but not out of the history.
        </p>
      )}
    </FormDialog>
  );
}

/** The expectation of a kind that the form shows first. */
function proposal(kind: ExpectationKind, { expect }: DocumentTest, trial: DocumentTrial | null): DocumentExpectation {
  if (kindOfExpectation(expect) === kind) return expect;
  return trial === null ? EMPTY[kind] : expectationOf(kind, trial);
}

const EMPTY: Readonly<Record<ExpectationKind, DocumentExpectation>> = {
  accepted: 'accepted',
  refused: { refused: '' },
  ignored: { ignored: [] },
  types: { types: {} },
};

function textOf(expected: DocumentExpectation): string {
  if (expected === 'accepted') return '';
  if ('refused' in expected) return expected.refused;
  return formatJson('ignored' in expected ? expected.ignored : expected.types, 2);
}
