import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import * as z from 'zod'
import { answerInSpan, recordStatus } from '~/server/platform/tracing/tracing'

const manifest = z.record(z.string(), z.unknown())

/** Literals go before parameters, and those before the rest of a path. */
const rank = (route: string) => route.replaceAll('[...', '~~').replaceAll('[', '~')

function fits(route: readonly string[], asked: readonly string[]): boolean {
  if (asked.length < route.length || (asked.length > route.length && !route.at(-1)?.startsWith('[...'))) return false
  return route.every((part, index) => part.startsWith('[') || part === asked[index])
}

function readRoutes(): (path: string) => string | undefined {
  const place = path.join(process.cwd(), '.next/server/pages-manifest.json')
  if (!existsSync(place)) return () => undefined
  const known = Object.keys(manifest.parse(JSON.parse(readFileSync(place, 'utf8')))).sort((one, other) =>
    rank(one) < rank(other) ? -1 : 1,
  )
  const routes = known.map((route) => ({ route, parts: route.split('/') }))
  return (asked) => routes.find(({ parts }) => fits(parts, asked.split('/')))?.route
}

let routes: ReturnType<typeof readRoutes> | undefined

/** Such as `/track/[secret]`: paths hold secrets and typed text. */
export function routeOf(url: string): string | undefined {
  const asked = url.split('?', 1)[0] ?? ''
  if (asked.startsWith('/api/trpc/')) return '/api/trpc/[trpc]'
  const page = /^\/_next\/data\/[^/]+(\/.*)\.json$/.exec(asked)?.[1]
  if (page === undefined && asked.startsWith('/_next/')) return '/_next/[...path]'
  routes ??= readRoutes()
  const route = routes(page === '/index' ? '/' : (page ?? asked))
  return route === undefined || page === undefined ? route : `/_next/data/[build]${route}.json`
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const isStream = ({ headers }: IncomingMessage) => headers.accept?.includes('text/event-stream') === true

export function answerTraced(req: IncomingMessage, res: ServerResponse, requestId: string, answer: () => void): void {
  if (isStream(req)) {
    answer()
    return
  }
  const method = METHODS.has(req.method ?? '') ? (req.method ?? '') : '_OTHER'
  answerInSpan(method, { 'http.request.method': method, 'shop.request.id': requestId }, (span) => {
    if (span) {
      const route = routeOf(req.url ?? '/')
      if (route !== undefined) span.setAttribute('http.route', route).updateName(`${method} ${route}`)
      res.once('close', () => {
        if (res.headersSent) recordStatus(span, res.statusCode, 500)
        span.end()
      })
    }
    answer()
  })
}
