import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline, PassThrough } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BackupError, damaged, isEnd, isRow, parseEnd, parseHeader, type Header } from './backup-format'

/** Reaching the last line proves that the file is whole. @throws {BackupError} if it is not */
export async function* readBackup(file: string): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let rows = 0
  let ended = false
  for await (const line of unzipped(file)) {
    if (ended) throw damaged(file)
    if (isEnd(line)) {
      const end = parseEnd(line, file)
      if (end.rows !== rows || end.sha256 !== hash.digest('hex')) throw damaged(file)
      ended = true
      continue
    }
    hash.update(line).update('\n')
    if (isRow(line)) rows += 1
    yield line
  }
  if (!ended) throw damaged(file)
}

/** @throws {BackupError} if it is damaged */
export async function checkBackup(file: string): Promise<Header> {
  let header: Header | undefined
  for await (const line of readBackup(file)) header ??= parseHeader(line, file)
  if (!header) throw damaged(file)
  return header
}

async function* unzipped(file: string): AsyncGenerator<string> {
  const text = new PassThrough()
  let failure: Error | null | undefined
  const arrived = new Promise<void>((resolve) => {
    pipeline(createReadStream(file), createGunzip(), text, (error) => {
      failure = error
      // readline would wait for ever.
      if (error) text.destroy()
      resolve()
    })
  })
  try {
    yield* createInterface({ input: text, crlfDelay: Infinity })
    await arrived
  } catch (error) {
    await arrived
    throw fault(file, failure ?? error)
  } finally {
    text.destroy()
  }
  if (failure) throw fault(file, failure)
}

function fault(file: string, cause: unknown): BackupError {
  const missing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
  return missing ? new BackupError(`There is no file ${file}.`, { cause }) : damaged(file, cause)
}
