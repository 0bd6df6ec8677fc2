import type { Prisma } from '~/generated/prisma/client'

type Tx = Prisma.TransactionClient

export const series = { invoice: 'INV', credit_note: 'CN' } as const

/** Takes the next number without gaps: a failing transaction returns it. Others wait until the transaction ends, so take it last. */
export async function nextNumber(tx: Tx, name: string, year: number): Promise<{ number: string; year: number; place: number }> {
  const [taken] = await tx.$queryRaw<{ last: number }[]>`
    INSERT INTO document_series (series, year, last) VALUES (${name}, ${year}::int, 1)
    ON CONFLICT (series, year) DO UPDATE SET last = document_series.last + 1 RETURNING last`
  const place = taken?.last ?? 1
  return { number: `${name}-${year}-${String(place).padStart(5, '0')}`, year, place }
}
