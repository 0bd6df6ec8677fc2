import { CONTACT_FOR_PRICE, isPriceOnRequest } from '~/contracts/products'
import { formatEuro } from '~/lib/money'

/** '€1,300.50', or 'Contact for Price' (spec §2 Products). */
export const priceText = (price: number) => (isPriceOnRequest(price) ? CONTACT_FOR_PRICE : formatEuro(price))

/** A number of things: 2000 → '2,000'. */
export const formatCount = (count: number) => count.toLocaleString('en-GB')
