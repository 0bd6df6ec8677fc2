import { lazy } from './lazy'

const euro = lazy(() => new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }))
const wholeEuro = lazy(() => new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 }))

const compactEuro = lazy(
  () => new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR', notation: 'compact', maximumFractionDigits: 1 }),
)

/** An amount in EUR with cents: 1300.5 → '€1,300.50'. */
export const formatEuro = (amount: number) => euro().format(amount)

const sterling = lazy(() => new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' }))

/** An amount in GBP with pence, as VAT is stated: 29.17 → '£29.17'. */
export const formatSterling = (amount: number) => sterling().format(amount)

/** An amount in whole EUR, for the prices that the site quotes so: 150 → '€150'. */
export const formatWholeEuro = (amount: number) => wholeEuro().format(amount)

/** An amount in EUR as short as an axis wants it: 12500 → '€12.5k'. */
export const formatCompactEuro = (amount: number) => compactEuro().format(amount)

/** A cost or a value in EUR that may be open still: '€120.50', as an estimate '~€100.00', else 'TBD' (spec §9). */
export function formatSettled(settled: number | null, estimated: number | null): string {
  if (settled !== null) return formatEuro(settled)
  return estimated === null ? 'TBD' : `~${formatEuro(estimated)}`
}

/** An amount in EUR, or 'Not set'. */
export const formatOrNotSet = (amount: number | null): string => (amount === null ? 'Not set' : formatEuro(amount))
