// Before what needs more than building and serving does: installs the tools, unless they are there.
import { checkNode, ensureTools } from './prepare.mjs';

checkNode();
ensureTools();
