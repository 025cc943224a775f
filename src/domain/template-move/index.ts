export {
  BUNDLE_LIMITS,
  BundleError,
  collectBundle,
  formatBundle,
  parseBundle,
  type Bundle,
  type BundleKind,
} from './bundle.ts';
export { planMove, type MoveStep, type PresentTemplates } from './plan-move.ts';
