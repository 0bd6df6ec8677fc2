import { env } from '~/env'
import { transferOwnership } from '~/server/platform/database/transfer-ownership'
import { applyMigrations } from '~/server/platform/database/migrate'
import { openDatabase } from '~/server/platform/database/open-database'
import { command } from './tools/operator'

/**
 * `npm run db:migrate [-- --hand-over]`: applies what is missing to the database that the environment names, and gives
 * what a role of migrations has made to the one that runs the shop.
 */
await command(async () => {
  const db = await openDatabase(env())
  try {
    const applied = await db.exclusively(async () => {
      const names = await applyMigrations(db.adapter)
      if (process.argv.includes('--hand-over')) await transferOwnership(db)
      return names
    })
    return applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`
  } finally {
    await db.close()
  }
})
