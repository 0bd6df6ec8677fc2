import path from 'node:path'
import * as z from 'zod'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type Socket, createServer } from 'node:net'
import type { CopyFiles, Database } from '~/server/platform/database/database'
import type { Logger } from '~/server/platform/log'

/** What a shop answers whoever asks it for a copy: one line of JSON. */
export const backupAnswer = z.union([
  z.object({
    /** Where the copy lies as long as the connection stays: a folder that `openEmbedded` opens. */
    dataDir: z.string(),
    /** The moment that it shows, ISO 8601. */
    at: z.iso.datetime(),
    /** How long the shop's calls may have waited for it (ms). */
    heldMs: z.number(),
  }),
  /** Why there is none, for the operator. */
  z.object({ fault: z.string() }),
])
type BackupAnswer = z.output<typeof backupAnswer>

/** Where the backup socket of a DATA_DIR is. */
export function backupSocketOf(dataDir: string): { folder: string; address: string } {
  const folder = path.resolve(dataDir, 'handover')
  const address = path.join(folder, 'socket')
  // The name of a socket is short, 107 letters: from here it may be shorter.
  const fromHere = path.relative('', address)
  return { folder, address: fromHere.length < address.length ? fromHere : address }
}

/**
 * Where a running shop gives copies of its embedded database away, for backups (docs/decisions/022): a socket in a folder
 * that its owner alone may enter. Whoever connects gets a copy, which stays as long as the connection.
 */

const answerTo = (socket: Socket, answer: BackupAnswer) => socket.write(`${JSON.stringify(answer)}\n`)

/** In our own words where an operator can do something about it. */
function faultOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC'
    ? 'There is no room in DATA_DIR for a copy of the database, which a backup of the running shop takes.'
    : 'The running shop could not copy its database; its log says why.'
}

async function give(socket: Socket, copyFiles: CopyFiles, folder: string, log: Logger, closing: AbortSignal): Promise<void> {
  const gone = new AbortController()
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      gone.abort()
      resolve()
    })
  })
  const dataDir = path.join(folder, `copy-${randomBytes(4).toString('hex')}`)
  const remove = () => rm(dataDir, { recursive: true, force: true })
  try {
    mkdirSync(dataDir, { mode: 0o700 })
    const { at, heldMs } = await copyFiles(dataDir, AbortSignal.any([gone.signal, closing]))
    log.info({ heldMs: Math.round(heldMs) }, 'Copied the database for a backup')
    answerTo(socket, { dataDir, at: at.toISOString(), heldMs })
  } catch (error) {
    await remove()
    if (gone.signal.aborted || closing.aborted) return
    log.error({ err: error }, 'The database could not be copied for a backup')
    answerTo(socket, { fault: faultOf(error) })
    socket.end()
    return
  }
  await closed
  // Whoever has the copy removes it too, and may go on with it while the shop stops.
  if (!closing.aborted) await remove()
}

/**
 * Opens the backup socket of an embedded database; where it cannot be opened, the log says so and the shop runs without.
 * @param dataDir DATA_DIR, whose lock this process has
 * @returns what closes it, and ends what is under way there
 */
export async function openBackupSocket(
  { copyFiles }: Pick<Database, 'copyFiles'>,
  dataDir: string,
  log: Logger,
): Promise<() => Promise<void>> {
  if (!copyFiles) return () => Promise.resolve()
  const { folder, address } = backupSocketOf(dataDir)
  const closing = new AbortController()
  const open = new Set<Socket>()
  // One copy at a time; each waits for the one before.
  let last = Promise.resolve()
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    // Whoever asks may go at any time; a reset is no more than that.
    socket.on('error', () => undefined).resume()
    last = Promise.all([last]).then(() => (socket.destroyed ? undefined : give(socket, copyFiles, folder, log, closing.signal)))
  })
  try {
    // What a process that was killed has left.
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(address, resolve)
    })
    chmodSync(address, 0o600)
  } catch (error) {
    log.warn({ err: error }, 'A backup cannot be made while the shop runs')
  }
  return async () => {
    closing.abort()
    // Where it does not listen this is an error, and over at once.
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of open) socket.destroy()
    await Promise.all([last, closed])
  }
}
