import { StrictMode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import '../kit/theme/tokens.css';
import '../kit/theme/base.css';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { ObjectName } from './object-name.tsx';

const LONG = 'logs-kubernetes.container_logs-production-eu-central-1-2026.11.25-000042';
const heading = () => page.getByRole('heading', { level: 1 });

afterEach(() => document.getSelection()?.removeAllRanges());

async function show(name: string, width: number) {
  const inBox = (wanted: number) => (
    <StrictMode>
      <main className="mapledger" style={{ display: 'flex', width: wanted }}>
        <ObjectName name={name} />
      </main>
    </StrictMode>
  );
  const { rerender } = await render(inBox(width));
  await expect.element(heading()).toBeVisible();
  return (wanted: number) => rerender(inBox(wanted));
}

/** What people see of the name. */
function seen(): string {
  const element = heading().element();
  const parts = [...element.children].filter((part) => {
    const { opacity, visibility } = getComputedStyle(part);
    return opacity !== '0' && visibility !== 'hidden';
  });
  return parts.map(({ textContent }) => textContent).join('');
}

describe('the name of an object', () => {
  it('is shown in full on one line, and on two', async () => {
    const resize = await show(LONG, 1000);
    await expect.poll(seen).toBe(LONG);
    expect(heading().element().getBoundingClientRect().height).toBe(18);
    await resize(440);
    await expect.poll(() => heading().element().getBoundingClientRect().height).toBe(36);
    expect(seen()).toBe(LONG);
    await expect.element(heading()).not.toHaveAttribute('tabindex');
  });

  it('is shortened in the middle where two lines do not hold it, until there is room again', async () => {
    const resize = await show(LONG, 160);
    await expect.poll(seen).toMatch(/^logs-.+….+-000042$/);
    expect(heading().element().getBoundingClientRect().height).toBe(36);
    await expect.element(heading()).toHaveAccessibleName(LONG);
    const narrow = seen().length;
    await resize(240);
    await expect.poll(() => seen().length).toBeGreaterThan(narrow);
    expect(seen()).toContain('…');
    await expectAccessible();
    await resize(700);
    await expect.poll(seen).toBe(LONG);
  });

  it('is shown in full by focus, and copied in full', async () => {
    await show(LONG, 160);
    await expect.poll(seen).toContain('…');
    await userEvent.tab();
    await expect.element(heading()).toHaveFocus();
    expect(seen()).toBe(LONG);
    await expectAccessible();
    heading().element().blur();
    document.getSelection()?.selectAllChildren(heading().element());
    expect(document.getSelection()?.toString()).toBe(LONG);
  });

  it('keeps whole characters', async () => {
    await show('🦜'.repeat(60), 90);
    await expect.poll(seen).toMatch(/^(?:🦜)+…(?:🦜)+$/u);
  });
});
