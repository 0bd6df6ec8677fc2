import { existsSync } from 'node:fs'
import path from 'node:path'
import { env, type Env } from '~/env'
import { backupDatabase } from '~/server/platform/backup/backup'
import { BackupError } from '~/server/platform/backup/backup-format'
import { withCopyOfRunning } from '~/server/platform/backup/running-shop'
import { DatabaseInUseError } from '~/server/platform/database/directory-lock'
import { openDatabase } from '~/server/platform/database/open-database'
import { fileStoreOfEnvironment } from '~/server/platform/files/open-file-store'
import { command, fromHere } from './tools/operator'

const elsewhere = (settings: Env) => `The files of repairs and trade-ins are not in it: keep ${fileStoreOfEnvironment(settings).place} too.`

async function backup(settings: Env, file: string): Promise<string> {
  const db = await openDatabase(settings)
  try {
    return `Wrote ${await backupDatabase(db, file)} rows to ${file}`
  } finally {
    await db.close()
  }
}

/** The embedded database is open in one process: a shop that runs hands out a copy of it. @returns null where none does */
const backupOfRunning = ({ DATA_DIR }: Env, file: string): Promise<string | null> =>
  withCopyOfRunning(DATA_DIR, async (copy, { at, heldMs }) => {
    const rows = await backupDatabase(copy, file, at)
    return `Wrote ${rows} rows to ${file}, from the running shop, whose database waited ${Math.ceil(heldMs)} ms for it`
  })

/** `npm run db:backup [FILE]`: writes the database that the environment names to a file, by default in DATA_DIR/backups. */
await command(async () => {
  const settings = env()
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const file = process.argv[2] ? fromHere(process.argv[2]) : path.resolve(settings.DATA_DIR, 'backups', `shop-${stamp}Z.backup.gz`)
  if (!settings.DATABASE_URL && !existsSync(path.join(settings.DATA_DIR, 'db'))) {
    throw new BackupError(`There is no database in ${settings.DATA_DIR}.`)
  }
  try {
    return `${await backup(settings, file)}\n${elsewhere(settings)}`
  } catch (error) {
    if (!(error instanceof DatabaseInUseError)) throw error
    const done = await backupOfRunning(settings, file)
    if (done === null) throw error
    return `${done}\n${elsewhere(settings)}`
  }
})
