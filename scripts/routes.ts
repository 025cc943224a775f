/** npm run routes: writes how the web client calls the routes, from their contracts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { routeCallsSource } from '#domain/wire';

const file = join(import.meta.dirname, '../src/domain/wire/route-calls.generated.ts');
writeFileSync(file, routeCallsSource());
console.log(`Wrote ${file}`);
