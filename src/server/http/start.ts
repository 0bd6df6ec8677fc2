import { existsSync } from 'node:fs'
import path from 'node:path'
import { type FirstAdmin, ensureFirstAdmin } from '~/server/identity/auth/first-admin'
import type { Env } from '~/env'
import type { DemoCustomer } from '~/server/demo/customer'
import { casesWithoutUnit } from '~/server/stock/units/cases-without-unit'
import { startBackground } from '~/server/office/housekeeping/background-jobs'
import { requireDataDir } from '~/server/platform/files/data-dir'
import { sweepUploads, uploadFolder } from '~/server/platform/files/upload-folder'
import type { Database } from '~/server/platform/database/database'
import { applyMigrations } from '~/server/platform/database/migrate'
import { emptyDatabaseFile } from '~/server/platform/database/empty-database'
import { openDatabase } from '~/server/platform/database/open-database'
import type { Logger } from '~/server/platform/log'
import type { TraceSender } from '~/server/platform/tracing/send-traces'
import { type Services, setServices } from '~/server/services'
import { createServices } from '~/server/create-services'

interface SignIns {
  admin: FirstAdmin | null
  customer: DemoCustomer | null
}

/** Shown on a terminal alone: a log is read by many, for long. */
function passwordLine({ password, passwordFile }: FirstAdmin | DemoCustomer, isTerminal: boolean): string {
  if (password && isTerminal) return `The password, shown this once and kept in ${passwordFile ?? ''}: ${password}`
  if (passwordFile) return `The password made at the first start is in ${passwordFile}`
  return 'The password is the one set as ADMIN_PASSWORD at the first start, or changed since.'
}

export function startMessage(port: number, { admin, customer }: SignIns, isTerminal: boolean): string {
  const site = `http://localhost:${port}`
  const lines = [`The shop is ready: ${site}`]
  if (admin) lines.push(`Sign in as administrator at ${site}/auth with ${admin.email}`, passwordLine(admin, isTerminal))
  if (customer) lines.push(`Sign in as a customer at ${site}/auth with ${customer.email}`, passwordLine(customer, isTerminal))
  return `\n${lines.join('\n')}\n\n`
}

/** Migrates, and makes the first administrator and the demo shop. Of several processes one works, the others wait. */
function prepareDatabase(db: Database, env: Env, log: Logger): Promise<SignIns & { isDemo: boolean }> {
  return db.exclusively(async () => {
    const applied = await applyMigrations(db.adapter)
    if (applied.length > 0) log.info({ applied }, 'Applied migrations')
    const admin = await ensureFirstAdmin({ db }, env)
    if (!env.SEED_DEMO) return { admin, customer: null, isDemo: false }
    const { startDemoShop } = await import('~/server/demo/customer')
    const { loaded, customer } = await startDemoShop(db, env.DATA_DIR, new Date())
    if (loaded) log.info(loaded, 'Loaded the demo shop')
    return { admin, customer, isDemo: loaded !== null }
  })
}

/** At the demo shop's first start, in seconds: in the background, the units would change open screens for minutes. */
async function completeDemoShop(services: Services): Promise<void> {
  try {
    services.log.info({ units: (await casesWithoutUnit(services)()).opened }, 'Gave the cases of the demo shop their machines')
    const { addDemoPayments } = await import('~/server/demo/payments')
    services.log.info({ payments: await addDemoPayments(services) }, 'Recorded the payments of the demo shop')
    const { addDemoFiles } = await import('~/server/demo/case-files')
    services.log.info({ files: await addDemoFiles(services) }, 'Added the pictures of the demo shop')
    const { addDemoPassports } = await import('~/server/demo/passports')
    services.log.info({ passports: await addDemoPassports(services) }, 'Issued the passports of the demo shop')
  } catch (err) {
    services.log.warn({ err }, 'The demo shop is not complete')
  }
}

/** Loads tracing only with OTEL_EXPORTER_OTLP_ENDPOINT (docs/decisions/027). */
export async function startTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Partial<Env>, log: Logger): Promise<TraceSender | null> {
  if (endpoint === undefined) return null
  const { sendTraces } = await import('~/server/platform/tracing/send-traces')
  return sendTraces(endpoint, log)
}

export async function startBackgroundWork(services: Services): Promise<void> {
  await startBackground(services)
  // Left by this process when it last died.
  await sweepUploads(uploadFolder(services), services.now())
}

export async function startServices(env: Env, log: Logger): Promise<SignIns & { services: Services }> {
  requireDataDir(env)
  if (!env.DATABASE_URL && !existsSync(path.join(env.DATA_DIR, 'db')))
    process.stdout.write(`Making the database${env.SEED_DEMO ? ' and the demo shop, about 15 s' : ''} …\n`)
  const db = await openDatabase(env, log, emptyDatabaseFile())
  try {
    const { admin, customer, isDemo } = await prepareDatabase(db, env, log)
    const services = await createServices({ db, log, dataDir: env.DATA_DIR, isOnlyProcess: db.engine === 'embedded' })
    setServices(services)
    if (isDemo) await completeDemoShop(services)
    return { services, admin, customer }
  } catch (error) {
    await db.close()
    throw error
  }
}
