import { cleanup, configure } from '@testing-library/react'
import { toast } from 'react-hot-toast/headless'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'

/** Starts every component test from an empty page, and with the parts of a browser that jsdom lacks. */

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

// Late parts take their time on a busy machine: a toast once took longer than five seconds beside a load run.
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
  // Drafts of what was typed before.
  sessionStorage.clear()
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
  // Of a library, which the files of a worker share.
  toast.removeAll()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

/**
 * jsdom's `getComputedStyle` goes through its whole style sheet for each element that is asked about, and a query by role asks
 * about each element of the page: two fifths of the component tests went into it. Here jsdom is asked once for each kind of
 * element; what elements say themselves is laid over its answer. A page that has style sheets is jsdom's own matter.
 */
function installComputedStyle(): void {
  const askJsdom = window.getComputedStyle
  const answers = new Map<string, CSSStyleDeclaration>()

  const styleOfKind = (element: Element): CSSStyleDeclaration => {
    const kind = `${element.namespaceURI} ${element.localName} ${kindAttributes.map((name) => element.getAttribute(name)).join()}`
    const known = answers.get(kind)
    if (known) return known
    const bare = document.createElementNS(element.namespaceURI, element.localName)
    for (const name of kindAttributes) if (element.hasAttribute(name)) bare.setAttribute(name, element.getAttribute(name) ?? '')
    const style = askJsdom.call(window, bare)
    answers.set(kind, style)
    return style
  }

  window.getComputedStyle = (element, pseudo) => {
    if (document.styleSheets.length > 0) return askJsdom.call(window, element, pseudo)
    const valueOf = (name: string): string => {
      if (inherited.includes(name)) return nearest(element, name) ?? styleOfKind(element).getPropertyValue(name)
      return ownValue(element, name) || styleOfKind(element).getPropertyValue(name)
    }
    return new Proxy(styleOfKind(element), {
      get: (_style, name) => {
        if (name === 'getPropertyValue') return valueOf
        return typeof name === 'string' ? valueOf(name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)) : undefined
      },
    })
  }
}

/** jsdom's style sheet asks these of an element beside its name, as far as the shop's pages have them. */
const kindAttributes = ['hidden', 'open', 'type']

/** Of what jsdom passes down to the elements inside, what tests ask about. */
const inherited = ['visibility', 'pointer-events']

const ownValue = (element: Element, name: string) =>
  element instanceof HTMLElement || element instanceof SVGElement ? element.style.getPropertyValue(name) : ''

function nearest(element: Element, name: string): string | undefined {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const value = ownValue(at, name)
    if (value) return value
  }
  return undefined
}
