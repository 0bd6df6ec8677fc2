import { env } from '~/env'
import { BackupError } from '~/server/platform/backup/backup-format'
import { restoreDatabase } from '~/server/platform/backup/restore'
import { openDatabase } from '~/server/platform/database/open-database'
import { command, fromHere } from './tools/operator'

/** `npm run db:restore FILE [-- --replace]`: fills the database that the environment names with a backup. */
await command(async () => {
  const [given] = process.argv.slice(2).filter((argument) => argument !== '--replace')
  if (!given) throw new BackupError('usage: npm run db:restore FILE [-- --replace]')
  const replace = process.argv.includes('--replace')
  const settings = env()
  const db = await openDatabase(settings)
  try {
    await restoreDatabase(db, fromHere(given), { replace })
    return `Restored ${given}. Keep the NEXTAUTH_SECRET that it was made with: second factors and keys are encrypted with it.`
  } finally {
    await db.close()
  }
})
