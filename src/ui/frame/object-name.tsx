import { useEffect, useRef, useState } from 'react';
import { classNames } from '../kit/class-names.ts';
import styles from './object-name.module.css';

interface ObjectNameProps {
  readonly name: string;
  /** Whether it is a name on the cluster. */
  readonly isMono?: boolean;
}

const MAX_LINES = 2;

/**
 * The heading of a screen: the name in full where two lines hold it, else shortened in the middle, since names of one
 * kind differ at their ends. Screen readers and copies always get the full name; focus shows it.
 */
export function ObjectName({ name, isMono = false }: ObjectNameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const ruler = useRef<HTMLSpanElement>(null);
  const [shortened, setShortened] = useState<string | null>(null);
  useEffect(() => {
    const [element, probe] = [heading.current, ruler.current];
    if (element === null || probe === null) return;
    // Called once when it begins, before the first paint. The heading is as wide as the full name makes it, so that
    // shortening it changes no width.
    const observer = new ResizeObserver(() => setShortened(fitInto(probe, name)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [name]);
  const isShortened = shortened !== null;
  return (
    <h1
      ref={heading}
      className={classNames(styles['name'], isMono && styles['isMono'])}
      title={name}
      // Focus shows the full name.
      {...(isShortened && { tabIndex: 0, 'data-shortened': true })}
    >
      <span className={styles['full']}>{name}</span>
      {isShortened && (
        <span className={styles['short']} aria-hidden>
          {shortened}
        </span>
      )}
      <span ref={ruler} className={styles['ruler']} aria-hidden />
    </h1>
  );
}

/** The name without so much of its middle that it fits; null where all of it does. */
function fitInto(probe: HTMLElement, name: string): string | null {
  const heightOf = (text: string) => {
    probe.textContent = text;
    return probe.getBoundingClientRect().height;
  };
  // Heights may differ by rounding.
  const limit = heightOf('x') * MAX_LINES + 1;
  const characters = Array.from(name);
  const keeping = (count: number) =>
    `${characters.slice(0, Math.ceil(count / 2)).join('')}…${characters.slice(characters.length - Math.floor(count / 2)).join('')}`;
  let shortened: string | null = null;
  if (heightOf(name) > limit) {
    let [fitting, tooMany] = [0, characters.length];
    while (tooMany - fitting > 1) {
      const count = Math.floor((fitting + tooMany) / 2);
      if (heightOf(keeping(count)) > limit) tooMany = count;
      else fitting = count;
    }
    shortened = keeping(fitting);
  }
  probe.textContent = '';
  return shortened;
}
