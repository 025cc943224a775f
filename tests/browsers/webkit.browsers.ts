import { webkit } from './webkit.ts';
import { walkIn } from './walk.ts';

walkIn(webkit);
