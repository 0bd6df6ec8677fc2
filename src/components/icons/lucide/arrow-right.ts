// Drawn by `npm run icons` from Lucide (ISC licence).
import { drawIcon } from '../draw-icon'

export const ArrowRight = drawIcon([['path', { d: 'M5 12h14' }], ['path', { d: 'm12 5 7 7-7 7' }]])
