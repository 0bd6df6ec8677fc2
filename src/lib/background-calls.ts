/**
 * Tells if somebody uses the page. An open page makes calls by itself too, for example after a change, and those must not keep an
 * administrator's session alive (docs/decisions/010).
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
 * True if nobody has touched the page since the previous call; to be asked once for each call. A page's first call is never one of
 * its own: somebody has opened the page.
 */
export function isBackgroundCall(): boolean {
  const byItself = lastInput <= lastCall
  lastCall = performance.now()
  return byItself
}

/** Header of calls that a page makes by itself; in lower case, as Node has header names. */
export const BACKGROUND_HEADER = 'x-background'
