import { formatEuro } from './money'

/** A cost or a value in EUR that may be open still: '€120.50', as an estimate '~€100.00', else 'TBD' (spec §9). */
export function formatSettled(settled: number | null, estimated: number | null): string {
  if (settled !== null) return formatEuro(settled)
  return estimated === null ? 'TBD' : `~${formatEuro(estimated)}`
}

/** An amount in EUR, or 'Not set'. */
export const formatOrNotSet = (amount: number | null): string => (amount === null ? 'Not set' : formatEuro(amount))
