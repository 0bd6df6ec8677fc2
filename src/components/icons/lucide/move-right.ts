// Drawn by `npm run icons` from Lucide (ISC licence).
import { drawIcon } from '../draw-icon'

export const MoveRight = drawIcon([['path', { d: 'M18 8L22 12L18 16' }], ['path', { d: 'M2 12H22' }]])
