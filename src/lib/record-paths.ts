import type { CaseNoun } from '~/contracts/case-ref'
import { records } from '~/contracts/records'
import { paths } from './paths'

/** Addresses of single records. Apart from the other paths, which every public page loads. */

/** Page of a case for people without a session. @param secret of the link */
export const trackingPageOf = (secret: string): string => `${paths.track}/${secret}`

/** The signed-in customer's own repair, trade-in or order. */
export const ownPageOf = (noun: CaseNoun | 'orders', number: string): string =>
  `${paths.account}/${records[noun].route}/${encodeURIComponent(number)}`

/** One's own invoice or credit note. */
export const ownInvoicePageOf = (id: string): string => `${paths.account}/invoices/${id}`

/** A list of the back office with the details of one record open. */
export const detailsOf = (list: string, id: string): string => `${list}?details=${id}`

const PASSPORTS = '/passport'

/** The public page of a machine's passport. @param code of it */
export const passportPageOf = (code: string): string => `${PASSPORTS}/${encodeURIComponent(code)}`
