import { TRPCError } from '@trpc/server'

/** For the words of a refusal. */
export type Noun = 'user' | 'order' | 'product' | 'machine' | 'repair' | 'trade-in'

export const notFound = (noun: Noun) => new TRPCError({ code: 'NOT_FOUND', message: `There is no such ${noun}.` })

/**
 * Why an update has changed no row.
 * @param known how many rows have the id: 0 or 1
 */
export const updateRefusal = (noun: Noun, known: number) =>
  known === 0 ? notFound(noun) : new TRPCError({ code: 'CONFLICT', message: `Someone else has changed this ${noun} meanwhile.` })
