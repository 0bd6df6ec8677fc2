import type { IncomingMessage } from 'node:http'
import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import { TOO_LARGE } from './http-guard'
import { mayAdminister } from './request-context'
import { appRouter } from './root'
import { refuseLargeJson } from './transformer'

/** Limits on the bodies of calls, in bytes (docs/decisions/006). */

export const LARGEST_BODY = 64 * 1024
export const LARGEST_BULK_BODY = 1024 * 1024

const marked = z.object({ meta: z.object({ largeBody: z.literal(true) }), type: z.string() })

const typeOfMarked = (procedure: unknown) =>
  typeof procedure === 'function' && '_def' in procedure ? marked.safeParse(procedure._def).data?.type : undefined

// Typed as nested, but flat at run time: `orders.updateStatuses` and so on.
const bulkCalls = new Map(
  Object.entries(appRouter._def.procedures).flatMap(([path, procedure]): [string, string][] => {
    const type = typeOfMarked(procedure)
    return type === undefined ? [] : [[path, type]]
  }),
)

/** The largest body of any call. Calls of a batch share one body: all of them must be bulk calls. */
export const largestBody = (path: string): number =>
  path.split(',').every((each) => bulkCalls.has(each)) ? LARGEST_BULK_BODY : LARGEST_BODY

/** True for bulk queries, which come by POST since a URL cannot hold their ids. */
export const isBulkQuery = (path: string): boolean => path.split(',').every((each) => bulkCalls.get(each) === 'query')

/** True for a body above the general limit, or of unknown length. */
const isLarge = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LARGEST_BODY

async function readBody(req: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  // The request must stay open after an early exit: its answer takes the same connection.
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    const bytes: unknown = chunk
    if (!Buffer.isBuffer(bytes)) continue
    size += bytes.byteLength
    if (size > LARGEST_BULK_BODY) return null
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

/**
 * Reads an administrator's bulk body for tRPC once the session is checked; other callers' bodies stay unread. @returns the refusal, or null
 */
export async function takeLargeBody(req: IncomingMessage, path: string): Promise<TRPCError | null> {
  if (largestBody(path) === LARGEST_BODY || !isLarge(req)) return null
  try {
    if (!(await mayAdminister(req))) return null
    const body = await readBody(req)
    if (!body) return new TRPCError({ code: 'PAYLOAD_TOO_LARGE', message: TOO_LARGE })
    refuseLargeJson(body)
    Object.assign(req, { body: body.toString('utf8') })
    return null
  } catch (error) {
    return error instanceof TRPCError ? error : null
  }
}
