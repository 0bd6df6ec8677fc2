/** Writes XML, one element a line. An element without content is not written: readers of invoices refuse empty ones. */

/** Characters that XML 1.0 has no way to write (§2.2): control characters, and halves of characters. */
const UNFIT = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as it stands between tags and in attributes. */
export const escapeXml = (text: string): string => text.replaceAll(UNFIT, '').replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? '')

type Attributes = Record<string, string>
const tag = (name: string, attributes: Attributes) =>
  [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeXml(value)}"`)].join(' ')

/** An element with a text; '' without one. */
export function leaf(name: string, text: string | null | undefined, attributes: Attributes = {}): string {
  const shown = escapeXml(text ?? '').trim()
  return shown === '' ? '' : `<${tag(name, attributes)}>${shown}</${name}>`
}

/** An element with others, which are written already; '' if they all are. */
export function branch(name: string, children: readonly string[], attributes: Attributes = {}): string {
  const written = children.filter((child) => child !== '')
  return written.length === 0 ? '' : [`<${tag(name, attributes)}>`, ...written, `</${name}>`].join('\n')
}
