import { useLayoutEffect, useState, type ReactNode } from 'react';
import { Announcer } from '../announcer.tsx';
import { SegmentedControl } from '../segmented-control.tsx';
import { ToastRegion } from '../toast.tsx';
import { Fields } from './fields.tsx';
import styles from './gallery.module.css';
import { Actions, Json, Layers, Messages, Navigation, Rows } from './specimens.tsx';

const THEMES = [
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
] as const;
type Theme = (typeof THEMES)[number]['id'];

const SECTIONS: Readonly<Record<string, ReactNode>> = {
  Actions: <Actions />,
  Fields: <Fields />,
  Messages: <Messages />,
  Navigation: <Navigation />,
  Rows: <Rows />,
  Layers: <Layers />,
  JSON: <Json />,
};

/** All components of the kit, to view during development: `/kit.html` of `npm run dev`. It is in no build. */
export function Gallery() {
  const [theme, setTheme] = useState<Theme>(() =>
    window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    return () => {
      delete document.documentElement.dataset['theme'];
    };
  }, [theme]);
  return (
    <main className={styles['page']}>
      <header className={styles['head']}>
        <h1>Kit</h1>
        <SegmentedControl label="Theme" items={THEMES} value={theme} onChange={setTheme} />
      </header>
      {Object.entries(SECTIONS).map(([title, content]) => (
        <section key={title} className={styles['section']} aria-label={title}>
          <h2>{title}</h2>
          {content}
        </section>
      ))}
      <Announcer />
      <ToastRegion />
    </main>
  );
}
