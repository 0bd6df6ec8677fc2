/** A page's own calls, for example after a change, must not keep an administrator's session alive (docs/decisions/010). */

const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

let lastInput = 0
let lastCall = -1

if (typeof window !== 'undefined') {
  const note = () => {
    lastInput = performance.now()
  }
  for (const input of INPUTS) window.addEventListener(input, note, { capture: true, passive: true })
}

/** True if nobody has touched the page since the previous call, so ask once for each call. A page's first call counts as a person's. */
export function isBackgroundCall(): boolean {
  const byItself = lastInput <= lastCall
  lastCall = performance.now()
  return byItself
}

/** In lower case, as Node names headers. */
export const BACKGROUND_HEADER = 'x-background'
