import { lazy } from './lazy'

const euro = lazy(() => new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }))
const wholeEuro = lazy(() => new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 }))

/** An amount in EUR with cents: 1300.5 → '€1,300.50'. */
export const formatEuro = (amount: number) => euro().format(amount)

/** An amount in whole EUR, for the prices that the site quotes so: 150 → '€150'. */
export const formatWholeEuro = (amount: number) => wholeEuro().format(amount)
