import type { IncomingMessage } from 'node:http'
import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import { TOO_LARGE } from './http-guard'
import { mayAdminister } from './request-context'
import { appRouter } from './root'
import { refuseLargeJson } from './transformer'

/** How large the bodies of calls may be, in bytes (docs/decisions/028). */

export const LARGEST_BODY = 64 * 1024
export const LARGEST_BULK_BODY = 1024 * 1024

const marked = z.object({ meta: z.object({ largeBody: z.literal(true) }), type: z.string() })

const typeOfMarked = (procedure: unknown) =>
  typeof procedure === 'function' && '_def' in procedure ? marked.safeParse(procedure._def).data?.type : undefined

// Nested by its type, but flat when it runs: `orders.updateStatuses` and so on.
const bulkCalls = new Map(
  Object.entries(appRouter._def.procedures).flatMap(([path, procedure]): [string, string][] => {
    const type = typeOfMarked(procedure)
    return type === undefined ? [] : [[path, type]]
  }),
)

/** The largest body of a call, whoever makes it. Calls of a batch share one body: all of them must be bulk calls. */
export const largestBody = (path: string): number =>
  path.split(',').every((each) => bulkCalls.has(each)) ? LARGEST_BULK_BODY : LARGEST_BODY

/** Whether a call asks for what a query answers, and may name more rows in its body than an address takes. */
export const isBulkQuery = (path: string): boolean => path.split(',').every((each) => bulkCalls.get(each) === 'query')

/** What of a request's body may be more than calls have in general; a body whose length is not said may be any. */
const isLarge = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LARGEST_BODY

/** A body as it comes, null for more than the largest. */
async function readBody(req: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  // Left before its end the request must stay open: its answer goes the same way.
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
 * Reads the body of an administrator's bulk call where it is larger than those of other calls, and leaves it where
 * tRPC looks for one that has been read. The session comes first, while the body waits in the connection: whoever is
 * no administrator is refused by the procedure itself, which asks for the body after that.
 * @returns why the body is not taken; null when it is, and for all other calls, whose bodies tRPC reads
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
    // What keeps the session from being read keeps the procedure too, which has the words for it.
    return error instanceof TRPCError ? error : null
  }
}
