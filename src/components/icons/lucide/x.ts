// Drawn by `npm run icons` from Lucide (ISC licence).
import { drawIcon } from '../draw-icon'

export const X = drawIcon([['path', { d: 'M18 6 6 18' }], ['path', { d: 'm6 6 12 12' }]])
