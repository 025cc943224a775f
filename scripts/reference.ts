/** npm run docs:reference: writes docs/field-types.md from the catalogue, and the rules in docs/lint.md from the lint. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { referenceText } from '#domain/catalogue';
import { lintReferenceText } from '#domain/lint';

const DOCS = join(import.meta.dirname, '../docs');

const fieldTypes = join(DOCS, 'field-types.md');
writeFileSync(fieldTypes, referenceText());
console.log(`Wrote ${fieldTypes}`);

const lint = join(DOCS, 'lint.md');
const text = readFileSync(lint, 'utf8');
writeFileSync(lint, `${text.slice(0, text.indexOf('## Rules'))}${lintReferenceText()}\n`);
console.log(`Wrote ${lint}`);
