import { isObject, member, type JsonObject } from '#domain/json';
import { JsonView } from '../../lists/json-view.tsx';
import styles from './templates.module.css';

interface SectionViewProps {
  readonly template: JsonObject;
  readonly section: 'settings' | 'mappings' | 'aliases';
}

/** One section of a template as JSON, or a note that there is none. */
export function SectionView({ template, section }: SectionViewProps) {
  const value = member(template, section);
  if (value === undefined || (isObject(value) && Object.keys(value).length === 0))
    return <p className={styles['none']}>This template has no {section}.</p>;
  return <JsonView value={value} label={section} height="calc(100vh - 280px)" />;
}
