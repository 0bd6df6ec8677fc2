import { limitWindows, sumOfAmounts } from '~/contracts/credit/credit'
import type { Prisma } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'

type Window = keyof typeof limitWindows
const windows = ['day', 'month'] as const satisfies Window[]

/** EUR over the windows of `limitWindows`: given by one administrator, or to one customer on one administrator's decision. */
export type Sums = Record<Window, number>
export const NO_SUMS: Sums = { day: 0, month: 0 }

export const windowStart = (at: Date, window: Window): Date => new Date(at.getTime() - limitWindows[window].hours * 60 * 60 * 1000)

export const withAmount = ({ day, month }: Sums, amount: number): Sums => ({
  day: sumOfAmounts([day, Math.abs(amount)]),
  month: sumOfAmounts([month, Math.abs(amount)]),
})

export interface Counted {
  administrator: Sums
  customer: Sums
}

export const leftBelow = (limit: number, { administrator, customer }: Counted): number =>
  Math.max(0, sumOfAmounts([limit, -Math.max(administrator.month, customer.month, administrator.day, customer.day)]))

/** Names the first sum above the limit. @returns null if no second administrator is needed */
export function reasonAbove(limit: number, amount: number, { administrator, customer }: Counted): string | null {
  if (Math.abs(amount) > limit) return `More than ${formatEuro(limit)}`
  const whose = [
    { words: 'by one administrator', sums: withAmount(administrator, amount) },
    { words: 'for one customer', sums: withAmount(customer, amount) },
  ]
  for (const window of windows) {
    for (const { words, sums } of whose) {
      if (sums[window] > limit)
        return `${formatEuro(sums[window])} ${words} in ${limitWindows[window].label}, which is more than ${formatEuro(limit)}`
    }
  }
  return null
}

/** Serialises transactions that count the same sums; a fixed order avoids deadlocks. */
export async function lockSums(tx: Prisma.TransactionClient, what: 'credit' | 'offers', ...ids: string[]): Promise<void> {
  await tx.$queryRaw`
    SELECT count(pg_advisory_xact_lock(hashtext(${what}), place)::text)::int AS locks
    FROM (SELECT DISTINCT hashtext(id) AS place FROM unnest(${ids}::text[]) AS given (id) ORDER BY place) AS places`
}
