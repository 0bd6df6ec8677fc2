import { dayAfter, dayAfterMonths } from '~/contracts/day-after'

/** Warranty of sold machines. */

/** Limited warranty of used goods, unless the product says otherwise (requirements §9). */
const REFURBISHED_DAYS = 90
const NEW = 'new'

/** '12 months, by the manufacturer', '90-day limited warranty' */
const TERM = /(\d{1,3})[\s-]*(day|month|year)/i

/**
 * From the product's text: a term in days, months or years, else 90 days for used goods; null without a promise. @param soldOn '2026-11-21'
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
