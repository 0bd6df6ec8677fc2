import { plainNumber } from './numbers'

/** Telephone numbers as people write them, read once for links that dial and for searches. No validator is loaded: public pages have such links. */

interface PhoneNumber {
  /** Digits to dial, after a plus if the country's code is among them. */
  dialled: string
  /**
   * Digits that every spelling of it has: without the country's code of the United Kingdom and the zero before an area code. Of other
   * countries' numbers the last eight, since their codes differ in length and a zero may stand behind them.
   */
  searched: string
  /** Digits of the extension; empty without one. */
  extension: string
}

const EXTENSION = /(?:ext(?:ension|n)?|x)[\s.:]*(\d{1,11})$|[,;#]\s*(\d{1,11})$/i
/** Of an internet address ('tel:') or before the number ('Tel.', 'Phone:'). */
const LABEL = /^(?:tel(?:ephone)?|phone|mobile|mob|call|t|m)\s*[.:]\s*/i
const SIGNS = /^[\d\s()[\]+./-]+$/
/** Fewer are no number that is dialled from outside. */
const FEWEST_DIGITS = 3
/** E.164 has 15; a prefix to dial out, and a trunk zero, may stand before. */
const MOST_DIGITS = 20
const FOREIGN_DIGITS = 8
/** Countries whose numbers keep their zero after the country's code: Italy, San Marino and the Vatican. */
const KEEPS_ZERO = /^(?:39|378|379)/

/**
 * Reads a telephone number. The '(0)' between a country's code and a number is not dialled, nor is a zero after +44; '00' is read for '+'.
 * @returns null for a text that is no number, such as '--'
 */
export function readPhone(typed: string): PhoneNumber | null {
  const plain = plainNumber(typed).replace(LABEL, '')
  const found = EXTENSION.exec(plain)
  const extension = found?.[1] ?? found?.[2] ?? ''
  const main = plainNumber(plain.slice(0, found?.index))
  if (!SIGNS.test(main) || main.lastIndexOf('+') > main.search(/\d/)) return null
  const isAbroad = /^[\s(]*(?:\+|00)/.test(main)
  const code = main.replaceAll(/\D/g, '').replace(isAbroad && !main.includes('+') ? /^00/ : /^$/, '')
  const shown = isAbroad && !KEEPS_ZERO.test(code) ? main.replace(/[([]\s*0\s*[)\]]/, ' ') : main
  const all = shown.replaceAll(/\D/g, '')
  const digits = (isAbroad && !main.includes('+') ? all.replace(/^00/, '') : all).replace(isAbroad ? /^440+/ : /^$/, '44')
  if (digits.length < FEWEST_DIGITS || digits.length > MOST_DIGITS) return null
  const isForeign = isAbroad && !digits.startsWith('44')
  const searched = isForeign ? digits.slice(-FOREIGN_DIGITS) : digits.replace(/^(?:440*|0+)/, '')
  return { dialled: isAbroad ? `+${digits}` : digits, searched, extension }
}
