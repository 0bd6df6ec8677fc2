import type { Services } from '~/server/services'

/** Files in one round, so that a slow store holds nothing up. */
const PORTION = 100
/** Milliseconds after which the rest is left to the next round. */
const LONGEST_MS = 60_000

/** Claims each file first, so that no upload finishes on it. @returns the number of removed files, and true if none is left */
export async function sweepFiles({
  db: { prisma },
  files,
  now,
  log,
}: Pick<Services, 'db' | 'files' | 'now' | 'log'>): Promise<{ removed: number; isDone: boolean }> {
  const due = await prisma.fileRemoval.findMany({
    where: { dueAt: { lte: now() } },
    orderBy: { dueAt: 'asc' },
    take: PORTION,
    select: { key: true },
  })
  const until = performance.now() + LONGEST_MS
  let removed = 0
  for (const { key } of due) {
    if (performance.now() > until) return { removed, isDone: false }
    const claimed = await prisma.fileRemoval.updateMany({ where: { key, dueAt: { lte: now() } }, data: { claimedAt: now() } })
    if (claimed.count === 0) continue
    try {
      await files.remove(key)
    } catch (err) {
      log.warn({ err }, 'A file could not be removed from the file store; tried again later')
      return { removed, isDone: true }
    }
    await prisma.fileRemoval.deleteMany({ where: { key } })
    removed += 1
  }
  return { removed, isDone: due.length < PORTION }
}
