// Drawn by `npm run icons` from Lucide (ISC licence).
import { drawIcon } from '../draw-icon'

export const ChevronLeft = drawIcon([['path', { d: 'm15 18-6-6 6-6' }]])
