import { useMemo } from 'react';
import { isObject, member, stringsIn, type JsonObject } from '#domain/json';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { useOpenEditor } from '../fields/editor-context.tsx';
import { bodyKindOf } from '../fields/lint-marks.ts';

/** An index template that is composed of the edited component template. */
export interface UsingTemplate {
  readonly name: string;
  readonly body: JsonObject;
}

const NONE: readonly UsingTemplate[] = [];

/** The index templates of the cluster that are composed of the edited component template, by name; none for others. */
export function useUsingTemplates(): readonly UsingTemplate[] {
  const { document } = useOpenEditor();
  const isComponent = bodyKindOf(document) === 'component template';
  const { data } = useApiQuery('index_templates.list', {}, { isEnabled: isComponent });
  return useMemo(
    () =>
      !isComponent || data?.templates === undefined
        ? NONE
        : data.templates.flatMap(({ name, body }): readonly UsingTemplate[] =>
            isObject(body) && stringsIn(member(body, 'composed_of')).includes(document.name) ? [{ name, body }] : [],
          ),
    [isComponent, data, document.name],
  );
}
