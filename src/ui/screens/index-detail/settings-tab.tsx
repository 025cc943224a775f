import { useMemo } from 'react';
import { formatJson, type JsonValue } from '#domain/json';
import { JsonEditor } from '../../kit/json-editor.tsx';
import { Switch } from '../../kit/switch.tsx';
import { asJson, useIndexData } from './index-data.ts';
import styles from './index-detail.module.css';
import { Loaded } from './loaded.tsx';

interface SettingsTabProps {
  readonly name: string;
  readonly hasDefaults: boolean;
  readonly onDefaults: (isOn: boolean) => void;
}

/** The settings of an index as the engine tells them, flat. */
export function SettingsTab({ name, hasDefaults, onDefaults }: SettingsTabProps) {
  const query = useIndexData('settings', name);
  return (
    <Loaded query={query} what="the settings">
      {({ settings, defaults }) => (
        <>
          <div className={styles['row']}>
            <Switch isSelected={hasDefaults} onChange={onDefaults}>
              Include defaults
            </Switch>
          </div>
          <JsonText label="Settings" value={asJson(settings)} />
          {hasDefaults && (
            <>
              <h2 className={styles['title']}>Defaults</h2>
              <JsonText label="Defaults" value={asJson(defaults)} />
            </>
          )}
        </>
      )}
    </Loaded>
  );
}

/** JSON to be read. */
export function JsonText({ label, value }: { readonly label: string; readonly value: JsonValue }) {
  const text = useMemo(() => formatJson(value, 2), [value]);
  return <JsonEditor ariaLabel={label} value={text} height="420px" isReadOnly hasTabKey={false} />;
}
