/** npm run docs:reference: writes docs/field-types.md from the catalogue. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { referenceText } from '#domain/catalogue';

const file = join(import.meta.dirname, '../docs/field-types.md');
writeFileSync(file, referenceText());
console.log(`Wrote ${file}`);
