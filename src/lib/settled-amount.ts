import { formatEuro } from './money'

/** '€120.50'; '~€100.00' while it is an estimate; 'TBD' without either (requirements §9). */
export function formatSettled(settled: number | null, estimated: number | null): string {
  if (settled !== null) return formatEuro(settled)
  return estimated === null ? 'TBD' : `~${formatEuro(estimated)}`
}

export const formatOrNotSet = (amount: number | null): string => (amount === null ? 'Not set' : formatEuro(amount))
