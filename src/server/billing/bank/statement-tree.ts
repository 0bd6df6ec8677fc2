/** Ignores namespace prefixes. */

const localName = (key: string) => key.slice(key.indexOf(':') + 1)

function elements(of: unknown, name: string): unknown[] {
  if (Array.isArray(of)) return of.flatMap((each) => elements(each, name))
  if (typeof of !== 'object' || of === null) return []
  return Object.entries(of).flatMap(([key, value]): unknown[] =>
    localName(key).toUpperCase() === name.toUpperCase() ? (Array.isArray(value) ? value : [value]) : [],
  )
}

export const below = (of: unknown, ...path: string[]): unknown[] =>
  path.reduce<unknown[]>((found, name) => found.flatMap((each) => elements(each, name)), [of])

/** '' without text; attributes are ignored. */
function ownText(element: unknown): string {
  if (typeof element === 'string') return element.trim()
  const [inner] = typeof element === 'object' && element !== null && '#text' in element ? [element['#text']] : []
  return typeof inner === 'string' ? inner.trim() : ''
}

export const textAt = (of: unknown, ...path: string[]): string =>
  below(of, ...path)
    .map(ownText)
    .find((text) => text !== '') ?? ''

export const textsAt = (of: unknown, ...path: string[]): string[] =>
  below(of, ...path)
    .map(ownText)
    .filter((text) => text !== '')
