export {
  BUNDLE_LIMITS,
  BundleError,
  bundleOf,
  collectBundle,
  formatBundle,
  parseBundle,
  type Bundle,
  type BundleKind,
} from './bundle.ts';
export { planMove, presentTemplates, unreadTemplates, type MoveStep, type PresentTemplates } from './plan-move.ts';
