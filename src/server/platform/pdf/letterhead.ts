import { registerLines, vatNote } from '~/lib/company'
import { addressLines } from '~/lib/contact-details'
import { calendarDay, formatDay, isDated } from '~/lib/instant'

export interface Letterhead {
  companyName: string
  addressLines: readonly string[]
  email: string
  phone: string
  /** Registered name, number and office; the VAT number. */
  register: readonly string[]
  vatNote: string
}

type CompanySettings = Parameters<typeof registerLines>[0] & { contact_email: string; phone_number: string }

export const letterheadOf = (settings: CompanySettings): Letterhead => ({
  companyName: settings.company_name,
  addressLines: addressLines(settings.company_address),
  email: settings.contact_email,
  phone: settings.phone_number,
  register: registerLines(settings),
  vatNote: vatNote(settings),
})

/** Null for an invalid date, as plain SQL may have left. */
export const dayOf = (instant: Date | null, timeZone: string): string | null =>
  instant !== null && isDated(instant) ? formatDay(calendarDay(instant, timeZone)) : null
