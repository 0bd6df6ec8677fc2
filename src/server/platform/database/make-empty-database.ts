import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openEmbedded } from './embedded'
import { emptyDatabaseFile } from './empty-database'
import { applyMigrations } from './migrate'

/**
 * A program of the build: writes the file from which new shops begin, unless the last build has left it, and removes those of other
 * migrations. A database that was made otherwise is the same.
 */
const file = emptyDatabaseFile()
for (const name of readdirSync(path.dirname(file)))
  if (name.startsWith('empty-database-') && name !== path.basename(file)) rmSync(path.join(path.dirname(file), name))
if (!existsSync(file)) {
  const db = await openEmbedded({ memory: true })
  await applyMigrations(db.adapter)
  await db.pg.exec('CHECKPOINT')
  const image = await db.pg.dumpDataDir('gzip')
  await db.close()
  writeFileSync(`${file}.new`, Buffer.from(await image.arrayBuffer()))
  renameSync(`${file}.new`, file)
}
