import type { LeftToPay } from '~/contracts/billing/bill'
import { formatEuro } from './money'

/** 'REP-10001 has €175.00 left to pay. Ship it anyway?' @returns null if nothing is left to pay */
export function leftToPayQuestion({ count, amount, most, isLeast }: LeftToPay): { text: string; confirm: string } | null {
  const confirm = 'Ship anyway'
  const [first] = most
  if (count === 0 || !first) return null
  if (count === 1 && !isLeast) return { text: `${first.number} has ${formatEuro(first.due)} left to pay. Ship it anyway?`, confirm }
  const named = most.map(({ number, due }) => `${number} (${formatEuro(due)})`).join(', ')
  const others = count - most.length
  const who = others > 0 ? `${named} and ${others.toLocaleString('en-GB')} more` : named
  return { text: `${who} have ${isLeast ? 'at least ' : ''}${formatEuro(amount)} left to pay. Ship them anyway?`, confirm }
}
