// The icons that only screens show which come when they are opened, apart so that the first load is without them. The
// shapes are those of Lucide 1.75.0 (lucide.dev), under the licences in LICENSE beside this file.
import { icon } from './icon.ts';

export const Circle = /* @__PURE__ */ icon([['circle', { cx: '12', cy: '12', r: '10' }]]);
export const Columns3 = /* @__PURE__ */ icon([
  ['rect', { width: '18', height: '18', x: '3', y: '3', rx: '2' }],
  ['path', { d: 'M9 3v18' }],
  ['path', { d: 'M15 3v18' }],
]);
export const Combine = /* @__PURE__ */ icon([
  ['path', { d: 'M14 3a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1' }],
  ['path', { d: 'M19 3a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1' }],
  ['path', { d: 'm7 15 3 3' }],
  ['path', { d: 'm7 21 3-3H5a2 2 0 0 1-2-2v-2' }],
  ['rect', { x: '14', y: '14', width: '7', height: '7', rx: '1' }],
  ['rect', { x: '3', y: '3', width: '7', height: '7', rx: '1' }],
]);
export const CopyPlus = /* @__PURE__ */ icon([
  ['line', { x1: '15', x2: '15', y1: '12', y2: '18' }],
  ['line', { x1: '12', x2: '18', y1: '15', y2: '15' }],
  ['rect', { width: '14', height: '14', x: '8', y: '8', rx: '2', ry: '2' }],
  ['path', { d: 'M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2' }],
]);
export const Cpu = /* @__PURE__ */ icon([
  ['path', { d: 'M12 20v2' }],
  ['path', { d: 'M12 2v2' }],
  ['path', { d: 'M17 20v2' }],
  ['path', { d: 'M17 2v2' }],
  ['path', { d: 'M2 12h2' }],
  ['path', { d: 'M2 17h2' }],
  ['path', { d: 'M2 7h2' }],
  ['path', { d: 'M20 12h2' }],
  ['path', { d: 'M20 17h2' }],
  ['path', { d: 'M20 7h2' }],
  ['path', { d: 'M7 20v2' }],
  ['path', { d: 'M7 2v2' }],
  ['rect', { x: '4', y: '4', width: '16', height: '16', rx: '2' }],
  ['rect', { x: '8', y: '8', width: '8', height: '8', rx: '1' }],
]);
export const DoorClosed = /* @__PURE__ */ icon([
  ['path', { d: 'M19 21V5a2 2 0 00-2-2H7a2 2 0 00-2 2v16' }],
  ['path', { d: 'M2 21h20' }],
  ['path', { d: 'M9 12h.01' }],
]);
export const DoorOpen = /* @__PURE__ */ icon([
  ['path', { d: 'M10 21H2' }],
  ['path', { d: 'M10 3H7a2 2 0 00-2 2v16' }],
  ['path', { d: 'M14 12h.01' }],
  ['path', { d: 'M19 21V5a2 2 0 00-1.675-1.974l-6.163-1.013A1 1 0 0010 3v18a1 1 0 001.124.992z' }],
  ['path', { d: 'M22 21h-3' }],
]);
export const FileCheck = /* @__PURE__ */ icon([
  [
    'path',
    {
      d: 'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z',
    },
  ],
  ['path', { d: 'M14 2v5a1 1 0 0 0 1 1h5' }],
  ['path', { d: 'm9 15 2 2 4-4' }],
]);
export const FileClock = /* @__PURE__ */ icon([
  [
    'path',
    { d: 'M16 22h2a2 2 0 0 0 2-2V8a2.4 2.4 0 0 0-.706-1.706l-3.588-3.588A2.4 2.4 0 0 0 14 2H6a2 2 0 0 0-2 2v2.85' },
  ],
  ['path', { d: 'M14 2v5a1 1 0 0 0 1 1h5' }],
  ['path', { d: 'M8 14v2.2l1.6 1' }],
  ['circle', { cx: '8', cy: '16', r: '6' }],
]);
export const FileCog = /* @__PURE__ */ icon([
  ['path', { d: 'M15 8a1 1 0 0 1-1-1V2a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8z' }],
  ['path', { d: 'M20 8v12a2 2 0 0 1-2 2h-4.182' }],
  ['path', { d: 'm3.305 19.53.923-.382' }],
  ['path', { d: 'M4 10.592V4a2 2 0 0 1 2-2h8' }],
  ['path', { d: 'm4.228 16.852-.924-.383' }],
  ['path', { d: 'm5.852 15.228-.383-.923' }],
  ['path', { d: 'm5.852 20.772-.383.924' }],
  ['path', { d: 'm8.148 15.228.383-.923' }],
  ['path', { d: 'm8.53 21.696-.382-.924' }],
  ['path', { d: 'm9.773 16.852.922-.383' }],
  ['path', { d: 'm9.773 19.148.922.383' }],
  ['circle', { cx: '7', cy: '18', r: '3' }],
]);
export const FileDiff = /* @__PURE__ */ icon([
  [
    'path',
    {
      d: 'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z',
    },
  ],
  ['path', { d: 'M9 10h6' }],
  ['path', { d: 'M12 13V7' }],
  ['path', { d: 'M9 17h6' }],
]);
export const FilePlus2 = /* @__PURE__ */ icon([
  [
    'path',
    { d: 'M11.35 22H6a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.706.706l3.588 3.588A2.4 2.4 0 0 1 20 8v5.35' },
  ],
  ['path', { d: 'M14 2v5a1 1 0 0 0 1 1h5' }],
  ['path', { d: 'M14 19h6' }],
  ['path', { d: 'M17 16v6' }],
]);
export const FileUp = /* @__PURE__ */ icon([
  [
    'path',
    {
      d: 'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z',
    },
  ],
  ['path', { d: 'M14 2v5a1 1 0 0 0 1 1h5' }],
  ['path', { d: 'M12 12v6' }],
  ['path', { d: 'm15 15-3-3-3 3' }],
]);
export const Flame = /* @__PURE__ */ icon([
  ['path', { d: 'M12 3q1 4 4 6.5t3 5.5a1 1 0 0 1-14 0 5 5 0 0 1 1-3 1 1 0 0 0 5 0c0-2-1.5-3-1.5-5q0-2 2.5-4' }],
]);
export const FolderOpen = /* @__PURE__ */ icon([
  [
    'path',
    {
      d: 'm6 14 1.5-2.9A2 2 0 0 1 9.24 10H20a2 2 0 0 1 1.94 2.5l-1.54 6a2 2 0 0 1-1.95 1.5H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h3.9a2 2 0 0 1 1.69.9l.81 1.2a2 2 0 0 0 1.67.9H18a2 2 0 0 1 2 2v2',
    },
  ],
]);
export const GripVertical = /* @__PURE__ */ icon([
  ['circle', { cx: '9', cy: '12', r: '1' }],
  ['circle', { cx: '9', cy: '5', r: '1' }],
  ['circle', { cx: '9', cy: '19', r: '1' }],
  ['circle', { cx: '15', cy: '12', r: '1' }],
  ['circle', { cx: '15', cy: '5', r: '1' }],
  ['circle', { cx: '15', cy: '19', r: '1' }],
]);
export const Merge = /* @__PURE__ */ icon([
  ['path', { d: 'm8 6 4-4 4 4' }],
  ['path', { d: 'M12 2v10.3a4 4 0 0 1-1.172 2.872L4 22' }],
  ['path', { d: 'm20 22-5-5' }],
]);
export const Move = /* @__PURE__ */ icon([
  ['path', { d: 'M12 2v20' }],
  ['path', { d: 'm15 19-3 3-3-3' }],
  ['path', { d: 'm19 9 3 3-3 3' }],
  ['path', { d: 'M2 12h20' }],
  ['path', { d: 'm5 9-3 3 3 3' }],
  ['path', { d: 'm9 5 3-3 3 3' }],
]);
export const Pause = /* @__PURE__ */ icon([
  ['rect', { x: '14', y: '3', width: '5', height: '18', rx: '1' }],
  ['rect', { x: '5', y: '3', width: '5', height: '18', rx: '1' }],
]);
export const Play = /* @__PURE__ */ icon([
  ['path', { d: 'M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z' }],
]);
export const RefreshCcw = /* @__PURE__ */ icon([
  ['path', { d: 'M21 12a9 9 0 0 0-9-9 9.75 9.75 0 0 0-6.74 2.74L3 8' }],
  ['path', { d: 'M3 3v5h5' }],
  ['path', { d: 'M3 12a9 9 0 0 0 9 9 9.75 9.75 0 0 0 6.74-2.74L21 16' }],
  ['path', { d: 'M16 16h5v5' }],
]);
export const Rows3 = /* @__PURE__ */ icon([
  ['rect', { width: '18', height: '18', x: '3', y: '3', rx: '2' }],
  ['path', { d: 'M21 9H3' }],
  ['path', { d: 'M21 15H3' }],
]);
export const Send = /* @__PURE__ */ icon([
  [
    'path',
    {
      d: 'M14.536 21.686a.5.5 0 0 0 .937-.024l6.5-19a.496.496 0 0 0-.635-.635l-19 6.5a.5.5 0 0 0-.024.937l7.93 3.18a2 2 0 0 1 1.112 1.11z',
    },
  ],
  ['path', { d: 'm21.854 2.147-10.94 10.939' }],
]);
export const SkipBack = /* @__PURE__ */ icon([
  ['path', { d: 'M17.971 4.285A2 2 0 0 1 21 6v12a2 2 0 0 1-3.029 1.715l-9.997-5.998a2 2 0 0 1-.003-3.432z' }],
  ['path', { d: 'M3 20V4' }],
]);
export const Snowflake = /* @__PURE__ */ icon([
  ['path', { d: 'm10 20-1.25-2.5L6 18' }],
  ['path', { d: 'M10 4 8.75 6.5 6 6' }],
  ['path', { d: 'm14 20 1.25-2.5L18 18' }],
  ['path', { d: 'm14 4 1.25 2.5L18 6' }],
  ['path', { d: 'm17 21-3-6h-4' }],
  ['path', { d: 'm17 3-3 6 1.5 3' }],
  ['path', { d: 'M2 12h6.5L10 9' }],
  ['path', { d: 'm20 10-1.5 2 1.5 2' }],
  ['path', { d: 'M22 12h-6.5L14 15' }],
  ['path', { d: 'm4 10 1.5 2L4 14' }],
  ['path', { d: 'm7 21 3-6-1.5-3' }],
  ['path', { d: 'm7 3 3 6h4' }],
]);
export const Split = /* @__PURE__ */ icon([
  ['path', { d: 'M16 3h5v5' }],
  ['path', { d: 'M8 3H3v5' }],
  ['path', { d: 'M12 22v-8.3a4 4 0 0 0-1.172-2.872L3 3' }],
  ['path', { d: 'm15 9 6-6' }],
]);
export const Square = /* @__PURE__ */ icon([['rect', { width: '18', height: '18', x: '3', y: '3', rx: '2' }]]);
export const StepBack = /* @__PURE__ */ icon([
  ['path', { d: 'M13.971 4.285A2 2 0 0 1 17 6v12a2 2 0 0 1-3.029 1.715l-9.997-5.998a2 2 0 0 1-.003-3.432z' }],
  ['path', { d: 'M21 20V4' }],
]);
export const StepForward = /* @__PURE__ */ icon([
  ['path', { d: 'M10.029 4.285A2 2 0 0 0 7 6v12a2 2 0 0 0 3.029 1.715l9.997-5.998a2 2 0 0 0 .003-3.432z' }],
  ['path', { d: 'M3 4v16' }],
]);
export const Table = /* @__PURE__ */ icon([
  ['path', { d: 'M12 3v18' }],
  ['rect', { width: '18', height: '18', x: '3', y: '3', rx: '2' }],
  ['path', { d: 'M3 9h18' }],
  ['path', { d: 'M3 15h18' }],
]);
