import { lazy } from './lazy'

const euro = lazy(() => new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }))
const wholeEuro = lazy(() => new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 }))

/** With a minus sign of its own width, as everywhere: '−€25.00'. */
export const formatEuro = (amount: number) => euro().format(amount).replace('-', '−')

export const formatWholeEuro = (amount: number) => wholeEuro().format(amount)
