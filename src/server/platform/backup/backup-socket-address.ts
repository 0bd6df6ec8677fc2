import path from 'node:path'
import * as z from 'zod'

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
export type BackupAnswer = z.output<typeof backupAnswer>

/** Where the backup socket of a DATA_DIR is. */
export function backupSocketOf(dataDir: string): { folder: string; address: string } {
  const folder = path.resolve(dataDir, 'handover')
  const address = path.join(folder, 'socket')
  // The name of a socket is short, 107 letters: from here it may be shorter.
  const fromHere = path.relative('', address)
  return { folder, address: fromHere.length < address.length ? fromHere : address }
}
