import { lazy } from './lazy'

const unitPrice = lazy(
  () => new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR', minimumFractionDigits: 2, maximumFractionDigits: 8 }),
)

/** All decimals of a unit price, at least two: 6.933 → '€6.933'. */
export const formatUnitPrice = (price: number) => unitPrice().format(price).replace('-', '−')
