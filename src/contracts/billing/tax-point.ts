/** An invoice so many days after the supply, at most, makes its own day the tax point. */
export const INVOICE_DAYS = 14

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / (24 * 60 * 60 * 1000)

interface TaxedDays {
  issuedOn: string
  /** When the work was completed or the goods left; the day of issue for what is billed before. */
  suppliedOn: string
  /** When all of it had been paid, if that was before it was billed. */
  paidOn: string | null
}

/**
 * The day by which VAT is due and converted to sterling (VATA 1994, section 6): that of an invoice or payment before the supply, that of an
 * invoice soon after it, else the supply's own. A payment after the supply changes nothing. Days are as '2026-11-21'.
 */
export function taxPointOf({ issuedOn, suppliedOn, paidOn }: TaxedDays): string {
  if (paidOn !== null && paidOn < suppliedOn) return paidOn < issuedOn ? paidOn : issuedOn
  return daysBetween(suppliedOn, issuedOn) <= INVOICE_DAYS ? issuedOn : suppliedOn
}
