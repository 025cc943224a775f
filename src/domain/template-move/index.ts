export {
  BUNDLE_LIMITS,
  BundleError,
  bundleOf,
  collectBundle,
  formatBundle,
  parseBundle,
  type Bundle,
} from './bundle.ts';
export { planMove, presentTemplates, unreadTemplates, type MoveStep, type PresentTemplates } from './plan-move.ts';
