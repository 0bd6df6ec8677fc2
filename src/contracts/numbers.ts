/**
 * Reads numbers of records ('rep 10007', '#10007', 'Invoice 2026/42') and of machines and parts ('S/N: ab-12 cd.', '(21)AB12CD'). Ignores
 * case, blanks, hyphens of any kind, leading signs, a final full stop, invisible characters and a missing prefix. Imports no validator,
 * because public pages load it.
 */

const LONGEST = 300

/** Zero-width characters, soft hyphens, direction and byte order marks. */
const HIDDEN = /\p{Cf}/gu
/** Unicode's dashes, minus sign and hyphen bullet. */
const HYPHENS = /[\p{Pd}\u2043\u2212]/gu
/** Number signs and quotes before a number; quotes and the end of a sentence after it. */
const BEFORE = /^[\s#"'‘’“”]+/
const BEHIND = new Set(' .,;:!?"\'‘’“”')

function withoutSigns(text: string): string {
  let end = text.length
  while (end > 0 && BEHIND.has(text.charAt(end - 1))) end -= 1
  return text.slice(0, end).replace(BEFORE, '')
}

/** A-Z only: some other letters become several. */
const upper = (text: string) => text.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase())

/** Normalises full-width characters, hyphens and blanks, and removes invisible characters and signs at both ends. Case stays. */
export function plainNumber(typed: string): string {
  const seen = typed.slice(0, LONGEST).replaceAll(HIDDEN, '').normalize('NFKC').replaceAll(HIDDEN, '').slice(0, LONGEST)
  return withoutSigns(seen.replaceAll(HYPHENS, '-').replaceAll(/\s+/g, ' '))
}

interface Form {
  prefix: string
  /** The prefix and its usual words, in capitals. */
  word: RegExp
  /** With a year: 'INV-2026-00042'. */
  isYearly?: boolean
}

/** Orders have the shop platform's numbers, or 'ORD-1001'. */
const forms = {
  repairs: { prefix: 'REP', word: /^REP(?:AIR)?/ },
  tradeIns: { prefix: 'TRD', word: /^(?:TRD|TRADE[ -]?IN)/ },
  orders: { prefix: 'ORD', word: /^ORD(?:ER)?/ },
  units: { prefix: 'U', word: /^U(?:NIT)?/ },
  parts: { prefix: 'P', word: /^P(?:ART)?/ },
  // Also in the languages of neighbouring banks, as in INVOICE_WITHIN.
  invoices: {
    prefix: 'INV',
    word: /^(?:INV(?:OICE)?|BILL|RECHNUNGS?|(?<![A-Z])RE|FACTUUR|FACTURE|FATTURA|FACTURA|ARVE|LASKU)/,
    isYearly: true,
  },
  creditNotes: { prefix: 'CN', word: /^(?:CN|CREDIT[ -]?NOTE)/, isYearly: true },
} as const satisfies Record<string, Form>

type NumberedKind = keyof typeof forms

