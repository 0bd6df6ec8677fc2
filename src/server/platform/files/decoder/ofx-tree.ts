/**
 * OFX 1 (SGML, without end tags for texts) and 2 (XML). Banks leave empty elements unclosed (`<BALAMT>` before a line's end), so only an
 * outer end tag shows that nothing was below.
 * @see https://financialdataexchange.org/ofx (OFX 1.6 and 2.3, chapter 2)
 */

interface Element {
  name: string
  below: [string, unknown][]
}

/** No statement is deeper than ten. */
const MOST_DEPTH = 40
const TAG = /<(\/?)([A-Za-z][\w.]{0,63})\s*(\/?)>([^<]*)/g

function grouped(below: readonly [string, unknown][]): Record<string, unknown> {
  const found = new Map<string, unknown[]>()
  for (const [name, value] of below) {
    const list = found.get(name)
    if (list) list.push(value)
    else found.set(name, [value])
  }
  return Object.fromEntries([...found].map(([name, values]) => [name, values.length === 1 ? values[0] : values]))
}

/** Null for a text that is no OFX, is cut off, or has unmatched end tags. */
export function ofxTree(text: string): Record<string, unknown> | null {
  const body = text
    .replaceAll(/<!--[\s\S]{0,10000}?-->|<[?!](?!\[CDATA)[^>]{0,2000}>/g, '')
    .replaceAll(/<!\[CDATA\[([^<\]]{0,2000})\]\]>/g, '$1')
  const root: Element = { name: '', below: [] }
  const open: Element[] = [root]
  let lastText = ''
  for (const [, slash, written = '', isEmpty, behind = ''] of body.matchAll(TAG)) {
    const name = written.toUpperCase()
    const top = open.at(-1) ?? root
    if (slash === '/') {
      const isOfText = lastText !== ''
      const at = lastText === name ? -1 : open.findLastIndex((each) => each.name === name)
      lastText = ''
      // Some banks close a text with the previous element's name.
      if (at === -1 && isOfText) continue
      if (at === -1) return null
      const [closed = top, ...unclosed] = open.splice(at)
      // The next element is a sibling of an empty, unclosed one.
      const below = [...closed.below, ...unclosed.flatMap((each): [string, unknown][] => [[each.name, ''], ...each.below])]
      open.at(-1)?.below.push([name, grouped(below)])
      continue
    }
    lastText = ''
    const value = behind.trim()
    if (isEmpty === '/') continue
    if (value !== '') {
      top.below.push([name, value])
      lastText = name
    } else if (open.length > MOST_DEPTH) return null
    else open.push({ name, below: [] })
  }
  return open.length === 1 && root.below.length > 0 ? grouped(root.below) : null
}
