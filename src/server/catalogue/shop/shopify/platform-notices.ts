import { stripUnstorable } from '~/contracts/fields'
import type { PlatformNotice } from '~/contracts/catalogue/platform-notices'
import type { PlatformNoticeSource, PrismaClient } from '~/generated/prisma/client'
import type { Logger } from '~/server/platform/log'

/** Milliseconds after which a notice that was not renewed counts as settled. */
const KEPT_MS = 8 * 24 * 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000
const LONGEST_SUBJECT = 200
const LONGEST_DETAIL = 500

const subjectOf = ({ subject }: Pick<PlatformNotice, 'subject'>) => stripUnstorable(subject.slice(0, LONGEST_SUBJECT)) || '?'

export interface Notices {
  /** Logs and stores a notice, at most once a day in each process. Never throws. */
  say: (source: PlatformNoticeSource, notice: PlatformNotice) => Promise<void>
  /** Removes notices about access that was given. */
  settle: (source: PlatformNoticeSource, subjects: readonly string[]) => Promise<void>
  /** After a complete round. */
  replace: (source: PlatformNoticeSource, found: readonly PlatformNotice[]) => Promise<void>
}

const ACCESS_KINDS = ['scope', 'access'] as const
const nameOf = (source: PlatformNoticeSource, { kind, subject }: Pick<PlatformNotice, 'kind' | 'subject'>) =>
  JSON.stringify([source, kind, subject])

export function platformNotices({ prisma, now, log }: { prisma: PrismaClient; now: () => Date; log: Logger }): Notices {
  const said = new Map<string, number>()

  const keep = async (source: PlatformNoticeSource, { kind, ...notice }: PlatformNotice): Promise<void> => {
    const [subject, detail] = [subjectOf(notice), stripUnstorable(notice.detail.slice(0, LONGEST_DETAIL))]
    const seenAt = now()
    await prisma.platformNotice.upsert({
      where: { source_kind_subject: { source, kind, subject } },
      create: { source, kind, subject, detail, firstSeenAt: seenAt, seenAt },
      update: { detail, seenAt },
    })
  }

  return {
    say: async (source, notice) => {
      const name = nameOf(source, notice)
      const at = now().getTime()
      if (at - (said.get(name) ?? -DAY_MS) < DAY_MS) return
      said.set(name, at)
      log.warn({ ...notice, source }, 'The shop platform wants attention')
      await keep(source, notice).catch((error: unknown) => {
        said.delete(name)
        log.warn({ err: error }, 'A notice of the shop platform could not be kept')
      })
    },
    settle: async (source, subjects) => {
      for (const subject of subjects) for (const kind of ACCESS_KINDS) said.delete(nameOf(source, { kind, subject }))
      await prisma.platformNotice.deleteMany({ where: { source, kind: { in: [...ACCESS_KINDS] }, subject: { in: [...subjects] } } })
    },
    replace: async (source, found) => {
      for (const notice of found) await keep(source, notice)
      const kept = found.map(({ kind, subject }) => ({ kind, subject: subjectOf({ subject }) }))
      await prisma.platformNotice.deleteMany({ where: { source, ...(kept.length > 0 ? { NOT: { OR: kept } } : {}) } })
    },
  }
}

/** The latest problem first. */
export const readNotices = ({ prisma, now }: { prisma: PrismaClient; now: () => Date }): Promise<PlatformNotice[]> =>
  prisma.platformNotice.findMany({
    where: { OR: [{ source: 'list' }, { seenAt: { gt: new Date(now().getTime() - KEPT_MS) } }] },
    orderBy: [{ firstSeenAt: 'desc' }, { kind: 'asc' }, { subject: 'asc' }],
    take: 50,
    select: { kind: true, subject: true, detail: true },
  })
