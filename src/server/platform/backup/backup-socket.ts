import path from 'node:path'
import * as z from 'zod'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type Socket, createServer } from 'node:net'
import type { CopyFiles, Database } from '~/server/platform/database/database'
import type { Logger } from '~/server/platform/log'

export const backupAnswer = z.union([
  z.object({
    /** For `openEmbedded`; stays as long as the connection. */
    dataDir: z.string(),
    /** ISO 8601. */
    at: z.iso.datetime(),
    /** Longest wait of the shop's calls (ms). */
    heldMs: z.number(),
  }),
  z.object({ fault: z.string() }),
])
type BackupAnswer = z.output<typeof backupAnswer>

export function backupSocketOf(dataDir: string): { folder: string; address: string } {
  const folder = path.resolve(dataDir, 'handover')
  const address = path.join(folder, 'socket')
  // A socket's name has at most 107 bytes; a relative path may be shorter.
  const fromHere = path.relative('', address)
  return { folder, address: fromHere.length < address.length ? fromHere : address }
}

/** Copies of a running shop's embedded database (docs/decisions/028), which stay as long as the connection to a private socket. */

const answerTo = (socket: Socket, answer: BackupAnswer) => socket.write(`${JSON.stringify(answer)}\n`)

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
  // The reader removes the copy too, and may still use it while the shop stops.
  if (!closing.aborted) await remove()
}

/** The shop runs on if the socket fails. @param dataDir whose lock this process has @returns closes the socket and ends copies */
export async function openBackupSocket(
  { copyFiles }: Pick<Database, 'copyFiles'>,
  dataDir: string,
  log: Logger,
): Promise<() => Promise<void>> {
  if (!copyFiles) return () => Promise.resolve()
  const { folder, address } = backupSocketOf(dataDir)
  const closing = new AbortController()
  const open = new Set<Socket>()
  let last = Promise.resolve()
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    // A reader may leave at any time.
    socket.on('error', () => undefined).resume()
    last = Promise.all([last]).then(() => (socket.destroyed ? undefined : give(socket, copyFiles, folder, log, closing.signal)))
  })
  try {
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
    // A socket that does not listen reports an error at once.
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of open) socket.destroy()
    await Promise.all([last, closed])
  }
}
