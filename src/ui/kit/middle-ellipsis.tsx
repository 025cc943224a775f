import styles from './middle-ellipsis.module.css';

/** Characters at the end that are always shown: a date and a sequence number. */
const END_LENGTH = 17;
/**
 * With fewer characters before those, the start may be narrower than the room reserved for it, which would show as a
 * gap.
 */
const LEAST_START_LENGTH = 6;

/**
 * A name that is shortened in the middle where there is not enough room, because names of one kind differ at the end.
 * Give the element around it the name as `aria-label`, or as text for screen readers.
 */
export function MiddleEllipsis({ text }: { readonly text: string }) {
  // Split by code points, so that no character is cut in half.
  const characters = [...text];
  if (characters.length < END_LENGTH + LEAST_START_LENGTH) return text;
  return (
    <span className={styles['whole']}>
      <span className={styles['start']}>{characters.slice(0, -END_LENGTH).join('')}</span>
      <span className={styles['end']}>{characters.slice(-END_LENGTH).join('')}</span>
    </span>
  );
}
