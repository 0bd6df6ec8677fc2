// Drawn by `npm run icons` from Lucide (ISC licence).
import { drawIcon } from '../draw-icon'

export const Minus = drawIcon([['path', { d: 'M5 12h14' }]])
