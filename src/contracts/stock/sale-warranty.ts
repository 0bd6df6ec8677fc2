import { dayAfter, dayAfterMonths } from '~/contracts/day-after'

/** How long a sold machine is under warranty. */

/** Days of the limited warranty of what is not new, where its product says nothing else (requirements §9). */
const REFURBISHED_DAYS = 90
const NEW = 'new'

/** '12 months, by the manufacturer', '90-day limited warranty' */
const TERM = /(\d{1,3})[\s-]*(day|month|year)/i

/**
 * The last day of a sold machine's warranty, by what its product says of it: a term in days, months or years, else 90 days for what is not new.
 * Null where nothing was promised. @param soldOn the day on which it left (YYYY-MM-DD)
 */
export function saleWarrantyUntil({
  warranty,
  condition,
  soldOn,
}: {
  warranty: string | null
  condition: string
  soldOn: string
}): string | null {
  const [, count = '', unit = ''] = TERM.exec(warranty ?? '') ?? []
  const length = Number(count)
  switch (unit.toLowerCase()) {
    case 'day':
      return dayAfter(soldOn, length)
    case 'month':
      return dayAfterMonths(soldOn, length)
    case 'year':
      return dayAfterMonths(soldOn, 12 * length)
    default:
      return condition.trim().toLowerCase() === NEW ? null : dayAfter(soldOn, REFURBISHED_DAYS)
  }
}
