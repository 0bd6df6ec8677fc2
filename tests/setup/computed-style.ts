/**
 * jsdom's `getComputedStyle` goes through its whole style sheet for each element that is asked about, and a query by role asks
 * about each element of the page: two fifths of the component tests went into it. Here jsdom is asked once for each kind of
 * element; what elements say themselves is laid over its answer. A page that has style sheets is jsdom's own matter.
 */
export function installComputedStyle(): void {
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

/** What jsdom's style sheet asks of an element beside its name, as far as the shop's pages have it. */
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
