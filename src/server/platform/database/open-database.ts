import type { Env } from '~/env'
import { ownDataDir } from '~/server/platform/files/data-dir'
import type { Logger } from '~/server/platform/log'
import type { Database } from './database'
import { StatementWatch } from './statement-watch'

/**
 * PostgreSQL by DATABASE_URL, else the embedded one in DATA_DIR, which is made private first.
 * @param log for statements slower than SLOW_QUERY_MS
 * @param image a file that a new embedded database begins with
 */
export async function openDatabase(
  env: Pick<Env, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATA_DIR' | 'SLOW_QUERY_MS'>,
  log?: Logger,
  image?: string,
): Promise<Database> {
  const { DATABASE_URL, DATABASE_DIRECT_URL: directUrl, DATA_DIR, SLOW_QUERY_MS } = env
  if (!DATABASE_URL) ownDataDir(DATA_DIR)
  const watch = log ? new StatementWatch(log, SLOW_QUERY_MS) : new StatementWatch()
  if (DATABASE_URL) {
    const { openPostgres } = await import('./postgres')
    return openPostgres(DATABASE_URL, watch, { directUrl, log })
  }
  const { openEmbedded } = await import('./embedded')
  return openEmbedded({ dataDir: DATA_DIR, image }, watch)
}
