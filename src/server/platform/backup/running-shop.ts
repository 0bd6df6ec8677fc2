import { rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Database, FilesCopy } from '~/server/platform/database/database'
import { openEmbedded } from '~/server/platform/database/embedded'
import { backupAnswer, backupSocketOf } from './backup-socket'
import { BackupError } from './backup-format'

const NOBODY = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'EINVAL'])

function reach(dataDir: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(backupSocketOf(dataDir).address)
    socket.once('connect', () => {
      socket.off('error', refuse).on('error', () => undefined)
      resolve(socket)
    })
    const refuse = (error: NodeJS.ErrnoException) => {
      if (NOBODY.has(error.code ?? '')) resolve(null)
      else if (error.code === 'EACCES')
        reject(new BackupError(`Only the account that the shop runs as may back up ${dataDir} while it runs.`))
      else reject(error)
    }
    socket.once('error', refuse)
  })
}

async function firstLine(socket: Socket): Promise<string | undefined> {
  for await (const line of createInterface({ input: socket })) return line
  return undefined
}

/** @returns null if no running shop hands out copies @throws {BackupError} if the shop cannot make one */
export async function withCopyOfRunning<T>(dataDir: string, work: (copy: Database, about: FilesCopy) => Promise<T>): Promise<T | null> {
  const socket = await reach(dataDir)
  if (!socket) return null
  let copyAt: string | undefined
  try {
    const line = await firstLine(socket)
    if (line === undefined) throw new BackupError('The shop ended before the copy of its database was whole. Nothing was written.')
    const answer = backupAnswer.parse(JSON.parse(line))
    if ('fault' in answer) throw new BackupError(`${answer.fault} Nothing was written.`)
    copyAt = answer.dataDir
    const copy = await openEmbedded({ dataDir: copyAt })
    try {
      return await work(copy, { at: new Date(answer.at), heldMs: answer.heldMs })
    } finally {
      await copy.close()
    }
  } catch (error) {
    if (error instanceof BackupError || !socket.closed) throw error
    throw new BackupError('The shop was restarted and took its copy away before the backup was done. Nothing was written.', {
      cause: error,
    })
  } finally {
    if (copyAt !== undefined) await rm(copyAt, { recursive: true, force: true })
    socket.destroy()
  }
}
