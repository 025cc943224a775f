import { INDEX_DEFAULT, type Option, type ReferenceParameter } from '#domain/catalogue';
import { formatJson, type JsonValue } from '#domain/json';
import { Chip } from '../../kit/chip.tsx';
import common from '../../kit/common.module.css';
import styles from './parameter-table.module.css';

/** Longer lists of options are folded. */
const SHOWN_OPTIONS = 8;

/** The parameters of a type, with all data of the catalogue about them. */
export function ParameterTable({
  parameters,
  label,
}: {
  readonly parameters: readonly ReferenceParameter[];
  readonly label: string;
}) {
  return (
    <table className={styles['table']} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Parameter</th>
          <th scope="col">Description</th>
          <th scope="col">Default</th>
          <th scope="col">Options</th>
          <th scope="col">Engines</th>
          <th scope="col">Live index</th>
        </tr>
      </thead>
      <tbody>
        {parameters.map(
          ({
            name,
            title,
            description,
            isRequired,
            requiredOnlyBy,
            isAdvanced,
            defaultValue,
            options,
            engines,
            canBeUpdated,
          }) => (
            <tr key={name}>
              <th scope="row">
                <span className={styles['title']}>{title}</span>
                <code className={common['muted']}>{name}</code>
                {(isRequired || isAdvanced) && (
                  <span className={styles['chips']}>
                    {isRequired && (
                      <Chip tone="accent">
                        {requiredOnlyBy === null ? 'Required' : `Required by ${requiredOnlyBy}`}
                      </Chip>
                    )}
                    {isAdvanced && <Chip>Advanced</Chip>}
                  </span>
                )}
              </th>
              <td>{description}</td>
              <td data-label="Default" {...(defaultValue === undefined && { 'data-none': true })}>
                <DefaultValue value={defaultValue} options={options} />
              </td>
              <td data-label="Options" {...(options.length === 0 && { 'data-none': true })}>
                <Options options={options} />
              </td>
              <td data-label="Engines">{engines}</td>
              <td data-label="Live index">{canBeUpdated ? 'Updatable' : 'Requires reindex'}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

function DefaultValue({
  value,
  options,
}: {
  readonly value: JsonValue | undefined;
  readonly options: readonly Option[];
}) {
  if (value === undefined) return <None />;
  // This default marks the absence of a value: it is never written to a mapping.
  if (value === INDEX_DEFAULT && !options.some((option) => option.value === value)) return <>Index default</>;
  return <code>{formatJson(value)}</code>;
}

function Options({ options }: { readonly options: readonly Option[] }) {
  if (options.length === 0) return <None />;
  if (options.length <= SHOWN_OPTIONS) return <OptionValues options={options} />;
  return (
    <details className={styles['options']}>
      <summary>{options.length} options</summary>
      <OptionValues options={options} />
    </details>
  );
}

function OptionValues({ options }: { readonly options: readonly Option[] }) {
  return options.map(({ value, label }, index) => (
    <span key={label}>
      {index > 0 && ', '}
      <code>{formatJson(value)}</code>
    </span>
  ));
}

function None() {
  return (
    <span className={common['subtle']} aria-hidden>
      –
    </span>
  );
}
