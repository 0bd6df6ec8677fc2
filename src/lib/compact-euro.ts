import { lazy } from './lazy'

const compactEuro = lazy(
  () => new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR', notation: 'compact', maximumFractionDigits: 1 }),
)

/** 12500 → '€12.5k' */
export const formatCompactEuro = (amount: number) => compactEuro().format(amount).replace('-', '−')
