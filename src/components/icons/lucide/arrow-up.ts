// Drawn by `npm run icons` from Lucide (ISC licence).
import { drawIcon } from '../draw-icon'

export const ArrowUp = drawIcon([['path', { d: 'm5 12 7-7 7 7' }], ['path', { d: 'M12 19V5' }]])
