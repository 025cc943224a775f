import { Link } from '@tanstack/react-router';
import { keysOf } from '../../actions/action-list.ts';
import { useOfferedActions } from '../../actions/use-actions.tsx';
import { Screen } from '../../frame/screen.tsx';
import { ScreenTabs, tabsOf } from '../../frame/screen-tabs.tsx';
import { Button } from '../../kit/button.tsx';
import { Kbd } from '../../kit/kbd.tsx';
import { ROUTES, SCREENS, type ScreenId } from '../../platform/route-table.ts';
import { TOUR_WORDS } from '../../platform/tour.ts';
import styles from './help-screen.module.css';

/** What each tab is for. */
const ABOUT: Partial<Record<ScreenId, string>> = {
  fieldTypes: 'What each type holds, which engines support it, and its parameters with their defaults.',
  api: 'The HTTP API of this server, which your scripts can use as well.',
  shortcuts: 'Every key of the console.',
  replay: 'Step through an editing session that somebody exported.',
};

/** Where to look something up. */
export function HelpScreen() {
  const offered = useOfferedActions();
  const tour = offered.find(({ id }) => id === 'app.tour');
  const palette = offered.find(({ id }) => id === 'app.palette');
  return (
    <Screen title="Help" tabs={<ScreenTabs of="help" />}>
      <div className={styles['page']}>
        <ul className={styles['list']} aria-label="Topics">
          {tabsOf('help')
            .filter((id) => id !== 'help')
            .map((id) => {
              const screen = SCREENS[id];
              const Icon = 'place' in screen ? screen.place.icon : undefined;
              return (
                <li key={id} className={styles['topic']}>
                  {Icon && <Icon size={16} aria-hidden />}
                  <div>
                    <Link to={ROUTES[id]} className={styles['link']}>
                      {screen.label}
                    </Link>
                    <p className={styles['about']}>{ABOUT[id]}</p>
                  </div>
                </li>
              );
            })}
        </ul>
        {palette && (
          <section className={styles['section']} aria-labelledby="help-palette">
            <h2 id="help-palette">Command palette</h2>
            <p className={styles['about']}>
              Everything you can do here, and every index, template and field, by typing a part of its name.
            </p>
            <div className={styles['row']}>
              <Button onPress={palette.run}>{palette.title}</Button>
              <Kbd keys={keysOf('app.palette') ?? ''} />
            </div>
          </section>
        )}
        {tour && (
          <section className={styles['section']} aria-labelledby="help-tour">
            <h2 id="help-tour">Tour</h2>
            <p className={styles['about']}>{TOUR_WORDS}</p>
            <Button onPress={tour.run}>{tour.title}</Button>
          </section>
        )}
      </div>
    </Screen>
  );
}
