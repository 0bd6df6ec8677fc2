import type { Env } from '~/env'
import type { Database } from './database'
import { openEmbedded } from './embedded'
import { openPostgres } from './postgres'

/** The database that the environment names: PostgreSQL by DATABASE_URL, else the embedded one in DATA_DIR. */
export function openDatabase(env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>): Promise<Database> {
  return env.DATABASE_URL ? Promise.resolve(openPostgres(env.DATABASE_URL)) : openEmbedded({ dataDir: env.DATA_DIR })
}
