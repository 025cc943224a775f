import { useState } from 'react';
import { formatJson } from '#domain/json';
import { describeFault, type DescribedFault } from '../../files/describe-fault.ts';
import { readDraftBody } from '../../files/draft-body.ts';
import { assertReadable } from '../../files/import-draft.ts';
import { Banner } from '../../kit/banner.tsx';
import { ChooseFile, type GivenText } from '../../kit/file-drop.tsx';
import type { Option } from '../../kit/option.ts';
import { Select } from '../../kit/select.tsx';
import { draftById, draftsOf } from '../../platform/draft-list.ts';
import { useServices } from '../../platform/services.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { useDocument } from '../../platform/use-document.ts';
import { beginsWithFile, type BeginsWith } from './begins-with.ts';
import styles from './fuzz-lab.module.css';
import type { FuzzLabSearch } from './fuzz-lab-search.ts';

const GENERATED = 'generated';
const FILE = 'file';
const TEMPLATE = 'template';
const DRAFT = 'draft ';

/** The starting points that the cases of a run can have, and the chosen one. */
export interface BeginsWithChoice {
  readonly items: readonly Option[];
  readonly value: string;
  choose(id: string): void;
  take(given: GivenText): void;
  readonly fault: DescribedFault | null;
  /**
   * Reads the chosen starting point; undefined where all cases are generated. Null where it can't be read, in which
   * case `fault` is set.
   */
  read(): Promise<BeginsWith | undefined | null>;
}

/** Drafts of this device, the template in the address, and a file. */
export function useBeginsWith(search: FuzzLabSearch, onSearch: (search: FuzzLabSearch) => void): BeginsWithChoice {
  const services = useServices();
  const drafts = draftsOf(useDocument(services.drafts).state.body);
  const [file, setFile] = useState<BeginsWith | null>(null);
  const [isFileChosen, setIsFileChosen] = useState(false);
  const [fault, setFault] = useState<DescribedFault | null>(null);
  const template = useTemplate(search);
  const isDraftThere = drafts.some(({ id }) => id === search.draft);
  const ofAddress = isDraftThere
    ? `${DRAFT}${search.draft ?? ''}`
    : search.template === undefined
      ? GENERATED
      : TEMPLATE;
  return {
    items: [
      { id: GENERATED, label: 'Generated mappings' },
      ...(file === null ? [] : [{ id: FILE, label: file.name, description: 'File' }]),
      ...(search.template === undefined ? [] : [{ id: TEMPLATE, label: search.template, description: 'Template' }]),
      ...drafts.map(({ id, name }) => ({ id: `${DRAFT}${id}`, label: name, description: 'Draft' })),
    ],
    value: isFileChosen && file !== null ? FILE : ofAddress,
    choose(id) {
      setFault(null);
      setIsFileChosen(id === FILE);
      if (id.startsWith(DRAFT)) onSearch({ draft: id.slice(DRAFT.length) });
      if (id === GENERATED) onSearch({});
    },
    take(given) {
      const name = given.fileName ?? 'Pasted text';
      setFault(null);
      const read = async () => {
        try {
          assertReadable(given.sizeBytes);
          setFile(beginsWithFile(name, await given.read()));
          setIsFileChosen(true);
        } catch (cause) {
          setFault(describeFault(cause, name));
        }
      };
      void read();
    },
    fault,
    async read() {
      setFault(null);
      if (isFileChosen && file !== null) return file;
      try {
        if (ofAddress === TEMPLATE) return await template();
        const draft = draftById(services.drafts.getSnapshot().state.body, search.draft ?? '');
        if (draft === null) return undefined;
        const { body } = await readDraftBody(services.store, draft);
        return { name: draft.name, text: formatJson(body) };
      } catch (cause) {
        setFault(describeFault(cause, search.template ?? 'the draft'));
        return null;
      }
    },
  };
}

/** Reads the template in the address from the cluster. */
function useTemplate({ template: name = '', kind }: FuzzLabSearch): () => Promise<BeginsWith> {
  const isComponent = kind === 'component_template';
  const params = { name };
  const ofIndex = useApiQuery(
    'index_templates.get',
    { params, query: kind === 'legacy_template' ? { legacy: true } : {} },
    { isEnabled: name !== '' && !isComponent },
  );
  const component = useApiQuery('component_templates.get', { params }, { isEnabled: name !== '' && isComponent });
  const { data, error } = isComponent ? component : ofIndex;
  return () => {
    if (data === undefined) throw error ?? new Error(`“${name}” is still being read. Try again in a moment.`);
    return Promise.resolve({ name, text: formatJson(data.body) });
  };
}

/** Chooses what the cases of a run begin with. */
export function BeginsWithField({ choice }: { readonly choice: BeginsWithChoice }) {
  return (
    <div className={styles['begin']}>
      <Select
        label="Begin with"
        items={choice.items}
        value={choice.value}
        onChange={choice.choose}
        description={
          choice.value === GENERATED
            ? 'Or a draft or file.'
            : 'At least half of the cases begin with it, mutated. It is kept with the run on the server.'
        }
      />
      <ChooseFile accept={['.json', '.ndjson']} onGiven={choice.take}>
        Begin with a file
      </ChooseFile>
      {choice.fault !== null && (
        <Banner kind="danger" title={choice.fault.title}>
          {choice.fault.text}
        </Banner>
      )}
    </div>
  );
}
