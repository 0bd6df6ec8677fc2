// Drawn by `npm run icons` from Lucide (ISC licence).
import { drawIcon } from '../draw-icon'

export const Check = drawIcon([['path', { d: 'M20 6 9 17l-5-5' }]])
