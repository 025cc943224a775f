// npm start: installs and builds what is missing, then serves. Flags go to the server: npm start -- --help
import { checkNode, ensureBuilt, ensureInstalled, fail, say } from './prepare.mjs';

checkNode();
ensureInstalled();
if (!ensureBuilt()) fail('Build failed; see the output above.');
say('Starting the server');
await import('../dist/server/main.js');
