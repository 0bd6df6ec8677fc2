import * as z from 'zod'
import type { CaseRef } from '~/contracts/case-ref'
import { countedSpelling, numberSpellings } from '~/contracts/numbers'
import { records } from '~/contracts/records'
import { networkOf, takeInSteps, type LimitSteps } from '~/server/identity/auth/limits'
import { queueEmail } from '~/server/identity/auth/account-emails'
import { trackingLink } from '~/server/cases/case-email-templates'
import { caseRecipient } from '~/server/cases/base/case-emails'
import { createTrackingLink } from '~/server/cases/base/tracking-links'
import { lockRow } from '~/server/platform/database/conflict'
import type { JobKind } from '~/server/platform/jobs/consumer'
import { writeEmail } from '~/server/platform/email-texts/write-email'
import type { Services } from '~/server/services'
import { sendOrderLink } from '~/server/stock/sale/checkout/send-order-link'

const LINK_QUEUE = 'tracking-links'
const linkJob = z.object({ number: z.string() })
const TRY_SECONDS = 25
const linksOfNumber: LimitSteps = {
  own: 'trackingLinksOfNumber',
  everywhere: 'trackingLinksEverywhere',
  underAttack: 'trackingLinksUnderAttack',
}
/** Seconds between tries while the database is down. */
const PAUSES = [5, 60, 600]

/** A job looks the number up, so that the answer and its time do not show whether it exists. @throws TOO_MANY_REQUESTS */
export async function requestLink(
  { limits, client, jobs, db }: Pick<Services, 'limits' | 'jobs' | 'db'> & { client: { ip: string | null } },
  { number }: { number: string },
): Promise<{ sent: true }> {
  const network = networkOf(client)
  await limits.take('trackingLinks', network)
  await takeInSteps(limits, countedSpelling(number), network, linksOfNumber)
  await jobs.post(db.prisma, LINK_QUEUE, { number })
  return { sent: true }
}

/** A number without its prefix may mean a repair and a trade-in. */
async function casesOfNumber({ db }: Pick<Services, 'db'>, number: string): Promise<(CaseRef & { number: string })[]> {
  const repairs = await db.prisma.repair.findMany({
    where: { repairNumber: { in: numberSpellings('repairs', number) } },
    select: { id: true, repairNumber: true },
  })
  const tradeIns = await db.prisma.tradeIn.findMany({
    where: { tradeInNumber: { in: numberSpellings('tradeIns', number) } },
    select: { id: true, tradeInNumber: true },
  })
  return [
    ...repairs.map(({ id, repairNumber }) => ({ noun: 'repairs', id, number: repairNumber }) as const),
    ...tradeIns.map(({ id, tradeInNumber }) => ({ noun: 'tradeIns', id, number: tradeInNumber }) as const),
  ]
}

async function sendLink(
  services: Pick<Services, 'db' | 'outbox' | 'siteUrl' | 'secret'>,
  { number }: z.output<typeof linkJob>,
): Promise<void> {
  for (const { number: stored, ...ref } of await casesOfNumber(services, number)) {
    await services.db.prisma.$transaction(async (tx) => {
      // The lock keeps the customer until the link is written.
      await lockRow(tx, records[ref.noun], ref.id)
      const recipient = await caseRecipient(tx, services, ref)
      if (!recipient) return
      const href = await createTrackingLink(tx, ref, services.siteUrl)
      const values = { case: `${records[ref.noun].one} ${stored}` }
      await queueEmail(tx, services, (branding) => writeEmail(branding, trackingLink, { ...recipient, href, values }))
    })
  }
  await sendOrderLink(services, number)
}

export const linkKind = (services: Parameters<typeof sendLink>[0]): JobKind<z.output<typeof linkJob>> => ({
  name: LINK_QUEUE,
  data: linkJob,
  atOnce: 1,
  seconds: TRY_SECONDS,
  pauses: PAUSES,
  run: ({ data }) => sendLink(services, data),
})
