import { UNAVAILABLE_MESSAGE, UNAVAILABLE_SECONDS } from '~/server/api/errors'
import type { ServerResponse } from 'node:http'
import type { GetServerSideProps, NextApiHandler } from 'next'
import { ErrorDetail } from '~/server/platform/errors'
import { isDatabaseUnavailable } from '~/server/platform/database/connection-errors'
import { getServices } from '~/server/services'
import { recordRequestFailure } from '~/server/platform/tracing/tracing'

/**
 * Shown while the database is down, so it is self-contained, in the palette of src/styles/globals.css. `public/retry.js` reloads the URL
 * once the shop is well; without scripts the browser does so every few seconds.
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

interface UnavailableResponse {
  type: string
  body: (message: string) => string
}

const json: UnavailableResponse = { type: 'application/json', body: (message) => JSON.stringify({ message }) }
const html: UnavailableResponse = { type: 'text/html', body: () => unavailablePage }

const isBusy = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'TRPCError' && 'code' in error && error.code === 'SERVICE_UNAVAILABLE'

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

/** @param unseen props in the page's shape, which Next wants although the answer is sent */
export const pageWhileReachable = reachable(html)

export const jsonWhileReachable = reachable(json)
