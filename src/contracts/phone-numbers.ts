import { plainNumber } from './numbers'

/** Reads phone numbers for links and for searches. Imports no validator, because public pages load it. */

interface PhoneNumber {
  /** Digits to dial, after a plus if they begin with a country code. */
  dialled: string
  /**
   * Shared by all spellings: without +44 and the zero before an area code. Other countries' numbers have eight digits, since their codes
   * differ in length.
   */
  searched: string
  extension: string
}

const EXTENSION = /(?:ext(?:ension|n)?|x)[\s.:]*(\d{1,11})$|[,;#]\s*(\d{1,11})$/i
/** 'tel:' of an address, or 'Tel.' and 'Phone:' before a number. */
const LABEL = /^(?:tel(?:ephone)?|phone|mobile|mob|call|t|m)\s*[.:]\s*/i
const SIGNS = /^[\d\s()[\]+./-]+$/
/** Shorter numbers cannot be dialled from outside. */
const FEWEST_DIGITS = 3
/** E.164 has 15; a dial-out prefix and a trunk zero may precede them. */
const MOST_DIGITS = 20
const FOREIGN_DIGITS = 8
/** Italy, San Marino and the Vatican keep the zero after the country code. */
const KEEPS_ZERO = /^(?:39|378|379)/

/** Drops the '(0)' after a country code and a zero after +44; reads '00' as '+'. Null for a text that is no number, such as '--'. */
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
