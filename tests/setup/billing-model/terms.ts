import type { TestShop } from '../shop'
import type { Terms } from './reckon'

export const registered: Terms = { rate: 2000, sterling: 858_300 }
export const unregistered: Terms = { rate: 0, sterling: null }

/** The seller bills at these terms from now on. */
export async function billAt({ db: { prisma } }: Pick<TestShop, 'db'>, { sterling }: Terms): Promise<void> {
  const vatNumber = sterling === null ? null : 'GB980780684'
  await prisma.sellerDetails.upsert({ where: { id: 1 }, create: { vatNumber }, update: { vatNumber } })
  if (sterling === null) return
  const day = new Date('2026-11-01')
  const told = { sterling: sterling / 1_000_000, source: 'HMRC' }
  await prisma.exchangeRate.upsert({ where: { day }, create: { day, ...told }, update: told })
}
