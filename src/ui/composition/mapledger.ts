/** What a host imports: `/mapledger.js` of a build (docs/embedding.md). */
export { extensionsService } from '../platform/extensions.ts';
export {
  addressOf,
  dataStreamDetailLink,
  indexListLink,
  policyEditLink,
  templateCloneLink,
  templateDetailLink,
  templateEditLink,
  templateListLink,
} from '../platform/links.ts';
export { mount } from './mount.tsx';
export { registration } from './registration.ts';
