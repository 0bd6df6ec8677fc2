import { type BankEntries, type BankEntry, leaveOut } from './bank-entries'

/** Bookings that a bank has taken back are left out, with their reversals. */

export interface MarkedEntry extends BankEntry {
  isReversal: boolean
  keys: readonly string[]
}

const sumOf = ({ currency, amount }: Pick<BankEntry, 'currency' | 'amount'>) => `${currency} ${amount.toFixed(2)}`

/** A reversal removes the latest entry of its amount and text or reference, or the only one of its amount, in the same file. */
export function withoutReverted(entries: readonly MarkedEntry[], leftOut: BankEntries['leftOut']): BankEntry[] {
  const gone = new Set(entries.filter(({ isReversal }) => isReversal))
  if (gone.size > 0) {
    const bySum = new Map<string, MarkedEntry[]>()
    const byKey = new Map<string, MarkedEntry[]>()
    const put = (map: Map<string, MarkedEntry[]>, key: string, entry: MarkedEntry) => {
      const list = map.get(key)
      if (list) list.push(entry)
      else map.set(key, [entry])
    }
    for (const entry of entries) {
      if (entry.isReversal) continue
      put(bySum, sumOf(entry), entry)
      for (const key of new Set(entry.keys)) if (key !== '') put(byKey, `${sumOf(entry)} ${key}`, entry)
    }
    const latest = (list: MarkedEntry[] | undefined): MarkedEntry | undefined => {
      let entry = list?.pop()
      while (entry && gone.has(entry)) entry = list?.pop()
      return entry
    }
    for (const { amount, currency, keys, isReversal } of entries) {
      if (!isReversal) continue
      const sum = sumOf({ currency, amount: -amount })
      let found: MarkedEntry | undefined
      for (const key of keys) found ??= latest(byKey.get(`${sum} ${key}`))
      const ofSum = bySum.get(sum)
      found ??= ofSum?.length === 1 ? ofSum[0] : undefined
      if (found) gone.add(found)
    }
  }
  leaveOut(leftOut, 'undone', gone.size)
  return entries
    .filter((entry) => !gone.has(entry))
    .map(({ row, bookedOn, amount, currency, description, reference }) => ({ row, bookedOn, amount, currency, description, reference }))
}
