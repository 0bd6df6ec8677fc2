import { lazy } from './lazy'

const euro = lazy(() => new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }))
const wholeEuro = lazy(() => new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 }))

export const formatEuro = (amount: number) => euro().format(amount)

export const formatWholeEuro = (amount: number) => wholeEuro().format(amount)
