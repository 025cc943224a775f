import { fileStemOf, newJsonText, type TemplateAddress } from '#domain/code';
import { isObject } from '#domain/json';
import { sendableTemplate } from '#domain/template';
import { saveFile } from '../../kit/save-file.ts';
import type { ConsoleApi } from '../../platform/console-api.ts';

/** Saves a template as the cluster has it, as `mapledger pull` writes it into a new file. @throws ApiError */
export async function downloadTemplate(api: ConsoleApi, { kind, name }: TemplateAddress): Promise<void> {
  const params = { name };
  const { body } =
    kind === 'component_template'
      ? await api.call('component_templates.get', { params })
      : await api.call('index_templates.get', { params, query: kind === 'legacy_template' ? { legacy: true } : {} });
  const text = newJsonText(sendableTemplate(isObject(body) ? body : {}));
  saveFile(`${fileStemOf(name)}.json`, text, 'application/json');
}
