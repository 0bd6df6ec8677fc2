import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import next from 'next'
import { env, EnvironmentError } from '~/env'
import { calendarDay } from '~/lib/instant'
import { openBackupSocket } from '~/server/platform/backup/backup-socket'
import { EngineVersionError } from '~/server/platform/database/engine-version'
import { FormerVersionError } from '~/server/platform/database/migration-history'
import { DatabaseInUseError } from '~/server/platform/database/directory-lock'
import { isDatabaseUnavailable } from '~/server/platform/database/connection-errors'
import { createHealth } from './health'
import { createLogger } from '~/server/platform/log'
import { createGauges } from './gauges'
import { onProductPagesChange } from '~/server/site/live-site'
import { keepPagesFresh } from '~/server/site/regenerate'
import { startBackgroundWork, startServices, startMessage, startTraces } from './start'
import { clientReader } from '~/server/platform/network/client-info'
import { answerAnew, createLimitedServer, endConnections } from './server'
import { logMissingPath } from './missing-path'
import { createRequestListener, withRequestScope } from './request-listener'
import { openDevelopmentCache, openResponseCache } from './response-cache/response-cache'
import { createOperations } from './operations'
import { afterFreshPages } from './pages/fresh-pages'
import { laterCalls } from './later-calls'
import { createSiteFiles } from './site-files'
import { securityHeaders } from './security-headers'
import { stopOnSignals } from './shutdown'
import { Traffic } from './traffic'

/** Opens the database before it listens, because opening the embedded one blocks the event loop. */
async function main(pages: Promise<void>): Promise<void> {
  const settings = env()
  const dev = process.argv.includes('--dev')
  const log = createLogger(settings.LOG_LEVEL)
  const traces = await startTraces(settings, log)
  const { services, ...signIns } = await startServices(settings, log)
  await pages

  const headers = securityHeaders({
    siteUrl: services.siteUrl,
    hstsIncludeSubDomains: settings.HSTS_INCLUDE_SUBDOMAINS,
    googleTagId: settings.GOOGLE_TAG_ID,
    dev,
  })
  const server = createLimitedServer(
    (req, res) => {
      listen(req, res)
    },
    headers,
    settings.STREAMS_TOTAL,
  )
  // In development Next takes its hot reload's connections from the server.
  const app = next({
    dev,
    dir: process.cwd(),
    hostname: settings.HOST,
    port: settings.PORT,
    webpack: true,
    ...(dev && { httpServer: server }),
  })
  await app.prepare()
  const renderPage = app.getRequestHandler()
  const siteFiles = createSiteFiles(services.siteUrl, services.onlineRequests, () => services.catalogue.current?.products ?? [])
  const handler: typeof renderPage = async (req, res, url) => {
    if (!siteFiles(req, res)) await renderPage(req, res, url)
  }
  const products = {
    isProduct: (slug: string) => services.catalogue.current?.productAt(slug) !== undefined,
    today: () => calendarDay(services.now(), services.businessTimeZone),
  }
  const cache = dev ? await openDevelopmentCache(handler, headers) : await openResponseCache(process.cwd(), handler, headers, products)
  onProductPagesChange(services, cache.productsChanged)
  const traffic = new Traffic()
  const calls = laterCalls(services, settings)
  const operations = createOperations({
    health: createHealth(services, () => !server.listening),
    gauges: createGauges(services, traffic, calls.streamCounts),
    metricsToken: settings.METRICS_TOKEN,
  })
  const readClient = clientReader(settings.TRUSTED_PROXIES, (peer) => {
    log.warn({ peer }, 'X-Forwarded-For of this peer is not believed: without it in TRUSTED_PROXIES all its visitors count as one network')
  })
  const answer = withRequestScope(readClient, (req, res) => {
    if (!calls.answer(req, res)) void handler(req, res)
  })
  const answerOperated = (req: IncomingMessage, res: ServerResponse) => {
    if (!operations(req, res)) answer(req, res)
  }
  const follow: RequestListener = (req, res) => {
    traffic.follow(req, res)
    logMissingPath(log, req, res)
  }
  const listener = createRequestListener(cache, headers, answerOperated, follow, !services.onlineRequests)
  const kept = dev ? null : keepPagesFresh(services, handler, cache.refresh)
  const listen = kept ? afterFreshPages(kept, listener) : answerAnew(cache, listener)
  if (dev) endConnections(server)
  const closeBackupSocket = await openBackupSocket(services.db, settings.DATA_DIR, log)
  let background: Promise<void> | undefined
  stopOnSignals(server, traffic, services, async () => {
    await background?.catch(() => undefined)
    await Promise.all([closeBackupSocket(), services.jobs.stop(), services.platform?.refresher.stop()])
    await traces?.stop()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(settings.PORT, settings.HOST, resolve)
  })
  process.stdout.write(startMessage(settings.PORT, signIns, process.stdout.isTTY))
  await kept?.all()
  background = startBackgroundWork(services)
  await background
}

const lastLine = (message: string) => message.trim().split('\n').at(-1) ?? ''

const MENDABLE = [EnvironmentError, DatabaseInUseError, EngineVersionError, FormerVersionError]

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // `Refusal` is a failed build (scripts/tools/project.mjs).
  if (error.name === 'Refusal' || MENDABLE.some((kind) => error instanceof kind)) return error.message
  if ('code' in error && error.code === 'EADDRINUSE') return `PORT is taken by another program: ${error.message}`
  if (isDatabaseUnavailable(error)) return `The database of DATABASE_URL cannot be reached: ${lastLine(error.message)}`
  return error.stack ?? error.message
}

/** A fault before the end is printed in one line. @param pages for a start that builds meanwhile */
export async function serveShop(pages: Promise<void> = Promise.resolve()): Promise<void> {
  await main(pages).catch((error: unknown) => {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  })
}