/** A few signs, and 'no.'. */
const BETWEEN = /^[\s\-_/.:#]{0,3}(?:N(?:O|R|UMBER)[\s\-_/.:#]{1,3})?/
const DIGITS = /^[\dOIL]{1,18}$/
const YEAR_AND_PLACE = /^(\d{4})(?:[\s\-_/.]{1,3}(\d{1,9})|(\d{5}))$/

/** After a prefix this many letters or more are a number; fewer are a word. */
const FEWEST_LETTERS = 4

/** Reads O as 0, and I and l as 1, in places for digits. */
const digitsOf = (read: string, hasWord: boolean) =>
  /\d/.test(read) || (hasWord && read.length >= FEWEST_LETTERS) ? read.replaceAll('O', '0').replaceAll(/[IL]/g, '1') : null

const placed = (prefix: string, year: string, place: string) => `${prefix}-${year}-${place.padStart(5, '0')}`

/** Null if the text is no number of the kind. */
function read(kind: NumberedKind, plain: string): { number: string; hasWord: boolean } | null {
  const { prefix, word, isYearly = false }: Form = forms[kind]
  const text = upper(plain)
  const [written] = word.exec(text) ?? []
  const hasWord = written !== undefined
  const rest = hasWord ? text.slice(written.length).replace(BETWEEN, '') : text
  if (isYearly) {
    const [, year, place, joined] = YEAR_AND_PLACE.exec(rest) ?? []
    return year === undefined ? null : { number: placed(prefix, year, place ?? joined ?? ''), hasWord }
  }
  const digits = DIGITS.test(rest) ? digitsOf(rest, hasWord) : null
  return digits === null ? null : { number: `${prefix}-${digits}`, hasWord }
}

/** Spellings to search a typed number by, exact ones first: as typed, normalised, in capitals, and as the shop writes the kind. */
export function numberSpellings(kind: NumberedKind, typed: string): string[] {
  const plain = plainNumber(typed)
  const number = read(kind, plain)?.number
  const signed = kind === 'orders' ? [`#${plain}`] : []
  const all = [typed, typed.trim(), plain, upper(plain), ...(number === undefined ? [] : [number]), ...signed]
  return [...new Set(all)].filter((spelling) => spelling !== '' && !spelling.includes('\0'))
}

/** 'repair no. 10007' → REP-10007; needs the kind before the number. */
export function writtenNumbers(typed: string): string[] {
  const plain = plainNumber(typed)
  const kindsOfNumbers: NumberedKind[] = ['repairs', 'tradeIns', 'orders', 'units', 'parts', 'invoices', 'creditNotes']
  return kindsOfNumbers.flatMap((kind) => {
    const found = read(kind, plain)
    // A year and a number need no prefix.
    return found && (found.hasWord || kind === 'invoices') ? [found.number] : []
  })
}

/** One spelling per number for counting attempts; without a prefix it counts as a repair's. */
export const countedSpelling = (typed: string): string => writtenNumbers(typed)[0] ?? numberSpellings('repairs', typed).at(-1) ?? ''

const INVOICE_WITHIN =
  /(?:INV(?:OICE)?|BILL|RECHNUNGS?|(?<![A-Z])RE|FACTUUR|FACTURE|FATTURA|FACTURA|ARVE|LASKU)[\s\-_/.:#]{0,3}(?:N(?:O|R|UM(?:BER|MER|ERO)?|°)?(?:[\s\-_/.:#]{1,3}|(?=\d)))?(\d{4})[\s\-_/.]{0,3}(\d{1,9})(?!\d)/g
const REPAIR_WITHIN = /REP(?:AIR)?[\s\-_/.:#]{0,3}(?:N(?:O|R|UMBER)(?:[\s\-_/.:#]{1,3}|(?=\d)))?(\d{1,12})(?!\d)/g
/** A year, a sign and at least five digits are an invoice number even without a prefix. */
const PLACE_WITHIN = /(?<![\dA-Z])(20\d{2})[-/](\d{5,9})(?!\d)/g
const BROKEN = /INV(?:OICE)?(20\d{2})(\d{5})|REP(?:AIR)?(\d{5})/g

/** Quick test: most texts of a bank file contain no number. */
const MAY_NAME = /I\s?N\s?V|R\s?E\s?P|BILL|RECHN|\bRE[^A-Z]|FACT|FATT|ARVE|LASKU|20\d{2}[-/]/i
const isLatin = (text: string) => /^[ -~]*$/.test(text)

/** Numbers of invoices and repairs in a bank's text, as the shop writes them. */
export function numbersWithin(text: string): string[] {
  const start = text.slice(0, 2_000)
  if (isLatin(start) && !MAY_NAME.test(start)) return []
  const seen = upper(start.replaceAll(HIDDEN, '').normalize('NFKC').replaceAll(HYPHENS, '-'))
  const invoice = (year = '', place = '') => placed('INV', year, String(Number(place)))
  const found = [...seen.matchAll(INVOICE_WITHIN), ...seen.matchAll(PLACE_WITHIN)].map(([, year, place]) => invoice(year, place))
  for (const [, digits = ''] of seen.matchAll(REPAIR_WITHIN)) found.push(`REP-${digits}`)
  for (const [, year, place, repair] of seen.replaceAll(/[^A-Z0-9]/g, '').matchAll(BROKEN))
    found.push(year === undefined ? `REP-${repair}` : invoice(year, place))
  return [...new Set(found)]
}

/** GS1 application identifier 21 (serial number) after other bracketed ones (GS1 General Specifications, 3.2). */
const BRACKETS = /^(?:\(\d{2,4}\)[^()]*)*?\(21\)([^()]+)/
const SYMBOLOGY = /^\][A-Za-z]\d/
const SYMBOLOGY_LENGTH = 3
const GROUP_SEPARATOR = '\u001d'
/**
 * Identifiers by their first two digits, with the digits that follow these: no separator ends them, as GS1 has laid down (General
 * Specifications, 7.8.5). Some have one or two digits more than two, which count among those that follow.
 */
const FIXED: Readonly<Record<string, number>> = {
  ...{ '00': 18, '01': 14, '02': 14, '03': 14, '04': 16, '20': 2, '41': 14 },
  ...Object.fromEntries(['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((date) => [date, 6])),
  ...Object.fromEntries(['31', '32', '33', '34', '35', '36'].map((measure) => [measure, 8])),
}
/** The first two digits of the others, which a separator or the code's end ends. */
const OPEN = /^(?:10|2[1-5]|30|37|39|4[023]|7[0-2]|8[0-2]|9\d)/

/** Reads a GS1 barcode as scanners send it; some put a separator before it. */
function serialOfBarcode(data: string): string | null {
  let rest = data.startsWith(GROUP_SEPARATOR) ? data.slice(1) : data
  while (rest !== '') {
    const identifier = rest.slice(0, 2)
    const fixed = FIXED[identifier]
    const end = rest.indexOf(GROUP_SEPARATOR)
    const value = rest.slice(2, fixed === undefined ? (end < 0 ? rest.length : end) : 2 + fixed)
    if (identifier === '21') return value
    if (fixed === undefined && !OPEN.test(identifier)) return null
    rest = rest.slice(2 + value.length)
    if (rest.startsWith(GROUP_SEPARATOR)) rest = rest.slice(1)
  }
  return null
}

/** Words on labels before a serial number; 'SN' without a sign begins some makers' numbers. */
const LABEL = /^(?:serial(?: ?(?:number|no|nr|#))?[ .:#]+|s ?\/ ?n(?:o|r)?(?:[ .:#]+|(?=[A-Z\d]))|sn ?[:.#][ .:#]*|ser ?\. ?no[ .:#]+)/i

function withoutOne(text: string): string {
  const scanned = SYMBOLOGY.test(text) ? text.slice(SYMBOLOGY_LENGTH) : text
  const isBarcode = scanned !== text || scanned.includes(GROUP_SEPARATOR)
  const plain = plainNumber((isBarcode ? serialOfBarcode(scanned) : null) ?? scanned.replaceAll(GROUP_SEPARATOR, ' '))
  const number = plainNumber((BRACKETS.exec(plain)?.[1] ?? plain).replace(LABEL, ''))
  return number === '' ? plainNumber(text.replaceAll(GROUP_SEPARATOR, ' ')) : number
}

/**
 * Without a label ('S/N:'), surrounding signs and other fields of a GS1 barcode; otherwise as the maker writes it. '' if nothing is left.
 */
export function serialText(typed: string): string {
  let left = withoutOne(typed.slice(0, LONGEST).trim())
  for (;;) {
    const next = withoutOne(left)
    if (next.length >= left.length) return left
    left = next
  }
}

const LONGEST_KEYED = 200

/**
 * Key for comparing serial numbers: ignores case, spaces and signs, reads O as 0 and I as 1, as the database's `serial_key`. Null for none.
 */
export function serialKey(serial: string | null | undefined): string | null {
  const kept = upper(
    Array.from(serialText(serial ?? ''))
      .slice(0, LONGEST_KEYED)
      .join(''),
  )
  return (
    kept
      .replaceAll(/[^0-9A-Z]/g, '')
      .replaceAll('O', '0')
      .replaceAll('I', '1') || null
  )
}
