import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { openEmbedded } from './embedded'
import { migrationsKey } from './empty-database'
import { applyMigrations } from './migrate'

/** A migrated, empty embedded database as one file, which tests open in memory instead of applying the migrations again. */

/** An embedded database whose log begins with a file of 1 MB: the 16 MB that it has by itself are half of what each copy would unpack. */
async function emptyImage(): Promise<Blob> {
  const pg = await PGlite.create({ initDbStartParams: ['--wal-segsize=1'] })
  const image = await pg.dumpDataDir('none')
  await pg.close()
  return image
}

/** Old files of the log go instead of being kept for later: they were a third of what each copy would unpack. */
const SHORT_LOG = ['-c', 'min_wal_size=2MB', '-c', 'wal_recycle=off']

/** Writes the image to a file, whole or not at all. */
async function makeEmbeddedImage(file: string): Promise<void> {
  PGlite.defaultStartParams.push(...SHORT_LOG)
  const db = await openEmbedded({ memory: true, image: await emptyImage() })
  await applyMigrations(db.adapter)
  // A third of the files, and of the time that each copy takes to open, are databases that nobody uses.
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

/** The file with the image of the present migrations, made once and kept with the packages. */
export async function embeddedImageFile(): Promise<string> {
  const file = path.resolve('node_modules/.cache/embedded-image', `${migrationsKey()}.tar`)
  if (!existsSync(file)) await makeEmbeddedImage(file)
  return file
}
