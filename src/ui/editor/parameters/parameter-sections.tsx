import { useState } from 'react';
import { parametersOf, type Parameter } from '#domain/catalogue';
import { Button } from '../../kit/button.tsx';
import { ParameterSection, isSectionOn } from './parameter-section.tsx';
import type { ParameterForm } from './parameter-form.ts';
import common from '../../kit/common.module.css';
import styles from './parameters.module.css';

/** The parameters that a form shows for a type: those that the engine has, and others that the document has. */
export function shownParameters({
  type,
  target,
  stored,
  values,
}: Pick<ParameterForm, 'type' | 'target' | 'stored' | 'values'>): readonly Parameter[] {
  const known = new Map(parametersOf(type, target).map((parameter) => [parameter.name, parameter]));
  return parametersOf(type)
    .filter(({ name }) => known.has(name) || Object.hasOwn(values, name) || Object.hasOwn(stored, name))
    .map((parameter) => known.get(parameter.name) ?? parameter);
}

/**
 * The sections of a type: those that are always shown or set in the document, and those that "Show advanced settings"
 * opens.
 */
export function ParameterSections({ form }: { readonly form: ParameterForm }) {
  const shown = shownParameters(form);
  const isTop = ({ section }: Parameter) => section === undefined || !shown.some(({ name }) => name === section);
  const isSeen = ({ name, isAdvanced }: Parameter): boolean =>
    isAdvanced !== true ||
    Object.hasOwn(form.stored, name) ||
    shown.some((below) => below.section === name && isSeen(below) && below.isAdvanced === true);
  const basic = shown.filter((parameter) => isTop(parameter) && isSeen(parameter));
  const advanced = shown.filter((parameter) => isTop(parameter) && !isSeen(parameter));
  const [isOpen, setIsOpen] = useState(false);
  // Errors must be visible.
  const isShown = isOpen || advanced.some(({ name }) => form.errors[name] !== undefined);
  const render = (parameter: Parameter) => (
    <ParameterSection key={parameter.name} parameter={parameter} form={form}>
      {shown.filter(({ name, section }) => section === parameter.name && !isHidden(parameter, name, form)).map(render)}
    </ParameterSection>
  );
  return (
    <div className={common['stack4']}>
      {basic.length > 0 && <div className={styles['sections']}>{basic.map(render)}</div>}
      {advanced.length > 0 && (
        <div>
          <Button aria-expanded={isShown} onPress={() => setIsOpen(!isShown)}>
            {isShown ? 'Hide advanced settings' : 'Show advanced settings'}
          </Button>
        </div>
      )}
      {isShown && advanced.length > 0 && <div className={styles['sections']}>{advanced.map(render)}</div>}
    </div>
  );
}

/** While one analyzer is used for both purposes, the other parameter is hidden. */
function isHidden({ editor }: Parameter, name: string, form: ParameterForm): boolean {
  return (
    editor.kind === 'analyzer' && editor.sameFor === name && !Object.hasOwn(form.values, name) && !form.opened.has(name)
  );
}

/** The parameters whose inputs are visible, without those in sections that are off. */
export function openParameters(
  form: Pick<ParameterForm, 'type' | 'target' | 'stored' | 'values' | 'opened' | 'inForce'>,
): readonly Parameter[] {
  const shown = shownParameters(form);
  const holder = ({ section }: Parameter) => shown.find(({ name }) => name === section);
  return shown.filter((parameter) => {
    const above = holder(parameter);
    return isSectionOn(parameter, form) && (above === undefined || isSectionOn(above, form));
  });
}
