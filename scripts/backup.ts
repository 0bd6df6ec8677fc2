import { existsSync } from 'node:fs'
import path from 'node:path'
import { env } from '~/env'
import { backupDatabase } from '~/server/backup/backup'
import { BackupFault } from '~/server/backup/format'
import { openDatabase } from '~/server/db/open'
import { command, fromHere } from './tools/operator'

/** `npm run db:backup [FILE]`: writes the database that the environment names to a file, by default in DATA_DIR/backups. */
await command(async () => {
  const settings = env()
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const file = process.argv[2] ? fromHere(process.argv[2]) : path.resolve(settings.DATA_DIR, 'backups', `shop-${stamp}Z.backup.gz`)
  if (!settings.DATABASE_URL && !existsSync(path.join(settings.DATA_DIR, 'db'))) {
    throw new BackupFault(`There is no database in ${settings.DATA_DIR}.`)
  }
  const db = await openDatabase(settings)
  try {
    return `Wrote ${await backupDatabase(db, file)} rows to ${file}`
  } finally {
    await db.close()
  }
})
