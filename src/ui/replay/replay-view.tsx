import { useMachine } from '@xstate/react';
import { Pause, Play, SkipBack, StepBack, StepForward } from 'lucide-react';
import { useMemo, useState } from 'react';
import { parseFieldId, visibleRows, type FieldId, type TargetEngine } from '../../domain/index.ts';
import type { ReplayFile } from '../../machines/replay/replay-file.ts';
import { replayPlayerMachine } from '../../machines/replay/replay-player-machine.ts';
import { replaySteps, type ReplayStep } from '../../machines/replay/replay-steps.ts';
import { exactTime } from '../drafts/relative-time.ts';
import { DEFAULT_ENGINE } from '../drafts/target-engines.ts';
import { FieldTree } from '../editor/field-tree.tsx';
import { shownName } from '../editor/field-words.ts';
import { Chip } from '../kit/chip.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import { Select } from '../kit/select.tsx';
import styles from './replay-screen.module.css';

/** How many steps before and after the present one are listed. */
const AROUND = 4;
/** How many times as fast as it happened. */
const SPEEDS = [0.5, 1, 2, 5, 20];
const TARGET: TargetEngine = DEFAULT_ENGINE;
const doNothing = () => undefined;

/** Plays one visit: the tree as it was shown, the step in words, and the way through them. */
export function ReplayView({ replay, visit }: { readonly replay: ReplayFile; readonly visit: string | null }) {
  const steps = useMemo(() => replaySteps(replay, visit), [replay, visit]);
  const [player, send] = useMachine(replayPlayerMachine, { input: { times: steps.map(({ at }) => Date.parse(at)) } });
  const { position, speed } = player.context;
  const isPlaying = player.matches('playing');
  const step = steps[position] as ReplayStep;
  const seek = (wanted: number) => send({ type: 'SEEK', position: wanted });
  return (
    <section className={styles['view']} aria-label="Replay">
      <div className={styles['player']}>
        <div className={styles['buttons']} role="group" aria-label="Player">
          <IconButton icon={SkipBack} label="To the start" isDisabled={position === 0} onPress={() => seek(0)} />
          <IconButton icon={StepBack} label="One step back" isDisabled={position === 0} onPress={() => seek(position - 1)} />
          <IconButton icon={isPlaying ? Pause : Play} label={isPlaying ? 'Pause' : 'Play'} isDisabled={steps.length < 2} onPress={() => send({ type: isPlaying ? 'PAUSE' : 'PLAY' })} />
          <IconButton icon={StepForward} label="One step on" isDisabled={position === steps.length - 1} onPress={() => seek(position + 1)} />
        </div>
        <input
          type="range"
          className={styles['slider']}
          aria-label="Step"
          aria-valuetext={`Step ${position} of ${steps.length - 1}: ${step.summary}`}
          min={0}
          max={steps.length - 1}
          value={position}
          disabled={steps.length < 2}
          onChange={({ currentTarget }) => seek(Number(currentTarget.value))}
        />
        <Select
          label="Speed"
          isLabelHidden
          items={SPEEDS.map((value) => ({ id: String(value), label: `${value} times` }))}
          value={String(speed)}
          onChange={(value) => send({ type: 'SET_SPEED', speed: Number(value) })}
        />
      </div>
      <div className={styles['stage']}>
        <div className={styles['shown']}>
          <SessionLine step={step} />
          <ShownTree step={step} />
        </div>
        <ol className={styles['steps']} aria-label="Steps">
          {steps.slice(Math.max(0, position - AROUND), position + AROUND + 1).map((other) => {
            const index = steps.indexOf(other);
            return (
              <li key={index}>
                <button type="button" className={styles['step']} onClick={() => seek(index)} {...(index === position && { 'aria-current': 'step' as const })}>
                  <span>{other.summary}</span>
                  <span className={styles['when']}>
                    {other.kind === 'event' ? 'Change' : other.kind === 'session' ? 'Session' : 'Start'} · <time dateTime={other.at}>{exactTime(other.at)}</time>
                  </span>
                  {!other.isAsRecorded && <Chip tone="warning">not as recorded</Chip>}
                </button>
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}

/** What the person had in hand, in words. */
function SessionLine({ step: { session, document } }: { readonly step: ReplayStep }) {
  const { search, creation, fieldToEdit, fieldToRemove, documentFields } = session;
  const named = (id: FieldId) => shownName(parseFieldId(id, document.mappingsAt)?.name ?? id);
  const parts = [
    ...(search.term === '' ? [] : [`searching "${search.term}"`]),
    ...(creation === null ? [] : [creation.parent === null ? 'adding a field' : `adding a field to ${named(creation.parent)}`]),
    ...(fieldToEdit === null ? [] : [`editing ${named(fieldToEdit)}`]),
    ...(documentFields.isConfirming ? ['asked to confirm a change of type'] : []),
    ...(fieldToRemove === null ? [] : [`asked to remove ${named(fieldToRemove)}`]),
    ...(documentFields.editor === 'json' ? ['looking at JSON'] : []),
  ];
  return <p className={styles['session']}>{parts.length === 0 ? 'Looking at the tree' : parts.join(', ')}</p>;
}

function ShownTree({ step: { document, session } }: { readonly step: ReplayStep }) {
  const [activeId, setActiveId] = useState<FieldId | null>(null);
  const rows = visibleRows(document.body, document.mappingsAt, session.expansion);
  if (rows.count === 0) return <p className={styles['empty']}>There are no fields yet.</p>;
  return <FieldTree label="Fields at this step" rows={rows} target={TARGET} activeId={activeId} onActiveId={setActiveId} onToggle={doNothing} isIdle editedId={session.fieldToEdit} />;
}
