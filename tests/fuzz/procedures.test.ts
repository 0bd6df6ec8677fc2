import { callTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape, type AnyTRPCProcedure, type TRPCError } from '@trpc/server'
import fc from 'fast-check'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { appRouter } from '~/server/api/root'
import { createInnerTRPCContext, type Context } from '~/server/api/trpc'
import { refuseUndeclared } from '../setup/declared-errors'
import { inputsFor } from './support/arbitrary-input'
import { actors, openFuzzShop, type Actor, type FuzzShop } from './support/fuzz-shop'
import { leaksIn } from './support/leaks'
import { isGate, LONGEST_MS, replay, seed, share } from './support/runs'

/**
 * Every procedure with made-up inputs, by everybody: no fault of ours, no word of another system, and a
 * refused call changes nothing. Guards come before the input is looked at, so most runs are the administrator's.
 */

// Nested by its type, but flat when it runs: `orders.list` and so on.
const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure & { _def: { inputs: z.core.$ZodType[] } }>
const paths = Object.keys(procedures).sort()

/** Of all inputs those that go to procedures by themselves; the others go by HTTP (http.test.ts). */
const PART = 0.7
const partOf: Record<Actor, number> = { visitor: 0.2, customer: 0.2, administrator: 0.6 }

/** Calls that change who the actors are, and what they may do. */
const unsettles = (path: string) => /^(auth|account|users)\.|^products\.delete$/.test(path)

let shop: FuzzShop

beforeAll(async () => {
  shop = await openFuzzShop()
})
afterAll(() => shop.close())

const isStream = (answer: unknown): answer is AsyncIterable<unknown> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer

/** Takes the first step of a stream, if it comes at once, and leaves. */
async function begin(stream: AsyncIterable<unknown>, leave: AbortController) {
  const iterator = stream[Symbol.asyncIterator]()
  const first = iterator.next()
  // It may be refused before it is waited for.
  first.catch(() => undefined)
  await othersTurn()
  leave.abort()
  await first
  await iterator.return?.()
}

/** @returns the refusal, null when there was none */
async function call(path: string, ctx: Context, input: unknown): Promise<TRPCError | null> {
  const leave = new AbortController()
  try {
    const type = procedures[path]?._def.type ?? 'query'
    const answer: unknown = await callTRPCProcedure({
      router: appRouter,
      path,
      type,
      ctx,
      getRawInput: () => Promise.resolve(input),
      signal: leave.signal,
      batchIndex: 0,
    })
    if (isStream(answer)) await begin(answer, leave)
    return null
  } catch (error) {
    return getTRPCErrorFromUnknown(error)
  }
}

async function check(path: string, actor: Actor, input: unknown) {
  const type = procedures[path]?._def.type ?? 'query'
  const ctx = createInnerTRPCContext({
    services: shop.services,
    sessionId: shop.sessions[actor],
    client: { ip: '203.0.113.7', userAgent: 'fuzz' },
  })
  const error = await call(path, ctx, input)
  if (error) {
    expect(error.code, `${path} as ${actor}: ${error.cause?.stack ?? error.message} (${replay})`).not.toBe('INTERNAL_SERVER_ERROR')
    refuseUndeclared(path, error)
    const shape = getTRPCErrorShape({ config: appRouter._def._config, error, type, path, input, ctx })
    expect(leaksIn(JSON.stringify(shape)), replay).toEqual([])
  }
  if (error || type !== 'mutation') expect(await shop.changedTables(), `${path} as ${actor} (${replay})`).toEqual([])
  else if (unsettles(path)) await shop.restore()
  else await shop.changedTables()
}

describe.each(paths)('%s', (path) => {
  it(
    'refuses what it must in words of its own, and changes nothing then',
    async () => {
      const inputs = inputsFor(procedures[path]?._def.inputs ?? [], shop.poolOf(path))
      // Whom a guard keeps out of what, tests/api/access-matrix.test.ts proves in the gate.
      for (const actor of isGate ? (['administrator'] as const) : actors) {
        const numRuns = share((PART * partOf[actor]) / paths.length)
        await fc.assert(
          fc.asyncProperty(inputs, (input) => check(path, actor, input)),
          { seed: seed + paths.indexOf(path), numRuns, endOnFailure: true },
        )
      }
    },
    LONGEST_MS,
  )
})
