import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { BackupFault, isRow } from './format'

/**
 * Writes lines as a backup, for its owner alone since it holds everything that the database does. Under its name there
 * is a whole file or none.
 * @returns how many rows it has
 * @throws {BackupFault} when there is a file of this name
 */
export async function writeBackup(file: string, lines: AsyncIterable<string>): Promise<number> {
  if (existsSync(file)) throw new BackupFault(`${file} is there already; choose another name.`)
  mkdirSync(path.dirname(file), { recursive: true })
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.part`
  let rows = 0
  async function* sealed() {
    const hash = createHash('sha256')
    for await (const line of lines) {
      if (isRow(line)) rows += 1
      hash.update(line).update('\n')
      yield `${line}\n`
    }
    yield `${JSON.stringify({ end: { rows, sha256: hash.digest('hex') } })}\n`
  }
  try {
    await pipeline(Readable.from(sealed()), createGzip(), createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }))
    const written = await open(unfinished, 'r+')
    await written.sync()
    await written.close()
    renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
  return rows
}
