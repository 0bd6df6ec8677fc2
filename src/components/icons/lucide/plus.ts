// Drawn by `npm run icons` from Lucide (ISC licence).
import { drawIcon } from '../draw-icon'

export const Plus = drawIcon([['path', { d: 'M5 12h14' }], ['path', { d: 'M12 5v14' }]])
