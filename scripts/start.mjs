// npm start: installs and builds what is missing, then serves. Flags go to the server: npm start -- --help
import { checkNode, ensureBuilt, ensureInstalled, fail } from './prepare.mjs';

checkNode();
ensureInstalled();
if (!ensureBuilt()) fail('Build failed; see the output above.');
await import('../dist/server/main.js');
