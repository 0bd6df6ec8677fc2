// Drawn by `npm run icons` from Lucide (ISC licence).
import { drawIcon } from '../draw-icon'

export const ChevronRight = drawIcon([['path', { d: 'm9 18 6-6-6-6' }]])
