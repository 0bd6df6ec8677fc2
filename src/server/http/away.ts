import type { ServerResponse } from 'node:http'
import type { GetServerSideProps, NextApiHandler } from 'next'
import { UNAVAILABLE_SECONDS, UNAVAILABLE_WORDS } from '~/server/api/errors'
import { isDatabaseAway } from '~/server/db/unavailable'
import { getServices } from '~/server/services'

/** What is no tRPC call answers as calls do while the database is away: 503, and when to come again. */

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>One moment, please</title><h1>One moment, please</h1><p>${UNAVAILABLE_WORDS}</p></html>`

function refuse(res: ServerResponse, error: unknown, type: string, body: string): void {
  getServices().log.warn({ err: error }, 'A request was refused: the database is away')
  // A file that is half sent can only be broken off.
  if (res.headersSent) {
    res.destroy()
    return
  }
  res.statusCode = 503
  res.setHeader('Retry-After', String(UNAVAILABLE_SECONDS))
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('Content-Type', `${type}; charset=utf-8`)
  res.end(body)
}

/** For API routes. */
export function whileReachable(handler: NextApiHandler): NextApiHandler {
  return async (req, res) => {
    try {
      await handler(req, res)
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      refuse(res, error, 'application/json', JSON.stringify({ message: UNAVAILABLE_WORDS }))
    }
  }
}

/**
 * For pages that read the database when they are asked for.
 * @param unseen props of the page's shape: Next wants some, though the answer has been given
 */
export function pageWhileReachable<P extends object>(guard: GetServerSideProps<P>, unseen: P): GetServerSideProps<P> {
  return async (context) => {
    try {
      return await guard(context)
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      refuse(context.res, error, 'text/html', page)
      return { props: unseen }
    }
  }
}
