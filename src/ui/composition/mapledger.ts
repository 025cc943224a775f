import { mount } from './mount.tsx';

/** The module that a host imports: `/mapledger.js` of a build (docs/embedding.md). */
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
export { mount };

/** The application as it is registered with a host. */
export const registration = {
  id: 'index_management',
  title: 'Index Management',
  /** A section of the management area. */
  section: 'data',
  order: 0,
  minimumLicence: 'basic',
  baseRoute: '/management/data/index_management/',
  mount,
} as const;
