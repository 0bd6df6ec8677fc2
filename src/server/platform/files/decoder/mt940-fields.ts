/**
 * MT940 as loosely as banks write it: with their own headers between statements, narrative lines that look like fields ('…T16' and
 * ':26:37'), blanks for a missing day, and codes of three letters.
 * @see https://www2.swift.com/knowledgecentre (MT 940)
 */

interface Mt940Line {
  /** Like '20260403'. */
  valueDay: string
  /** Like '0403'; '' without one. */
  entryDay: string
  /** C, D, RC (a reversed credit), RD, EC or ED (expected ones). */
  mark: string
  amount: string
  reference: string
  bankReference: string
  /** Raw lines below the entry, and of fields 86 and NS. */
  more: string[]
  details: string[]
}

interface Mt940Statement {
  account: string
  /** Like 'C', 'EUR' and '1000,00'. */
  opening: Mt940Balance | null
  closing: Mt940Balance | null
  lines: (Mt940Line | null)[]
}

interface Mt940Balance {
  mark: string
  currency: string
  amount: string
}

const FIELD = /^:(20|21|25P?|28C?|60[FM]?|61|62[FM]?|64|65F?|86|NS|13[CD]|34F|90[CD]):(.*)$/
const LINE =
  /^(\d{2})(\d{2})(\d{2})(\d{4}| {4})? ?(R?[CD]|E[CD])([A-Z])? ?(\d[\d.]{0,20}(?:,\d{0,4})?|,\d{1,4}) ?([A-Z][A-Z\d ]{3}|[A-Z][A-Z\d]{2})?(.*)$/
const BALANCE = /^([CD])(?:\d{6})?([A-Z]{3})? ?(\d[\d.]{0,20}(?:,\d{0,4})?|,\d{1,4})\s*$/

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const two = (number: number) => String(number).padStart(2, '0')

/** Some banks count years of 360 days: a 30 February is the month's last day. */
function dayIn(year: number, month: string, day: string): string | null {
  const last = DAYS[Number(month) - 1]
  if (last === undefined || Number(day) < 1 || Number(day) > 31) return null
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
  return `${month}${two(Math.min(Number(day), month === '02' && !isLeap ? 28 : last))}`
}

function lineOf(text: string): Mt940Line | null {
  const [, year = '', month = '', day = '', entry = '', mark = '', , amount = '', , rest = ''] = LINE.exec(text) ?? []
  const full = 2000 + Number(year)
  const valueDay = mark === '' ? null : dayIn(full, month, day)
  const entryDay = entry.trim() === '' ? '' : dayIn(full, entry.slice(0, 2), entry.slice(2))
  if (valueDay === null || entryDay === null) return null
  const [reference = '', ...bankReference] = rest.split('//')
  return {
    valueDay: `${full}${valueDay}`,
    entryDay,
    mark,
    amount,
    reference,
    bankReference: bankReference.join('//'),
    more: [],
    details: [],
  }
}

function balanceOf(text: string): Mt940Balance | null {
  const [, mark, currency = '', amount = ''] = BALANCE.exec(text) ?? []
  return mark === undefined ? null : { mark, currency, amount }
}

/** A field 20 begins a statement if the account's number follows; within a narrative it is text. */
const begins = (lines: readonly string[], at: number) => lines.slice(at + 1, at + 4).some((line) => /^:(?:21|25P?):/.test(line))

/** A statement that is cut off has no closing balance. */
export function mt940Statements(text: string): Mt940Statement[] {
  const statements: Mt940Statement[] = []
  const lines = text.split(/\r\n|\r|\n/)
  let statement: Mt940Statement | undefined
  let open: string[] | undefined
  for (const [at, line] of lines.entries()) {
    const [, tag, value = ''] = FIELD.exec(line) ?? []
    if (tag === '20' && (statement === undefined || statement.closing !== null || begins(lines, at))) {
      statement = { account: '', opening: null, closing: null, lines: [] }
      statements.push(statement)
      open = undefined
      continue
    }
    if (statement === undefined) continue
    const isBody = statement.opening !== null && statement.closing === null
    if (tag === '61' && isBody) {
      const found = lineOf(value)
      statement.lines.push(found)
      open = found?.more
    } else if ((tag === '86' || tag === 'NS') && isBody) {
      open = statement.lines.at(-1)?.details
      open?.push(value)
    } else if (tag?.startsWith('62') && isBody) {
      statement.closing = balanceOf(value)
      open = undefined
    } else if (tag !== undefined && !isBody) {
      if (tag.startsWith('25')) statement.account = value.trim()
      if (tag.startsWith('60')) statement.opening ??= balanceOf(value)
      open = undefined
    } else if (line.trim() !== '-') {
      open?.push(line)
    }
  }
  return statements
}
