/** Named entities that other shops use in product descriptions. */

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  deg: '°',
  euro: '€',
  pound: '£',
}
const LOOKS_LIKE_MARKUP = /<\/?[a-z][^<>]{0,500}>/i

/** HTML as text with line breaks; other texts stay as they are. */
export function plainTextOf(html: string): string {
  if (!LOOKS_LIKE_MARKUP.test(html)) return html
  return html
    .replaceAll(/<(?:style|script)\b[^<>]{0,500}>[^<]{0,10000}<\/(?:style|script)>/gi, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<li\b[^<>]{0,500}>/gi, '\n- ')
    .replaceAll(/<(?:br|\/p|\/div|\/h[1-6]|\/ul|\/ol|\/tr|\/table)\b[^<>]{0,500}>/gi, '\n')
    .replaceAll(/<\/?[a-z!][^<>]{0,500}>/gi, '')
    .replaceAll(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,8}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole
      const code = Number.parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10)
      return code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ' '
    })
    .split('\n')
    .map((line) => line.trim())
    .filter((line, index, lines) => line !== '' || (lines[index - 1] ?? '') !== '')
    .join('\n')
    .trim()
}
