import { mount } from './mount.tsx';

/** The application as it is registered with a host (console.md section 1). */
export const registration = {
  id: 'index_management',
  title: 'Index Management',
  /** Of the management area. */
  section: 'data',
  order: 0,
  minimumLicence: 'basic',
  baseRoute: '/management/data/index_management/',
  mount,
} as const;
