import type { ServerResponse } from 'node:http'
import type { GetServerSideProps, NextApiHandler } from 'next'
import { UNAVAILABLE_SECONDS, UNAVAILABLE_MESSAGE } from '~/server/api/errors'
import { ErrorDetail } from '~/server/platform/errors'
import { isDatabaseUnavailable } from '~/server/platform/database/unavailable'
import { getServices } from '~/server/services'
import { unavailablePage } from './unavailable-page'

/** What is no tRPC call answers as calls do while the database is unavailable: 503, and when to come again. */

/** An answer to who cannot be served now: the words and the seconds to wait, put into its own form. */
interface UnavailableResponse {
  type: string
  body: (message: string) => string
}

const json: UnavailableResponse = { type: 'application/json', body: (message) => JSON.stringify({ message }) }
const html: UnavailableResponse = { type: 'text/html', body: () => unavailablePage }

/** Whether a part of the shop has said that it can do no more now, in whichever of the process's bundles. */
const isBusy = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'TRPCError' && 'code' in error && error.code === 'SERVICE_UNAVAILABLE'

/** What a failure that will pass says to whoever asked; null for any other. */
function messageOf(error: unknown): { message: string; seconds: number } | null {
  if (isDatabaseUnavailable(error)) return { message: UNAVAILABLE_MESSAGE, seconds: UNAVAILABLE_SECONDS }
  if (!isBusy(error)) return null
  const wait = error.cause instanceof ErrorDetail ? error.cause.retryAfter : undefined
  return { message: error.message, seconds: wait ?? UNAVAILABLE_SECONDS }
}

/** @throws any failure that will not pass */
function refuse(res: ServerResponse, error: unknown, { type, body }: UnavailableResponse): void {
  const answer = messageOf(error)
  if (!answer) throw error
  getServices().log.warn({ err: error }, 'A request was refused: the shop cannot answer now')
  // A file that is half sent can only be broken off.
  if (res.headersSent) {
    res.destroy()
    return
  }
  // Who is signed in could not be found out: what the browser keeps about it stays as it is.
  res.removeHeader('Set-Cookie')
  res.statusCode = 503
  res.setHeader('Retry-After', String(answer.seconds))
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('Content-Type', `${type}; charset=utf-8`)
  res.end(body(answer.message))
}

/** For API routes. */
export function whileReachable(handler: NextApiHandler): NextApiHandler {
  return async (req, res) => {
    try {
      await handler(req, res)
    } catch (error) {
      refuse(res, error, json)
    }
  }
}

const reachable =
  (answer: UnavailableResponse) =>
  <P extends object>(guard: GetServerSideProps<P>, unseen: P): GetServerSideProps<P> =>
  async (context) => {
    try {
      return await guard(context)
    } catch (error) {
      refuse(context.res, error, answer)
      return { props: unseen }
    }
  }

/**
 * For pages that read the database when they are asked for.
 * @param unseen props of the page's shape: Next wants some, though the answer has been given
 */
export const pageWhileReachable = reachable(html)

/** For what is a page to Next and JSON to whoever asks. */
export const jsonWhileReachable = reachable(json)
