import { writeFileSync } from 'node:fs'
import { openEmbedded } from './embedded'
import { emptyDatabaseFile } from './empty-database'
import { applyMigrations } from './migrate'

const db = await openEmbedded({ memory: true })
await applyMigrations(db.adapter)
await db.pg.exec('CHECKPOINT')
const image = await db.pg.dumpDataDir('gzip')
await db.close()
writeFileSync(emptyDatabaseFile(), Buffer.from(await image.arrayBuffer()))
