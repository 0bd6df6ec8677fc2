// Drawn by `npm run icons` from Lucide (ISC licence).
import { drawIcon } from '../draw-icon'

export const CalendarClock = drawIcon([['path', { d: 'M16 2v3' }], ['path', { d: 'M17 15.5v1.7l1 .625' }], ['path', { d: 'M21 8.936V5a2 2 0 00-2-2H5a2 2 0 00-2 2v14a2 2 0 002 2h3.935' }], ['path', { d: 'M3 9h9.873' }], ['path', { d: 'M8 2v3' }], ['circle', { cx: '17', cy: '17', r: '5' }]])
