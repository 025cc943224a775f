/** What a host imports: `/mapledger.js` of a build (docs/embedding.md). */
export { extensionsService } from './extensions/extensions.ts';
export { mount } from './mount.tsx';
export { registration } from './registration.ts';
