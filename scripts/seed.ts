import { env } from '~/env'
import { applyMigrations } from '~/server/platform/database/migrate'
import { openDatabase } from '~/server/platform/database/open-database'
import { loadDemoShop } from '~/server/demo/load'
import { command } from './tools/operator'

/** `npm run db:seed`: loads the demo shop into an empty database. */
await command(async () => {
  const db = await openDatabase(env())
  try {
    const loaded = await db.exclusively(async () => {
      await applyMigrations(db.adapter)
      return loadDemoShop(db.prisma, { now: new Date() })
    })
    return loaded ? `Loaded the demo shop: ${JSON.stringify(loaded)}` : 'The database is not empty; nothing was loaded.'
  } finally {
    await db.close()
  }
})
