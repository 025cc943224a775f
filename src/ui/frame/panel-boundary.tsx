import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { createContext, use, type ReactNode } from 'react';
import { Banner } from '../kit/banner.tsx';
import { ChunkError } from '../kit/load-chunk.ts';
import { ErrorButtons, ErrorMessage } from './error-details.tsx';
import styles from './error-details.module.css';
import { useRetry } from './use-retry.ts';

interface PanelBoundaryProps {
  /** The panel at the start of a sentence: "The history". */
  readonly what: string;
  /** The panel is shown again when this value changes. */
  readonly resetKey?: unknown;
  /** Renders the error where the panel was, for example in a flyout of the same width. */
  readonly frame?: (error: ReactNode) => ReactNode;
  readonly children: ReactNode;
}

const FailedPanel = createContext<Pick<PanelBoundaryProps, 'what' | 'frame'>>({ what: 'This part' });

/** Shows an error that a panel throws in place of the panel; the rest of the screen keeps working. */
export function PanelBoundary({ what, resetKey, frame, children }: PanelBoundaryProps) {
  return (
    <FailedPanel value={{ what, ...(frame && { frame }) }}>
      <CatchBoundary getResetKey={() => resetKey} errorComponent={PanelError}>
        {children}
      </CatchBoundary>
    </FailedPanel>
  );
}

function PanelError({ error, reset }: ErrorComponentProps) {
  const { what, frame } = use(FailedPanel);
  const retry = useRetry();
  const banner = (
    <Banner
      kind="danger"
      title={error instanceof ChunkError ? `${what} could not be loaded` : `${what} stopped because of an error`}
      actions={
        <ErrorButtons
          error={error}
          size="small"
          onRetry={() => {
            retry();
            reset();
          }}
        />
      }
    >
      <ErrorMessage error={error} />
    </Banner>
  );
  return frame === undefined ? <div className={styles['boxed']}>{banner}</div> : frame(banner);
}
