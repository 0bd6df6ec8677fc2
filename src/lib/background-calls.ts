/**
 * Whether somebody is in front of the page: a page that is open asks by itself too, as after a change of what it
 * shows, and that must not keep an administrator's session from ending (docs/decisions/032).
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
