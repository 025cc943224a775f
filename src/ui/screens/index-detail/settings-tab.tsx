import { useMemo } from 'react';
import { indexSettingsStream } from '#domain/document';
import { formatJson, member, type JsonObject, type JsonValue } from '#domain/json';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { Pencil } from '../../kit/icons/icons.ts';
import { JsonEditor } from '../../kit/json-editor.tsx';
import { Switch } from '../../kit/switch.tsx';
import { useTypedForm } from '../../platform/use-typed-form.ts';
import { asJson, useIndexData } from './index-data.ts';
import common from '../../kit/common.module.css';
import styles from './index-detail.module.css';
import { Loaded } from './loaded.tsx';

interface SettingsTabProps {
  readonly name: string;
  readonly hasDefaults: boolean;
  readonly onDefaults: (isOn: boolean) => void;
  /** Whether the button takes the focus, where the editor was closed. */
  readonly takesFocus: boolean;
  /** Opens the same tab with the settings as text to edit. */
  readonly onEdit: () => void;
}

/** The settings of an index in the flat form of the engine. */
export function SettingsTab({ name, hasDefaults, onDefaults, takesFocus, onEdit }: SettingsTabProps) {
  const query = useIndexData('settings', name);
  return (
    <Loaded query={query} what="the settings">
      {({ settings, defaults }) => (
        <>
          <div className={common['centredRow']}>
            <Switch isSelected={hasDefaults} onChange={onDefaults}>
              Include defaults
            </Switch>
            <span className={common['spacer']} />
            <NotApplied name={name} settings={asJson(settings)} />
            <Button icon={Pencil} autoFocus={takesFocus} onPress={onEdit}>
              Edit
            </Button>
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

/** Says that edits were typed and not sent. */
function NotApplied({ name, settings }: { readonly name: string; readonly settings: JsonObject }) {
  const opened = useTypedForm('settings', settingsFormStream(name, settings));
  return opened !== null && opened.values !== null && <Chip tone="warning">Not applied</Chip>;
}

/** The stream that keeps edits of the settings of an index. */
export function settingsFormStream(name: string, settings: JsonObject): string {
  const uuid = member(settings, 'index.uuid');
  return indexSettingsStream(name, typeof uuid === 'string' ? uuid : '');
}

/** Read-only JSON. */
export function JsonText({ label, value }: { readonly label: string; readonly value: JsonValue }) {
  const text = useMemo(() => formatJson(value, 2), [value]);
  return <JsonEditor ariaLabel={label} value={text} height="420px" isReadOnly hasTabKey={false} />;
}
