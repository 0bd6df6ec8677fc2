// Drawn by `npm run icons` from Lucide (ISC licence).
import { drawIcon } from '../draw-icon'

export const ChevronDown = drawIcon([['path', { d: 'm6 9 6 6 6-6' }]])
