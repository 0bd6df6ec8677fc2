import { readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import type { GetServerSideProps, NextApiHandler } from 'next'
import { encode } from 'next-auth/jwt'
import { apiResolver } from 'next/dist/server/api-utils/node/api-resolver'
import { createApiHandler } from '~/server/api/request-handler'
import { createApiStreams } from '~/server/api/streams'
import { createHealth } from '~/server/http/health'
import { createRequestListener } from '~/server/http/request-listener'
import { createOperations } from '~/server/http/operations'
import { securityHeaders } from '~/server/http/security-headers'
import { createLimitedServer } from '~/server/http/server'
import { Traffic } from '~/server/http/traffic'
import { createGauges } from '~/server/http/gauges'
import { setServices } from '~/server/services'
import type { FuzzShop } from './fuzz-shop'

type Query = Partial<Record<string, string | string[]>>

interface Route {
  /** As the file is named: '/api/export/[file]'. */
  path: string
  answer: (req: IncomingMessage, res: ServerResponse, query: Query) => Promise<unknown>
  matches: (pathname: string) => Query | null
}

const PAGES = 'src/pages'
const STREAMS = 100

/** The address of a page's file, and the parameters in it, as Next reads them. */
function matcher(path: string): Route['matches'] {
  const pattern = new RegExp(
    `^${path
      .replace(/\./g, '\\.')
      .replace(/\[\\\.\\\.\\\.(\w+)\]/g, '(?<$1>.+)')
      .replace(/\[(\w+)\]/g, '(?<$1>[^/]+)')}$`,
  )
  return (pathname) => {
    const groups = pattern.exec(pathname)?.groups
    if (!groups) return pattern.test(pathname) ? {} : null
    const isRest = (name: string) => path.includes(`[...${name}]`)
    return Object.fromEntries(
      Object.entries(groups).map(([name, text]) => [
        name,
        isRest(name) ? text.split('/').map(decodeURIComponent) : decodeURIComponent(text),
      ]),
    )
  }
}

interface PageModule {
  default: NextApiHandler
  config?: object
  getServerSideProps?: GetServerSideProps
}

/** Every API route, and every page that is no screen but a document made for each request. */
async function readRoutes(): Promise<Route[]> {
  const files = readdirSync(PAGES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  return Promise.all(
    files.map(async (file) => {
      const page = (await import(/* @vite-ignore */ resolve(join(PAGES, file)))) as PageModule
      const path = `/${file.replace(/(\/index)?\.ts$/, '').replaceAll('\\', '/')}`
      const context = { previewModeId: '', previewModeEncryptionKey: '', previewModeSigningKey: '', dev: false }
      const answerApi: Route['answer'] = (req, res, query) => apiResolver(req, res, query, page, context, false)
      const answerPage: Route['answer'] = async (req, res, query) => {
        const made = await page.getServerSideProps?.({
          req: Object.assign(req, { cookies: {} }),
          res,
          query,
          params: query,
          resolvedUrl: req.url ?? '',
        })
        if (made && 'notFound' in made) res.writeHead(404).end()
        else if (!res.writableEnded) res.end()
      }
      return { path, matches: matcher(path), answer: page.getServerSideProps ? answerPage : answerApi }
    }),
  )
}

/** Answers for an address as Next does before a route: 400 for one that cannot be read. */
function serveRoute(routes: readonly Route[], req: IncomingMessage, res: ServerResponse): void {
  let url: URL
  let found: { route: Route; params: Query } | undefined
  try {
    url = new URL(req.url ?? '/', 'http://localhost')
    found = routes.flatMap((route) => {
      const params = route.matches(url.pathname)
      return params ? [{ route, params }] : []
    })[0]
  } catch {
    res.writeHead(400).end()
    return
  }
  if (!found) {
    res.writeHead(404).end()
    return
  }
  const query: Query = {}
  for (const [name, value] of url.searchParams) query[name] = query[name] === undefined ? value : [query[name], value].flat()
  found.route.answer(req, res, { ...query, ...found.params }).catch((error: unknown) => {
    // An error of a route is a fault of ours, and Next answers 500 to it.
    res.writeHead(500).end(error instanceof Error ? error.stack : String(error))
  })
}

/** The site as production serves it, without its screens, on a real server. */
export async function serveSite(shop: FuzzShop) {
  const { services } = shop
  setServices(services)
  const routes = await readRoutes()
  const headers = securityHeaders({ siteUrl: services.siteUrl, googleTagId: undefined, dev: false })
  const streams = createApiStreams(services, { perAddress: STREAMS, total: STREAMS })
  const operations = createOperations({
    health: createHealth(services, () => false),
    gauges: createGauges(services, new Traffic(), streams.counts),
    metricsToken: undefined,
  })
  const answerCall = createApiHandler([streams.handle])
  const listener = createRequestListener(null, headers, (req, res) => {
    if (!operations(req, res) && !answerCall(req, res)) serveRoute(routes, req, res)
  })
  const server = createLimitedServer(listener, headers, STREAMS)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    paths: routes.map(({ path }) => path),
    /** The cookie of a browser that is signed in. */
    cookieOf: async (sessionId: string) => `next-auth.session-token=${await encode({ token: { sessionId }, secret: services.secret })}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
