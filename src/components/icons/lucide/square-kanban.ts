// Drawn by `npm run icons` from Lucide (ISC licence).
import { drawIcon } from '../draw-icon'

export const SquareKanban = drawIcon([['rect', { width: '18', height: '18', x: '3', y: '3', rx: '2' }], ['path', { d: 'M8 7v7' }], ['path', { d: 'M12 7v4' }], ['path', { d: 'M16 7v9' }]])
