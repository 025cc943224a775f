import { engineTitle, type TargetEngine } from '#domain/catalogue';
import {
  checkFinding,
  definitionText,
  documentsText,
  dynamicText,
  figuresText,
  ignoredFinding,
  mappingFindings,
  refusalFindings,
  type DocumentCheck,
  type DocumentFault,
  type Finding,
  type InferredField,
  type InferredMapping,
} from '#domain/infer';
import { countOf } from '#domain/console';
import { printable } from '../terminal.ts';

/** What `mapledger infer` found; printed as it is with `--json`. */
export interface Inferred {
  readonly file: string;
  readonly target: TargetEngine;
  /** Documents that count, and all. */
  readonly documents: number;
  readonly total: number;
  readonly mapping: InferredMapping;
  /** Documents that no engine takes, the first ones. */
  readonly faults: readonly DocumentFault[];
  readonly faultCount: number;
  /** The proposed mapping, tried with the documents. */
  readonly check: DocumentCheck;
  readonly against: {
    readonly file: string;
    readonly missing: readonly InferredField[];
    readonly check: DocumentCheck;
  } | null;
}

/** Alternatives that are shown of a field. */
const MAX_ALTERNATIVES = 2;

/** The result in words, escaped for a terminal. */
export function inferReport(inferred: Inferred): string {
  const { file, target, documents, total, mapping, check, against } = inferred;
  const sections: (readonly string[])[] = [
    [
      `${file}: ${documentsText(documents, total)}, ${countOf(mapping.fields.length, 'field')}, for ${engineTitle(target)}`,
    ],
    ...mapping.fields.map(fieldLines),
    ...mappingFindings(mapping).map(findingLines),
    ...refusalFindings(inferred, mapping, (line) => `${file}:${line}`).map(findingLines),
    findingLines(checkFinding('the proposed mapping', check, documents)),
  ];
  if (against !== null) {
    sections.push(
      against.missing.length === 0
        ? [`${against.file} has every field.`]
        : [
            `${against.file} lacks ${countOf(against.missing.length, 'field')}:`,
            ...against.missing.map(({ path, definition }) => `  ${path.join('.')}  ${definitionText(definition)}`),
          ],
    );
    sections.push(findingLines(checkFinding(against.file, against.check, documents)));
    const ignored = ignoredFinding(against.file, against.check);
    if (ignored.lines.length > 0) sections.push(findingLines(ignored));
  }
  return sections.map((lines) => lines.map((line) => `${printable(line)}\n`).join('')).join('\n');
}

const findingLines = ({ title, lines }: Finding): readonly string[] => [title, ...lines.map((line) => `  ${line}`)];

function fieldLines(field: InferredField): readonly string[] {
  const { path, definition, reason, alternatives } = field;
  return [
    `${path.join('.')}  ${definitionText(definition)}`,
    `  ${reason}`,
    `  ${figuresText(field)}`,
    `  ${dynamicText(field)}`,
    ...alternatives.slice(0, MAX_ALTERNATIVES).map((each) => `  Or ${definitionText(each.definition)}: ${each.reason}`),
  ];
}
