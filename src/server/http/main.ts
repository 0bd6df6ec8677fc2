import type { IncomingMessage, ServerResponse } from 'node:http'
import next from 'next'
import { env, EnvironmentError, type Env } from '~/env'
import { createApi } from '~/server/api/direct'
import { createKeptQueries } from '~/server/api/kept-queries'
import { createStreams } from '~/server/api/streams'
import type { FirstAdmin } from '~/server/auth/first-admin'
import { openBackupDesk } from '~/server/backup/desk'
import { EngineVersionError } from '~/server/db/engine-version'
import { DatabaseInUseError } from '~/server/db/lock'
import { isDatabaseAway } from '~/server/db/unavailable'
import { createHealth } from '~/server/health'
import { keepTidy } from '~/server/housekeeping'
import { createLogger } from '~/server/log'
import { createGauges } from '~/server/metrics/gauges'
import { inRequest, requestIdOf } from '~/server/request-scope'
import { keepPagesFresh } from '~/server/site/regenerate'
import { startServices } from '~/server/start'
import { entrance, openFront } from './entrance'
import { createOperations } from './operations'
import { securityHeaders } from './security-headers'
import { createLimitedServer } from './server'
import { stopOnSignals } from './shutdown'
import { Traffic } from './traffic'

/**
 * The process's entry, for `npm run serve` and `npm run dev` (with --dev): opens the database
 * before it listens, because opening the embedded one blocks the event loop, then serves Next.
 */
async function main(): Promise<void> {
  const settings = env()
  const dev = process.argv.includes('--dev')
  const log = createLogger(settings.LOG_LEVEL)
  const { services, admin } = await startServices(settings, log)

  const app = next({ dev, dir: process.cwd(), hostname: settings.HOST, port: settings.PORT, webpack: true })
  await app.prepare()
  const handler = app.getRequestHandler()
  const headers = securityHeaders({ siteUrl: services.siteUrl, googleTagId: settings.GOOGLE_TAG_ID, dev })
  const front = dev ? null : await openFront(process.cwd(), handler, headers)
  if (front) await keepPagesFresh(services, handler, front.refresh)

  const traffic = new Traffic()
  const streams = createStreams(services, { perAddress: settings.STREAMS_PER_ADDRESS, total: settings.STREAMS_TOTAL })
  const operations = createOperations({
    // A server that stops to listen is about to end.
    health: createHealth(services, () => !server.listening),
    gauges: createGauges(services, traffic, streams.counts),
    metricsToken: settings.METRICS_TOKEN,
  })
  // In development Next answers calls itself, by their newest code.
  const answerCall = dev ? () => false : createApi([streams.take, createKeptQueries(services)])
  const answer = (req: IncomingMessage, res: ServerResponse) => {
    if (operations(req, res)) return
    const requestId = requestIdOf(req.headers)
    if (req.url?.startsWith('/api/')) res.setHeader('X-Request-Id', requestId)
    inRequest(requestId, () => {
      if (!answerCall(req, res)) void handler(req, res)
    })
  }
  const listener = entrance(front, headers, answer, (req, res) => {
    traffic.follow(req, res)
  })
  const server = createLimitedServer(listener, headers, settings.STREAMS_TOTAL)
  const stopTidying = keepTidy(services)
  const closeBackupDesk = await openBackupDesk(services.db, settings.DATA_DIR, log)
  stopOnSignals(server, services, () =>
    Promise.all([stopTidying(), closeBackupDesk(), services.mail.settled?.(), services.platform?.refresher.stop()]),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(settings.PORT, settings.HOST, resolve)
  })
  process.stdout.write(welcome(settings, admin))
}

/** Where the site is and how to sign in as administrator (contract.md, npm start). */
function welcome({ PORT }: Env, admin: FirstAdmin | null): string {
  const site = `http://localhost:${PORT}`
  const lines = [`The shop is ready: ${site}`]
  if (admin) {
    lines.push(`Sign in as administrator at ${site}/auth with ${admin.email}`)
    if (admin.password) lines.push(`The password, shown this once and kept in ${admin.passwordFile ?? ''}: ${admin.password}`)
    else if (admin.passwordFile) lines.push(`The password made at the first start is in ${admin.passwordFile}`)
    else lines.push('The password is the one set as ADMIN_PASSWORD at the first start, or changed since.')
  }
  return `\n${lines.join('\n')}\n\n`
}

/** Prisma puts the code of the caller before its words. */
const lastLine = (message: string) => message.trim().split('\n').at(-1) ?? ''

/** One line for what an operator can mend, everything for the rest. */
function explain(error: unknown): string {
  if (error instanceof EnvironmentError || error instanceof DatabaseInUseError || error instanceof EngineVersionError) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return `PORT is taken by another program: ${error.message}`
  if (isDatabaseAway(error))
    return `The database of DATABASE_URL cannot be reached: ${error instanceof Error ? lastLine(error.message) : ''}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
})
