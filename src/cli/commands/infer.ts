import { DocumentCollector, missingFields, proposeMapping, type CutListener } from '#domain/infer';
import { asJson, formatJson, type JsonObject } from '#domain/json';
import { replaceFile } from '../code/write-file.ts';
import { defineCommand, readCount } from '../command.ts';
import { InputError, UsageError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { DocumentChecker, readDocument, type DocumentCheck } from '../infer/check-documents.ts';
import { FORMAT_NAMES, readDocuments, readFormat } from '../infer/read-documents.ts';
import { inferReport, type Inferred } from '../infer/report.ts';
import { nameOf, STDIN } from '../input.ts';
import { readMappings } from '../read-mappings.ts';
import { DEFAULT_ENGINE, readEngine } from '../target-engine.ts';
import type { Terminal } from '../terminal.ts';

/** Documents that the mapping is tried with, unless `--check` says otherwise. */
const CHECKED_DOCUMENTS = 20_000;
/** What is kept of standard input to try the mapping with, as it can't be read again. */
const KEPT_BYTES = 16 * 1024 * 1024;

export const inferCommand = defineCommand({
  name: 'infer',
  usage: 'FILE [--target ENGINE] [--against MAPPING]',
  summary: 'Propose a mapping for documents',
  details: [
    'FILE has JSON documents, one in each line or in an array, or CSV with a heading; - is standard input. Every value is read; the type of each field is given with its reason, alternatives, and what dynamic mapping would make.',
    'The mapping is then tried with the documents. Documents that no engine takes are listed by line. Parts of values are printed as examples.',
  ],
  options: {
    target: {
      type: 'string',
      value: 'ENGINE',
      help: `The engine, as elasticsearch@8.19 or opensearch@2.19 (default: ${DEFAULT_ENGINE}).`,
    },
    against: {
      type: 'string',
      value: 'MAPPING',
      help: 'Also list the fields that a mapping or template lacks, and the documents it would refuse.',
    },
    format: { type: 'string', value: 'FORMAT', help: `${FORMAT_NAMES.join(', ')} (default: by name and content).` },
    check: {
      type: 'string',
      value: 'N',
      help: `Try at most N documents, or all (default: ${CHECKED_DOCUMENTS.toLocaleString('en')}).`,
    },
    out: { type: 'string', value: 'FILE', help: 'Write the mapping to a file, as the body that creates an index.' },
    json: { type: 'boolean', help: 'Print the result as JSON.' },
  },
  examples: [
    { line: 'mapledger infer orders.ndjson --out orders.json', does: 'Write a mapping for the documents of a file' },
    {
      line: 'mapledger infer new.csv --target opensearch@3.4 --against orders.json',
      does: 'See what a mapping lacks for a new source',
    },
  ],
  takes: { min: 1, max: 1 },
  async run({ terminal, positionals: [file = ''], values }) {
    const target = readEngine(values.target ?? DEFAULT_ENGINE, 'target');
    const form = readFormat(values.format);
    const most = readMost(values.check);
    if (file === STDIN && values.against === STDIN) throw new UsageError('Only one input can be standard input.');
    const against = values.against === undefined ? null : await readMappings(terminal, values.against);
    const source: Source = { terminal, file, form, kept: file === STDIN ? new KeptDocuments(most) : null };
    const { collector, faults, faultCount } = await collect(source);
    if (collector.total === 0 && faults.length === 0) throw new InputError(nameOf(file), 'it holds no documents');
    const mapping = proposeMapping(collector, target);
    const known = new Set(collector.faults.flatMap(({ document }) => document ?? []));
    const listed = new Set(mapping.refusedNames.map(({ path }) => path.join('.')));
    const checkers = [mapping, ...(against === null ? [] : [against])].map(
      ({ mappings, settings }) =>
        new DocumentChecker({ mappings, engine: target, ...(settings !== undefined && { settings }) }, listed),
    );
    await check(source, checkers, { most, known });
    const [proposed, existing] = checkers.map((checker) => checker.result());
    const inferred: Inferred = {
      file: nameOf(file),
      target,
      documents: collector.documents,
      total: collector.total,
      mapping,
      faults: [...collector.faults, ...faults].toSorted((a, b) => a.line - b.line),
      faultCount: collector.faultCount + faultCount,
      check: proposed as DocumentCheck,
      against:
        against === null || existing === undefined
          ? null
          : { file: values.against ?? '', missing: missingFields(mapping.fields, against.mappings), check: existing },
    };
    if (values.out !== undefined) await replaceFile(values.out, `${formatJson(bodyOf(inferred), 2)}\n`);
    terminal.out(values.json === true ? `${formatJson(asJson(inferred))}\n` : inferReport(inferred));
    const isWrong =
      inferred.faultCount > 0 ||
      mapping.refusedNames.length > 0 ||
      inferred.check.refusedCount > 0 ||
      (inferred.against?.check.refusedCount ?? 0) > 0;
    return isWrong ? EXIT.wrong : EXIT.fine;
  },
});

interface Source {
  readonly terminal: Terminal;
  readonly file: string;
  readonly form: ReturnType<typeof readFormat>;
  /** Where it can't be read again. */
  readonly kept: KeptDocuments | null;
}

function readMost(text: string | undefined): number {
  if (text === undefined) return CHECKED_DOCUMENTS;
  return text === 'all' ? Number.POSITIVE_INFINITY : readCount(text, 'check', 0);
}

/** The first documents of an input, within a limit. */
class KeptDocuments {
  readonly documents: { readonly bytes: Uint8Array; readonly line: number }[] = [];
  #bytes = 0;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  add(bytes: Uint8Array, start: number, end: number, line: number): void {
    this.#bytes += end - start;
    if (this.#bytes <= KEPT_BYTES && this.documents.length < this.#most)
      this.documents.push({ bytes: bytes.slice(start, end), line });
  }
}

type Fault = Inferred['faults'][number];

async function collect({ terminal, file, form, kept }: Source): Promise<{
  readonly collector: DocumentCollector;
  /** What is between the documents, as far as it is listed. */
  readonly faults: readonly Fault[];
  readonly faultCount: number;
}> {
  const collector = new DocumentCollector();
  const faults: Fault[] = [];
  let faultCount = 0;
  const listener: CutListener = {
    document(bytes, start, end, line) {
      collector.add(bytes, start, end, line);
      kept?.add(bytes, start, end, line);
    },
    tooLong: (line) => void collector.addTooLong(line),
    fault: (line, reason) => {
      faultCount++;
      if (faults.length < MAX_OTHER_FAULTS) faults.push({ line, kind: 'syntax', reason, offset: 0 });
    },
  };
  await readDocuments(terminal, file, { form, label: 'Reading' }, listener);
  return { collector, faults, faultCount };
}

/** Rows and texts that are no documents, of which so many are listed. */
const MAX_OTHER_FAULTS = 100;

async function check(
  { terminal, file, form, kept }: Source,
  checkers: readonly DocumentChecker[],
  { most, known }: { readonly most: number; readonly known: ReadonlySet<number> },
): Promise<void> {
  let count = 0;
  let given = 0;
  const attempt = (bytes: Uint8Array, line: number) => {
    if (known.has(++given) || count >= most) return;
    const document = readDocument(bytes);
    if (document === null) return;
    count++;
    for (const checker of checkers) checker.add(document, line);
  };
  if (kept !== null) {
    for (const { bytes, line } of kept.documents) attempt(bytes, line);
    return;
  }
  if (most === 0) return;
  const listener: CutListener = {
    document: (bytes, start, end, line) => attempt(bytes.subarray(start, end), line),
    tooLong: () => undefined,
    fault: () => undefined,
  };
  await readDocuments(terminal, file, { form, label: 'Checking', onChunk: () => count < most }, listener);
}

/** What creates an index with the mapping. */
function bodyOf({ mapping: { mappings, settings } }: Inferred): JsonObject {
  return { ...(Object.keys(settings).length > 0 && { settings }), mappings };
}
