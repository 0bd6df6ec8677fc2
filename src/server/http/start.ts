import type { Env } from '~/env'
import { ensureFirstAdmin, type FirstAdmin } from '~/server/auth/first-admin'
import { startBackground } from '~/server/housekeeping/rounds'
import { requireDataDir } from '~/server/platform/files/data-dir'
import type { Database } from '~/server/platform/database/database'
import { applyMigrations } from '~/server/platform/database/migrate'
import { openDatabase } from '~/server/platform/database/open'
import { loadDemoShop } from '~/server/demo/load'
import type { Logger } from '~/server/platform/log'
import { setServices, type Services } from '~/server/services'
import { createServices } from '~/server/create-services'

/**
 * Brings a database up to date: migrations, the first administrator, the demo shop. Several
 * processes may do so at once; one works, the others wait and find it done.
 */
function prepareDatabase(db: Database, env: Env, log: Logger): Promise<FirstAdmin | null> {
  return db.exclusively(async () => {
    const applied = await applyMigrations(db.adapter)
    if (applied.length > 0) log.info({ applied }, 'Applied migrations')
    const admin = await ensureFirstAdmin({ db }, env)
    if (env.SEED_DEMO) {
      const loaded = await loadDemoShop(db.prisma, { now: new Date() })
      if (loaded) log.info(loaded, 'Loaded the demo shop')
    }
    return admin
  })
}

/** Opens everything that the process needs before it listens (docs/decisions/001). */
export async function startServices(env: Env, log: Logger): Promise<{ services: Services; admin: FirstAdmin | null }> {
  requireDataDir(env)
  const db = await openDatabase(env, log)
  try {
    const admin = await prepareDatabase(db, env, log)
    const services = await createServices({ db, log, dataDir: env.DATA_DIR, isOnlyProcess: db.engine === 'embedded' })
    setServices(services)
    await startBackground(services)
    return { services, admin }
  } catch (error) {
    await db.close()
    throw error
  }
}
