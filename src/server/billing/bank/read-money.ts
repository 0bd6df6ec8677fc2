import { currencyOf } from './bank-words'

export type DecimalSign = '.' | ','

interface Money {
  amount: number
  currency: string | null
}

const LONGEST = 60
const LARGEST = 1e10
const PLAIN = /^-?\d{1,9}(?:\.\d{2})?$/
/** Mark, digits with separators, mark. */
const MARKED = /^([^\d.,]{0,8})((?:\d[\d.,]*)|(?:[.,]\d{1,2}))([^\d.,]{0,8}\.?)$/

interface Split {
  digits: string
  isOut: boolean
  currency: string | null
}

/** Sign and currency of the marks around the digits; null for unknown marks. */
function marksOf(before: string, after: string): Omit<Split, 'digits'> | null {
  let isOut = false
  let currency: string | null = null
  const inBrackets = before.startsWith('(') && after.endsWith(')')
  const marks = inBrackets ? [before.slice(1), after.slice(0, -1)] : [before, after]
  for (const mark of marks) {
    const sign = /^[+-]|[+-]$/.exec(mark)?.[0]
    let rest = sign === undefined ? mark : mark.replace(sign, '')
    if (sign === '-') isOut = !isOut
    const side = /(?:CR|DR|Cr|Dr|cr|dr)$/.exec(rest)?.[0]
    if (side !== undefined) rest = rest.slice(0, -2)
    if (side?.toLowerCase() === 'dr') isOut = true
    if (rest === '') continue
    const found = currencyOf(rest)
    if (found === null || (currency !== null && currency !== found)) return null
    currency = found
  }
  return { isOut: inBrackets || isOut, currency }
}

function split(cell: string): Split | null {
  if (cell.length > LONGEST) return null
  const text = cell
    .replaceAll(/[\s'’"]/g, '')
    .replaceAll(/[\u2212\u2013\u2010]/g, '-')
    .replace(/^(-?[^\d]*\d[\d.,]*),-+$/, '$1')
  const found = MARKED.exec(text)
  if (!found) return null
  const marks = marksOf(found[1] ?? '', found[3] ?? '')
  return marks && { digits: found[2] ?? '', ...marks }
}

/** A comma for '1.234,50' and '12,5'; null if ambiguous or missing. */
export function decimalSignIn(cell: string): DecimalSign | null {
  if (cell.length > LONGEST) return null
  const digits = PLAIN.test(cell) ? cell : (split(cell)?.digits ?? '')
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')]
  if (point === -1 && comma === -1) return null
  if (point !== -1 && comma !== -1) return point > comma ? '.' : ','
  const [sign, at]: [DecimalSign, number] = comma === -1 ? ['.', point] : [',', comma]
  // A repeated sign separates thousands, so the other one marks decimals.
  if (digits.indexOf(sign) !== at) return sign === '.' ? ',' : '.'
  const after = digits.length - at - 1
  return after !== 3 || digits.startsWith('0') ? sign : null
}

/** Null if the separators do not fit, and for half a cent. */
function numberOf(digits: string, sign: DecimalSign | null): number | null {
  const decimal = sign ?? decimalSignIn(digits)
  const at = decimal === null ? -1 : digits.lastIndexOf(decimal)
  const whole = at === -1 ? digits : digits.slice(0, at)
  const fraction = at === -1 ? '' : digits.slice(at + 1)
  if (fraction.length > 4 || !/^\d*$/.test(fraction) || !/^\d{1,3}(?:([.,])\d{3}(?:\1\d{3})*)?$|^\d*$/.test(whole)) return null
  if (decimal !== null && whole.includes(decimal)) return null
  const amount = Number(`${whole.replaceAll(/[.,]/g, '') || '0'}.${fraction || '0'}`)
  if (!Number.isFinite(amount) || amount >= LARGEST || Math.abs(amount - Number(amount.toFixed(2))) > 1e-6) return null
  return Number(amount.toFixed(2))
}

/**
 * Reads '1,234.50', '1.234,50', "1'234.50", '(12.00)', '12.00-', '€ 12', '12.00 CR' or '12,--'.
 * @param sign the file's decimal sign; without it '1,234' and '1.234' are thousands
 * @returns null for anything else, and for half a cent
 */
export function moneyOf(cell: string, sign: DecimalSign | null = null): Money | null {
  if (sign !== ',' && PLAIN.test(cell)) {
    const amount = Number(cell)
    return amount === 0 ? { amount: 0, currency: null } : { amount, currency: null }
  }
  const parts = split(cell)
  const amount = parts && numberOf(parts.digits, sign)
  if (parts === null || amount === null) return null
  return { amount: parts.isOut && amount !== 0 ? -amount : amount, currency: parts.currency }
}

/** EUR; null for another currency or no amount. */
export function amountOf(cell: string): number | null {
  const money = moneyOf(cell)
  return money === null || (money.currency !== null && money.currency !== 'EUR') ? null : money.amount
}
