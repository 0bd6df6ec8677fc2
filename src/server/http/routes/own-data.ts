import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { NextApiRequest, NextApiResponse } from 'next'
import { requestPerson } from '~/server/api/request-context'
import { actorOf, needsEnrollment, needsSecondFactor, mfaPending, type Viewer } from '~/server/identity/auth/read-session'
import { ownArchive } from '~/server/office/own-data/own-data-archive'
import { isGoodLink } from '~/server/office/own-data/download-link'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { calendarDay } from '~/lib/instant'
import { clientInfo } from '~/server/platform/network/client-info'
import { currentRequestId } from '~/server/platform/request-scope'
import type { Services } from '~/server/services'
import { answerRefusal } from './refusal'

interface Refusal {
  status: number
  message: string
}

/** The link's owner; their session got it after a recent proof. */
async function ownerOf({ secret, now }: Services, req: NextApiRequest): Promise<Viewer | Refusal> {
  const viewer = await requestPerson(req)
  if (!viewer) return { status: 401, message: 'Please sign in first.' }
  if (mfaPending(viewer)) return { status: 403, message: needsSecondFactor().message }
  if (viewer.mustEnroll) return { status: 403, message: needsEnrollment().message }
  if (isGoodLink(secret, viewer, req.query, now().getTime() / 1000)) return viewer
  return { status: 403, message: 'This link is not yours, or has expired. Start the download on your account page.' }
}

export async function sendOwnData(services: Services, req: NextApiRequest, res: NextApiResponse): Promise<void> {
  const { db, limits, log, now, businessTimeZone } = services
  res.setHeader('Cache-Control', 'private, no-store')
  const owner = await ownerOf(services, req)
  if ('status' in owner) {
    res.status(owner.status).json({ message: owner.message })
    return
  }
  try {
    await limits.take('ownData', `file ${owner.userId}`)
  } catch (error) {
    answerRefusal(res, error)
    return
  }
  const actor = actorOf(owner, clientInfo(req), currentRequestId())
  await recordAudit(db.prisma, actor, { action: 'account.data_downloaded', subjectType: 'user', subjectId: owner.userId })
  res.writeHead(200, {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="my-data-${calendarDay(now(), businessTimeZone)}.zip"`,
    'X-Content-Type-Options': 'nosniff',
  })
  try {
    await pipeline(Readable.from(ownArchive(services, owner), { objectMode: false }), res)
  } catch (err) {
    log.warn({ err }, 'A copy of own data broke off')
    res.destroy()
  }
}
