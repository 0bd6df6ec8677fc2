/** XML 1.0 cannot write control characters and lone surrogates (§2.2). */
const UNFIT = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeXml = (text: string): string => text.replaceAll(UNFIT, '').replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? '')

type Attributes = Record<string, string>
const tag = (name: string, attributes: Attributes) =>
  [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeXml(value)}"`)].join(' ')

/** '' without a text: readers of invoices refuse empty elements. */
export function leaf(name: string, text: string | null | undefined, attributes: Attributes = {}): string {
  const shown = escapeXml(text ?? '').trim()
  return shown === '' ? '' : `<${tag(name, attributes)}>${shown}</${name}>`
}

export function branch(name: string, children: readonly string[], attributes: Attributes = {}): string {
  const written = children.filter((child) => child !== '')
  return written.length === 0 ? '' : [`<${tag(name, attributes)}>`, ...written, `</${name}>`].join('\n')
}
