import { useState } from 'react';
import { useOfferedActions } from '../../actions/use-actions.tsx';
import { Screen } from '../../frame/screen.tsx';
import { ScreenTabs } from '../../frame/screen-tabs.tsx';
import { useAuthor } from '../../platform/services.ts';
import { isExampleOn, setExampleOn } from '../../platform/extensions/example/example-setting.ts';
import { Button } from '../../kit/button.tsx';
import { SegmentedControl } from '../../kit/segmented-control.tsx';
import { Switch } from '../../kit/switch.tsx';
import { THEME_CHOICES } from '../../platform/theme-choices.ts';
import { setTheme, useTheme } from '../../platform/theme.ts';
import { TOUR_WORDS } from '../../platform/tour.ts';
import { RecoverySection } from './recovery-section.tsx';
import { DocsAddressForm } from './docs-address-form.tsx';
import styles from './settings-screen.module.css';

const THEMES = THEME_CHOICES.map(({ id, name, icon }) => ({ id, label: name, icon }));

/** The settings of this device. */
export function SettingsScreen() {
  const theme = useTheme();
  const author = useAuthor();
  const [isExample, setIsExample] = useState(isExampleOn);
  const offered = useOfferedActions();
  const rename = offered.find(({ id }) => id === 'app.yourName');
  const tour = offered.find(({ id }) => id === 'app.tour');
  return (
    <Screen title="Settings" tabs={<ScreenTabs of="settings" />}>
      <div className={styles['page']}>
        <p className={styles['intro']}>Settings are stored in this browser.</p>
        <section className={styles['section']} aria-labelledby="settings-docs">
          <h2 id="settings-docs">Documentation</h2>
          <p className={styles['words']}>
            Base URLs for documentation links. Use <code>{'{version}'}</code> for the engine version; leave empty to use
            the public documentation.
          </p>
          <DocsAddressForm />
        </section>
        <section className={styles['section']} aria-labelledby="settings-theme">
          <h2 id="settings-theme">Theme</h2>
          <SegmentedControl label="Theme" items={THEMES} value={theme} onChange={setTheme} />
        </section>
        <section className={styles['section']} aria-labelledby="settings-name">
          <h2 id="settings-name">Your name</h2>
          <div className={styles['row']}>
            <p className={styles['words']}>
              Your changes are recorded as <strong>{author.name}</strong>.
            </p>
            {rename && <Button onPress={rename.run}>Change name</Button>}
          </div>
        </section>
        <RecoverySection />
        {tour && (
          <section className={styles['section']} aria-labelledby="settings-tour">
            <h2 id="settings-tour">Tour</h2>
            <div className={styles['row']}>
              <p className={styles['words']}>{TOUR_WORDS}</p>
              <Button onPress={tour.run}>{tour.title}</Button>
            </div>
          </section>
        )}
        <section className={styles['section']} aria-labelledby="settings-extensions">
          <h2 id="settings-extensions">Extensions</h2>
          <Switch
            isSelected={isExample}
            onChange={(isOn) => {
              setExampleOn(isOn);
              setIsExample(isOn);
            }}
            description="Example extension: marks indices without replicas, warns about yellow and red indices, gives shard size advice and adds a closed indices filter. Takes effect after reload."
          >
            {' '}
            Replica checks{' '}
          </Switch>
        </section>
      </div>
    </Screen>
  );
}
