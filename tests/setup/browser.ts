import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { installComputedStyle } from './computed-style'

/** What every component test starts from: an empty page, and the parts of a browser that jsdom lacks. */

// Files share the libraries and the document of a worker (vitest.config.ts): the shop's own modules, with all that they
// keep, stand-ins and the page itself begin anew in each.
vi.resetModules()
vi.resetAllMocks()
document.head.replaceChildren()
document.body.replaceChildren()
history.replaceState(null, '', '/')

// Before the modules of a file, some of which keep the function.
const { getComputedStyle } = window
installComputedStyle()
afterAll(() => {
  window.getComputedStyle = getComputedStyle
})

// With a file end the listeners of its modules, which would hear what is done in the next one.
const { addEventListener } = window
const heard: (() => void)[] = []
window.addEventListener = (...listener: Parameters<typeof addEventListener>) => {
  const [, , caller = ''] = new Error().stack?.split('\n') ?? []
  if (caller.includes('/src/')) heard.push(() => window.removeEventListener(...listener))
  addEventListener.apply(window, listener)
}
afterAll(() => {
  window.addEventListener = addEventListener
  for (const end of heard) end()
})

// What loads late takes its time on a busy machine: a toast once took longer than five seconds beside a load run.
configure({ asyncUtilTimeout: 12_000 })

/** Neither layout nor scrolling happens in jsdom, so an observer never has anything to tell. */
class SilentObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

/** A screen of no particular kind: light, wide, with a mouse and without a wish for less motion. */
const matchesNothing = (media: string) => ({
  media,
  matches: false,
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
})

beforeEach(() => {
  // Tells React that updates outside of `act` are mistakes of the test.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('ResizeObserver', SilentObserver)
  vi.stubGlobal('IntersectionObserver', SilentObserver)
  vi.stubGlobal('matchMedia', matchesNothing)
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work, 0))
  vi.stubGlobal('cancelIdleCallback', clearTimeout)
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView = () => {}
  Element.prototype.getAnimations = () => []
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})
