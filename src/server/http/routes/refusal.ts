import { TRPCError } from '@trpc/server'
import { TRPC_ERROR_CODES_BY_KEY, type TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { NextApiResponse } from 'next'
import * as z from 'zod'
import { ErrorDetail } from '~/server/platform/errors'

const isCode = (code: unknown): code is TRPC_ERROR_CODE_KEY => typeof code === 'string' && Object.hasOwn(TRPC_ERROR_CODES_BY_KEY, code)

/** Recognised by its shape: limits are made in the process's entry, whose classes are not a route's. */
const refusal = z.object({ name: z.literal('TRPCError'), code: z.custom<TRPC_ERROR_CODE_KEY>(isCode), message: z.string() })

interface Refusal {
  status: number
  message: string
  /** Seconds. */
  retryAfter: number | undefined
}

export function refusalOf(error: unknown): Refusal | null {
  const { data: refused } = refusal.safeParse(error)
  if (!refused || refused.code === 'INTERNAL_SERVER_ERROR') return null
  const detail = error instanceof Error ? error.cause : undefined
  const retryAfter = detail instanceof ErrorDetail ? detail.retryAfter : undefined
  return { status: getHTTPStatusCodeFromError(new TRPCError(refused)), message: refused.message, retryAfter }
}

/** @throws any other error */
export function answerRefusal(res: NextApiResponse, error: unknown): void {
  const refused = refusalOf(error)
  if (!refused) throw error
  if (refused.retryAfter !== undefined) res.setHeader('Retry-After', String(refused.retryAfter))
  res.status(refused.status).json({ message: refused.message })
}
