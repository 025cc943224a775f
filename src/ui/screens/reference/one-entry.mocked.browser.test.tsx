import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type * as FieldTypes from '../../../domain/catalogue/field-types.ts';
import type * as Parameters from '../../../domain/catalogue/parameters.ts';
import { validateMappings } from '#domain/mapping';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { openTestDraft } from '../../testing/open-test-draft.ts';

// Data, not code: the catalogue's own entries and one more of each.
vi.mock('../../../domain/catalogue/field-types.ts', async (importOriginal) => {
  const { FIELD_TYPES } = await importOriginal<typeof FieldTypes>();
  const { leaf } = await import('../../../domain/catalogue/type-parts.ts');
  return {
    FIELD_TYPES: {
      ...FIELD_TYPES,
      mood: { ...leaf, title: 'Mood', description: 'How a document feels.', parameters: { shade: {} } },
    },
  };
});

vi.mock('../../../domain/catalogue/parameters.ts', async (importOriginal) => {
  const { PARAMETERS } = await importOriginal<typeof Parameters>();
  const { always, choice } = await import('../../../domain/catalogue/parameter-parts.ts');
  const options = [
    { value: 'pale', label: 'Pale' },
    { value: 'deep', label: 'Deep' },
  ];
  return {
    PARAMETERS: {
      ...PARAMETERS,
      shade: {
        ...always,
        ...choice(options),
        title: 'Shade',
        description: 'How strong the mood is.',
        defaultValue: 'pale',
      },
    },
  };
});

describe('one entry of a type and one of a parameter', () => {
  it('are all that the picker and the form need', async () => {
    const { body } = await openTestDraft({});
    await userEvent.fill(page.getByRole('textbox', { name: 'Field name' }), 'today');
    await userEvent.fill(page.getByRole('combobox', { name: 'Field type' }), 'mood');
    await userEvent.click(page.getByRole('option', { name: 'Mood', exact: true }));
    await expect.element(page.getByText('How a document feels.')).toBeVisible();
    await userEvent.click(page.getByRole('form', { name: 'Add field' }).getByRole('button', { name: 'Add field' }));
    await expect.poll(body).toEqual({ properties: { today: { type: 'mood' } } });
    await expect.element(page.getByRole('textbox', { name: 'Field name' })).toHaveValue('');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('treegrid', { name: 'Fields' })).toHaveFocus();
    await userEvent.keyboard('{Home}{Enter}');
    const shade = page.getByRole('dialog', { name: "Edit field 'today'" }).getByRole('region', { name: 'Shade' });
    await expect.element(shade.getByText('How strong the mood is.')).toBeVisible();
    await userEvent.click(shade.getByRole('button', { name: /Shade/ }));
    await userEvent.click(page.getByRole('option', { name: 'Deep' }));
    await userEvent.click(page.getByRole('button', { name: 'Update' }));
    await expect.poll(body).toEqual({ properties: { today: { type: 'mood', shade: 'deep' } } });
  });

  it('are all that the validation of an import needs', () => {
    const valid = { properties: { today: { type: 'mood', shade: 'deep' } } };
    expect(validateMappings(valid)).toEqual({ value: valid, errors: [] });
    expect(validateMappings({ properties: { today: { type: 'mood', shade: 'loud', locale: 'fr' } } })).toEqual({
      value: { properties: { today: { type: 'mood' } } },
      errors: [
        { code: 'ERR_PARAMETER', fieldPath: 'today', paramName: 'shade' },
        { code: 'ERR_PARAMETER', fieldPath: 'today', paramName: 'locale' },
      ],
    });
  });

  it('are all that the reference needs', async () => {
    await openTestConsole('/field_types?q=shade');
    await userEvent.click(page.getByRole('option', { name: 'Mood mood has shade' }));
    const row = page.getByRole('table', { name: 'Parameters of Mood' }).getByRole('row', { name: /^Shade shade/ });
    await expect.element(row).toHaveTextContent('How strong the mood is.');
    await expect.element(row).toHaveTextContent('"pale", "deep"');
  });
});
