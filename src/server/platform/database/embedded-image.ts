import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { openEmbedded } from './embedded'
import { migrationsKey } from './empty-database'
import { applyMigrations } from './migrate'

/** Tests open this migrated, empty database in memory instead of applying migrations. */

/** The log begins with a file of 1 MB: the default 16 MB are half of what each copy would unpack. */
async function emptyImage(): Promise<Blob> {
  const pg = await PGlite.create({ initDbStartParams: ['--wal-segsize=1'] })
  const image = await pg.dumpDataDir('none')
  await pg.close()
  return image
}

/** Old log files are dropped: they were a third of what each copy would unpack. */
const SHORT_LOG = ['-c', 'min_wal_size=2MB', '-c', 'wal_recycle=off']

export async function makeEmbeddedImage(file: string): Promise<void> {
  PGlite.defaultStartParams.push(...SHORT_LOG)
  const db = await openEmbedded({ memory: true, image: await emptyImage() })
  await applyMigrations(db.adapter)
  // A third of the files, and of a copy's opening time, are unused databases.
  await db.pg.exec(`UPDATE pg_database SET datistemplate = false WHERE datname <> current_database()`)
  for (const name of ['template0', 'template1']) await db.pg.exec(`DROP DATABASE ${name}`)
  await db.pg.exec('CHECKPOINT')
  const image = await db.pg.dumpDataDir('none')
  await db.close()
  mkdirSync(path.dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, Buffer.from(await image.arrayBuffer()))
  renameSync(unfinished, file)
}

/** Made once and kept with the packages. */
export async function embeddedImage(): Promise<Blob> {
  const file = path.resolve('node_modules/.cache/embedded-image', `${migrationsKey()}.tar`)
  if (!existsSync(file)) await makeEmbeddedImage(file)
  return file
}
