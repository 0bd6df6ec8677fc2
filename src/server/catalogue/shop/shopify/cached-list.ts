import { createHash } from 'node:crypto'
import * as z from 'zod'
import { stripUnstorable } from '~/contracts/fields'
import { availabilities, type ShopAnswer } from '~/contracts/catalogue/products'
import type { Prisma, PrismaClient } from '~/generated/prisma/client'

const SOURCE = 'shopify'

/** Longest read of the platform by one process (ms); then another may try, in case the first has died. */
const LEASE_MS = 120_000

/** A list that an earlier version stored may have another shape: it counts as absent. */
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

/** The list's age, and the last attempt's result. */
export interface ListState {
  fetchedAt: Date | null
  failedAt: Date | null
  failure: string | null
  /** News has come since the list was read. */
  wantedAt: Date | null
}

const contentIdOf = (answer: ShopAnswer) => createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)

/** The platform's last list, stored in the database for every process (table shop_lists). */
export function cachedList(prisma: PrismaClient, now: () => Date) {
  const where = { source: SOURCE }
  const after = (ms: number) => new Date(now().getTime() + ms)
  return {
    /** The list; null before the first. */
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

    /**
     * Stores a new list; the change feed announces it only if its content is new. Drops a list whose read began before the stored one's.
     * @param claim the lease, as `claim` has answered it
     * @returns true if it is stored
     */
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

    /** Takes the lease for a read and returns its number; null while another has it. */
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

    /** Releases a read's own lease; an expired one may be another's by now, which stays. */
    release: async (claim: number): Promise<void> => {
      await prisma.shopList.updateMany({ where: { ...where, claim }, data: { refreshingUntil: null } })
    },
  }
}

export type CachedList = ReturnType<typeof cachedList>
