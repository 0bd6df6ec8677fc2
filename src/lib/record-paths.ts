import type { CaseNoun } from '~/contracts/case-ref'
import { records } from '~/contracts/records'
import { paths } from './paths'

/** Addresses of single records. Not in `paths`, which every public page loads. */

/** Page of a case for people without a session. @param secret the link's secret */
export const trackingPageOf = (secret: string): string => `${paths.track}/${secret}`

/** The signed-in customer's own page of the record. */
export const ownPageOf = (noun: CaseNoun | 'orders', number: string): string =>
  `${paths.account}/${records[noun].route}/${encodeURIComponent(number)}`

export const ownInvoicePageOf = (id: string): string => `${paths.account}/invoices/${id}`

export const detailsOf = (list: string, id: string): string => `${list}?details=${id}`

const PASSPORTS = '/passport'

export const passportPageOf = (code: string): string => `${PASSPORTS}/${encodeURIComponent(code)}`

/** For people without a session. @param secret the link's secret */
export const orderPageOf = (secret: string): string => `/order/${secret}`

export const checkoutPage = '/checkout'

/** The headings that take the focus of somebody who has pressed the cart's or the checkout's button. */
export const CHECKOUT_HEADING = 'checkout'
export const ORDER_HEADING = 'order'
