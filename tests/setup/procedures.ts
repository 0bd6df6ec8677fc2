import { callTRPCProcedure, TRPCError, type AnyTRPCProcedure } from '@trpc/server'
import { appRouter } from '~/server/api/root'
import { createInnerTRPCContext, type InnerContextOptions } from '~/server/api/trpc'
import { refuseUndeclared } from './declared-errors'
import { ErrorDetail } from '~/server/platform/errors'
import type { TestShop } from './shop'

/** Every procedure by its path. Nested by their type, but flat when they run: `orders.list` and so on. */
export const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>

const isStream = (answer: unknown): answer is AsyncIterable<unknown> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer

/** Calls a procedure in a session, or with a key. @returns the refusal; null if there was none */
export async function refusalOf(
  shop: TestShop,
  path: string,
  sessionId: string | null,
  input?: unknown,
  options: Pick<InnerContextOptions, 'apiKey'> = {},
): Promise<TRPCError | null> {
  const procedure = procedures[path]
  if (!procedure) throw new Error(`There is no ${path}`)
  const ctx = createInnerTRPCContext({ services: shop.services, sessionId, ...options })
  try {
    const call = {
      ctx,
      path,
      getRawInput: () => Promise.resolve(input),
      type: procedure._def.type,
      signal: new AbortController().signal,
    }
    const answer: unknown = await callTRPCProcedure({ ...call, batchIndex: 0, router: appRouter })
    if (isStream(answer)) await answer[Symbol.asyncIterator]().return?.()
    return null
  } catch (error) {
    if (error instanceof TRPCError) {
      refuseUndeclared(path, error)
      return error
    }
    throw error
  }
}

/** A refusal's words for programs; undefined for one that says nothing, and for none. */
export const faultOf = (error: TRPCError | null) => (error?.cause instanceof ErrorDetail ? error.cause.errorCode : undefined)
