/**
 * Tells if somebody uses the page. An open page makes calls by itself too, for example after a change, and those must not keep an
 * administrator's session alive (docs/decisions/032).
 */

const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

let lastInput = 0
let lastCall = -1

if (typeof window !== 'undefined') {
  const note = () => {
    lastInput = performance.now()
  }
  for (const input of INPUTS) window.addEventListener(input, note, { capture: true, passive: true })
}

/**
 * For a call that is about to be made: whether nobody has touched the page since the one before. The first of a
 * page always counts, because somebody has opened it.
 */
export function isByItself(): boolean {
  const byItself = lastInput <= lastCall
  lastCall = performance.now()
  return byItself
}

/** Sent by a page with what it asks for by itself; names of headers are in lower case. */
export const BACKGROUND_HEADER = 'x-background'
