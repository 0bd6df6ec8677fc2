import { UNAVAILABLE_MESSAGE, UNAVAILABLE_SECONDS } from '~/server/api/errors'
import type { ServerResponse } from 'node:http'
import type { GetServerSideProps, NextApiHandler } from 'next'
import { ErrorDetail } from '~/server/platform/errors'
import { isDatabaseUnavailable } from '~/server/platform/database/connection-errors'
import { getServices } from '~/server/services'
import { recordRequestFailure } from '~/server/platform/tracing/tracing'

/**
 * Shown at any URL whose page needs the database while that is unavailable. Self-contained, because nothing can be read for it, and in the
 * palette of src/styles/globals.css. The URL stays: `public/retry.js` reloads it once the shop is well; without scripts the browser does so
 * every few seconds.
 */
const unavailablePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>One moment, please</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script src="/retry.js" defer></script>
<noscript><meta http-equiv="refresh" content="${UNAVAILABLE_SECONDS * 2}"></noscript>
<style>
:root { color-scheme: light dark }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; background: light-dark(#fff, #14181c); color: light-dark(#14181d, #f0f2f4); font: 1rem/1.6 'Archivo', system-ui, sans-serif }
main { max-width: 30rem; padding: 2rem 1.5rem; text-align: center }
h1 { margin: 0 0 .75rem; font-size: 1.75rem; line-height: 1.2 }
p { margin: 0 0 .75rem; color: light-dark(#454e58, #bcc4cd) }
a { display: inline-block; margin-top: .75rem; padding: .625rem 1.25rem; border-radius: .5rem; background: #f5a524; color: #1b1204; font-weight: 600; text-decoration: none }
a:focus-visible { outline: 2px solid light-dark(#a05f00, #f8b84e); outline-offset: 2px }
</style>
</head>
<body>
<main>
<h1>One moment, please</h1>
<p>${UNAVAILABLE_MESSAGE}</p>
<p role="status">You are still signed in if you were before. This page opens by itself as soon as it can.</p>
<a href="">Try again</a>
</main>
</body>
</html>
`

/** Routes outside tRPC answer as calls do while the database is unavailable: 503, with `Retry-After`. */

/** An answer during an outage: its words and the seconds to wait, in the route's own form. */
interface UnavailableResponse {
  type: string
  body: (message: string) => string
}

const json: UnavailableResponse = { type: 'application/json', body: (message) => JSON.stringify({ message }) }
const html: UnavailableResponse = { type: 'text/html', body: () => unavailablePage }

/** True if a part of the shop is overloaded, in whichever bundle. */
const isBusy = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'TRPCError' && 'code' in error && error.code === 'SERVICE_UNAVAILABLE'

/** The words for a passing failure; null for any other. */
function messageOf(error: unknown): { message: string; seconds: number } | null {
  if (isDatabaseUnavailable(error)) return { message: UNAVAILABLE_MESSAGE, seconds: UNAVAILABLE_SECONDS }
  if (!isBusy(error)) return null
  const wait = error.cause instanceof ErrorDetail ? error.cause.retryAfter : undefined
  return { message: error.message, seconds: wait ?? UNAVAILABLE_SECONDS }
}

/** @throws any other failure */
function refuse(res: ServerResponse, error: unknown, { type, body }: UnavailableResponse): void {
  const answer = messageOf(error)
  if (!answer) {
    recordRequestFailure(error)
    throw error
  }
  getServices().log.warn({ err: error }, 'A request was refused: the shop cannot answer now')
  // A half-sent file can only be broken off.
  if (res.headersSent) {
    res.destroy()
    return
  }
  // The session could not be read: the browser's cookies stay.
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

/** For pages of Next that answer JSON. */
export const jsonWhileReachable = reachable(json)
