import { createHash } from 'node:crypto'
import * as z from 'zod'
import { stripUnstorable } from '~/contracts/fields'
import { availabilities, type ShopAnswer } from '~/contracts/catalogue/products'
import type { Prisma, PrismaClient } from '~/generated/prisma/client'

const SOURCE = 'shopify'

/** Milliseconds for one process to read; then another may try. */
const LEASE_MS = 120_000

/** A list stored by an earlier version counts as absent. */
const cachedAnswer: z.ZodType<ShopAnswer> = z.object({
  success: z.literal(true),
  products: z.array(
    z.object({
      id: z.string(),
      slug: z.string(),
      name: z.string(),
      description: z.string(),
      image: z.string(),
      price: z.number(),
      availability: z.enum(availabilities),
      condition: z.string(),
      category: z.string(),
      collections: z.array(z.string()),
      rating: z.number().nullable(),
      shopUrl: z.string(),
      manufacturer: z.string(),
      hashrate: z.string(),
      power: z.string(),
      efficiency: z.string(),
      variantId: z.string().exactOptional(),
      isFrom: z.literal(true).exactOptional(),
    }),
  ),
  collections: z.array(z.object({ handle: z.string(), name: z.string(), products_count: z.number() })),
  error: z.null(),
})

export interface ListState {
  fetchedAt: Date | null
  failedAt: Date | null
  failure: string | null
  /** News since the list was read. */
  wantedAt: Date | null
}

const contentIdOf = (answer: ShopAnswer) => createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)

export function cachedList(prisma: PrismaClient, now: () => Date) {
  const where = { source: SOURCE }
  const after = (ms: number) => new Date(now().getTime() + ms)
  return {
    read: async (): Promise<ShopAnswer | null> => {
      const row = await prisma.shopList.findUnique({ where, select: { answer: true } })
      const parsed = cachedAnswer.safeParse(row?.answer)
      return parsed.success ? parsed.data : null
    },

    state: async (): Promise<ListState> =>
      (await prisma.shopList.findUnique({ where, select: { fetchedAt: true, failedAt: true, failure: true, wantedAt: true } })) ?? {
        fetchedAt: null,
        failedAt: null,
        failure: null,
        wantedAt: null,
      },

    /** The change feed announces only new content. Drops a list whose read began before the stored one's. @returns true if it is stored */
    store: async (answer: ShopAnswer, claim: number, since: Date): Promise<boolean> => {
      const contentId = contentIdOf(answer)
      const known = await prisma.shopList.findUnique({ where, select: { contentId: true } })
      const content = known?.contentId === contentId ? {} : { contentId, answer: z.record(z.string(), z.json()).parse(answer) }
      const { count } = await prisma.shopList.updateMany({
        where: { ...where, keptClaim: { lt: claim } },
        data: { ...content, keptClaim: claim, fetchedAt: now(), failedAt: null, failure: null },
      })
      if (count === 0) return false
      // News during the read is not in this list.
      await prisma.shopList.updateMany({ where: { ...where, wantedAt: { lte: since } }, data: { wantedAt: null } })
      return true
    },

    noteFailure: async (failure: string): Promise<void> => {
      await prisma.shopList.updateMany({ where, data: { failedAt: now(), failure: stripUnstorable(failure.slice(0, 500)) } })
    },

    want: async (): Promise<void> => {
      await prisma.shopList.upsert({ where, create: { ...where, wantedAt: now() }, update: { wantedAt: now() } })
    },

    /** Takes a numbered lease; null while another process has it. */
    claim: async (): Promise<number | null> => {
      await prisma.shopList.createMany({ data: [where], skipDuplicates: true })
      const free: Prisma.ShopListWhereInput = { ...where, OR: [{ refreshingUntil: null }, { refreshingUntil: { lte: now() } }] }
      const [mine] = await prisma.shopList.updateManyAndReturn({
        where: free,
        data: { refreshingUntil: after(LEASE_MS), claim: { increment: 1 } },
        select: { claim: true },
      })
      return mine?.claim ?? null
    },

    /** Keeps a lease that is another's by now. */
    release: async (claim: number): Promise<void> => {
      await prisma.shopList.updateMany({ where: { ...where, claim }, data: { refreshingUntil: null } })
    },
  }
}

export type CachedList = ReturnType<typeof cachedList>
