import { useMachine } from '@xstate/react';
import { useMemo, useState } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import type { Pointer } from '#domain/json';
import { visibleRows, type FieldId } from '#domain/mapping';
import type { ReplayFile } from '../../../machines/replay/replay-file.ts';
import { replayPlayerMachine } from '../../../machines/replay/replay-player-machine.ts';
import {
  openTimeline,
  type ReplayFrame,
  type ReplayMoment,
  type ReplayTimeline,
} from '../../../machines/replay/replay-timeline.ts';
import { Pause, Play, SkipBack, StepBack, StepForward } from '../../kit/icons/screen-icons.ts';
import { DEFAULT_ENGINE } from '../../platform/target-engines.ts';
import { FieldTree } from '../../editor/fields/field-tree.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import { Select } from '../../kit/select.tsx';
import { exactTime } from '../../files/relative-time.ts';
import { Chip } from '../../kit/chip.tsx';
import { describeMoment } from './moment-labels.ts';
import { SessionLine, UnappliedForms } from './session-line.tsx';
import common from '../../kit/common.module.css';
import styles from './replay-screen.module.css';

/** Playback speeds, as multiples of the recorded speed. */
const SPEEDS = [0.5, 1, 2, 5, 20];
const TARGET: TargetEngine = DEFAULT_ENGINE;
const doNothing = () => undefined;

/** Plays one visit: the tree as it was shown, the step in words, and the controls to move between steps. */
export function ReplayView({ replay, visit }: { readonly replay: ReplayFile; readonly visit: string | null }) {
  const timeline = useMemo(() => openTimeline(replay, visit), [replay, visit]);
  const { moments } = timeline;
  const [player, send] = useMachine(replayPlayerMachine, { input: { times: moments.map(({ at }) => Date.parse(at)) } });
  const { position, speed } = player.context;
  const isPlaying = player.matches('playing');
  const frame = useMemo(() => timeline.frameAt(position), [timeline, position]);
  const seek = (wanted: number) => send({ type: 'SEEK', position: wanted });
  const last = moments.length - 1;
  return (
    <section className={common['restOfHeight']} aria-label="Replay">
      <div className={styles['player']}>
        <div className={styles['buttons']} role="group" aria-label="Player">
          <IconButton icon={SkipBack} label="Skip to start" isDisabled={position === 0} onPress={() => seek(0)} />
          <IconButton
            icon={StepBack}
            label="Step back"
            isDisabled={position === 0}
            onPress={() => seek(position - 1)}
          />
          <IconButton
            icon={isPlaying ? Pause : Play}
            label={isPlaying ? 'Pause' : 'Play'}
            isDisabled={last === 0}
            onPress={() => send({ type: isPlaying ? 'PAUSE' : 'PLAY' })}
          />
          <IconButton
            icon={StepForward}
            label="Step forward"
            isDisabled={position === last}
            onPress={() => seek(position + 1)}
          />
        </div>
        <input
          type="range"
          className={styles['slider']}
          aria-label="Step"
          aria-valuetext={`Step ${position} of ${last}: ${describeMoment(moments[position] as ReplayMoment, replay.mappingsAt)}`}
          min={0}
          max={last}
          value={position}
          disabled={last === 0}
          onChange={({ currentTarget }) => seek(Number(currentTarget.value))}
        />
        <Select
          label="Speed"
          isLabelHidden
          items={SPEEDS.map((value) => ({ id: String(value), label: `${value}×` }))}
          value={String(speed)}
          onChange={(value) => send({ type: 'SET_SPEED', speed: Number(value) })}
        />
      </div>
      <div className={styles['stage']}>
        <div className={common['restOfWidth']}>
          <SessionLine frame={frame} mappingsAt={replay.mappingsAt} />
          <UnappliedForms frame={frame} mappingsAt={replay.mappingsAt} />
          <ShownTree frame={frame} mappingsAt={replay.mappingsAt} />
        </div>
        <StepList timeline={timeline} mappingsAt={replay.mappingsAt} position={position} onSeek={seek} />
      </div>
    </section>
  );
}

interface FrameProps {
  readonly frame: ReplayFrame;
  readonly mappingsAt: Pointer;
}

function ShownTree({ frame: { body, session }, mappingsAt }: FrameProps) {
  const [chosenId, setChosenId] = useState<FieldId | null>(null);
  const rows = visibleRows(body, mappingsAt, session.expansion);
  if (rows.count === 0) return <p className={styles['empty']}>No fields yet.</p>;
  return (
    <FieldTree
      label="Fields at this step"
      rows={rows}
      target={TARGET}
      activeId={chosenId ?? session.activeField}
      onActiveId={setChosenId}
      onToggle={doNothing}
      isIdle
      editedId={session.fieldToEdit}
    />
  );
}

/** How many steps are listed before and after the current one. */
const AROUND = 4;
const KINDS = { start: 'Start', event: 'Change', session: 'Session' } as const;
const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 1,
});

interface StepListProps {
  readonly timeline: ReplayTimeline;
  readonly mappingsAt: string;
  readonly position: number;
  readonly onSeek: (position: number) => void;
}

/** The steps around the current one; pressing a step jumps to it. */
function StepList({ timeline, mappingsAt, position, onSeek }: StepListProps) {
  const first = Math.max(0, position - AROUND);
  return (
    <ol className={styles['steps']} aria-label="Steps" start={first}>
      {timeline.moments.slice(first, position + AROUND + 1).map((moment, offset) => {
        const index = first + offset;
        return (
          <li key={index}>
            <button
              type="button"
              className={styles['step']}
              onClick={() => onSeek(index)}
              {...(index === position && { 'aria-current': 'step' as const })}
            >
              <span>{describeMoment(moment, mappingsAt)}</span>
              <span className={common['mutedSmall']}>
                {KINDS[moment.kind]} ·{' '}
                <time dateTime={moment.at} title={exactTime(moment.at)}>
                  {clockTime(moment.at)}
                </time>
              </span>
              {timeline.isStray(index) && <Chip tone="warning">differs from recording</Chip>}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** Time with tenths of a second; the date is shown above the player. */
function clockTime(at: string): string {
  const time = Date.parse(at);
  return Number.isNaN(time) ? at : clock.format(time);
}
