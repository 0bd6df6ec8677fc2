import { formatEuro } from './money'

/** A cost or a value in EUR: '€120.50', '~€100.00' while it is an estimate, else 'TBD' (requirements §9). */
export function formatSettled(settled: number | null, estimated: number | null): string {
  if (settled !== null) return formatEuro(settled)
  return estimated === null ? 'TBD' : `~${formatEuro(estimated)}`
}

/** An amount in EUR, or 'Not set'. */
export const formatOrNotSet = (amount: number | null): string => (amount === null ? 'Not set' : formatEuro(amount))
