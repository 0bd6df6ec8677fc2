import * as z from 'zod'

/** Lines between a test of orders by card and the process of the shop that it kills (card-shop.ts). */

export const cardShopCommand = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('order'),
    /** The same again is the same order. */
    key: z.string(),
    productId: z.string(),
    quantity: z.number(),
    payment: z.enum(['card', 'transfer']),
  }),
  z.object({ kind: z.literal('payAgain'), token: z.string() }),
  z.object({ kind: z.literal('message'), body: z.string(), signature: z.string() }),
  z.object({ kind: z.literal('settle') }),
  z.object({ kind: z.literal('cancel'), number: z.string() }),
  z.object({ kind: z.literal('counter'), productId: z.string() }),
  z.object({ kind: z.literal('clock'), offsetMs: z.number() }),
  z.object({ kind: z.literal('facts'), first: z.number(), isSettled: z.boolean() }),
])
export type CardShopCommand = z.output<typeof cardShopCommand>

/** The answer to the command of a number; number 0 says that the shop is open. */
export type CardShopAnswer = { number: number } & ({ value: unknown } | { refused: string })
export const cardShopAnswer = z.union([
  z.object({ number: z.number(), value: z.unknown() }),
  z.object({ number: z.number(), refused: z.string() }),
])

/** The rows of the database. */
export const cardShopFacts = z.object({
  wrong: z.array(z.string()),
  /** Of the card provider, each by its id there. */
  payments: z.array(z.object({ externalId: z.string(), cents: z.number(), refundedCents: z.number() })),
  /** Orders of the checkout that are their customers', and not cancelled. */
  agreed: z.number(),
  /** Orders that were paid after their goods had been sold. */
  short: z.number(),
  /** Pages to pay on of which it is not known what became of them. */
  openPages: z.number(),
})
export type CardShopFacts = z.output<typeof cardShopFacts>
