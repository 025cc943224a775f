export { type ClassedChange, classifyChanges, type ImpactClass, trialsOf, withValueAt } from './mapping-impact.ts';
export {
  type ComposedChange,
  type ImpactGroup,
  partOfComposition,
  type TemplateImpact,
  templateImpact,
} from './template-impact.ts';
