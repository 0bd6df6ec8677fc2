import { CLAIM_LINK_DAYS } from '~/contracts/stock/claims'
import { unitName } from '~/contracts/stock/units'
import { emailAddress } from '~/contracts/identity/auth'
import type { Prisma } from '~/generated/prisma/client'
import { paths } from '~/lib/paths'
import { formatZonedDateTime } from '~/lib/date-text'
import { accountPage } from '~/server/identity/auth/account-page'
import { queueEmail } from '~/server/identity/auth/account-emails'
import { writeEmail } from '~/server/platform/email-texts/write-email'
import { recipientFields, recipientOf, type Recipient } from '~/server/platform/outbox/outbox'
import type { Services } from '~/server/services'
import { claimAgreed, claimAsked, claimEnded, claimRefused, machineLeft, machineStays } from './claim-email-templates'

type Tx = Prisma.TransactionClient
export type ClaimServices = Pick<Services, 'outbox' | 'siteUrl' | 'businessTimeZone' | 'now'>

interface Machine {
  unitNumber: string
  manufacturer: string
  model: string
}

/** 'Bitmain Antminer S19 (U-10042)'. */
export const machineName = (unit: Machine): string => `${unitName(unit)} (${unit.unitNumber})`

async function findReader(tx: Pick<Tx, 'user'>, userId: string | null) {
  const user = userId === null ? null : await tx.user.findUnique({ where: { id: userId }, select: { id: true, ...recipientFields } })
  const isProven = user !== null && (user.emailVerifiedAt !== null || user.signedUpAt === null)
  return isProven && emailAddress.safeParse(user.email).success ? { reader: user, recipient: recipientOf(user) } : null
}

export const reach = async (tx: Pick<Tx, 'user'>, userId: string | null): Promise<Recipient | null> =>
  (await findReader(tx, userId))?.recipient ?? null

const DEVICES = `${paths.account}/devices`
const DAY_MS = 24 * 60 * 60 * 1000
export const linkEnd = (now: Date): Date => new Date(now.getTime() + CLAIM_LINK_DAYS * DAY_MS)

/** The secret follows the #, which browsers do not send to servers. */
export const askOwner = (
  tx: Tx,
  services: ClaimServices,
  owner: Recipient,
  { unit, token, until }: { unit: Machine; token: string; until: Date },
) =>
  queueEmail(tx, services, (branding) =>
    writeEmail(branding, claimAsked, {
      ...owner,
      href: `${services.siteUrl}${paths.answerClaim}#answer=${token}`,
      values: { machine: machineName(unit), until: formatZonedDateTime(until, services.businessTimeZone) },
    }),
  )

export async function tellOwner(
  tx: Tx,
  services: ClaimServices,
  ownerId: string | null,
  unit: Machine,
  outcome: 'left' | 'stays',
  how: string,
): Promise<void> {
  const owner = await findReader(tx, ownerId)
  if (owner === null) return
  const [template, href] =
    outcome === 'left'
      ? [machineLeft, `${services.siteUrl}${paths.contact}`]
      : [machineStays, await accountPage(tx, services, owner.reader, DEVICES)]
  await queueEmail(tx, services, (branding) =>
    writeEmail(branding, template, { ...owner.recipient, href, values: { machine: machineName(unit), how } }),
  )
}

const PORTION = 20

/** Emails claimants whose requests were decided, or ended by a change of the machine, even by plain SQL. @returns their number */
export async function tellClaimants(tx: Tx, services: ClaimServices): Promise<number> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text AS id FROM unit_claims WHERE state IN ('agreed', 'refused', 'ended') AND told_at IS NULL ORDER BY decided_at LIMIT ${PORTION} FOR UPDATE SKIP LOCKED`
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  const claims = await tx.unitClaim.findMany({ where: { id: { in: ids } }, include: { unit: true }, orderBy: { decidedAt: 'asc' } })
  for (const { state, claimantId, unit, note } of claims) {
    const claimant = await findReader(tx, claimantId)
    if (claimant === null) continue
    const machine = machineName(unit)
    const devices = await accountPage(tx, services, claimant.reader, DEVICES)
    const to = (href: string) => ({ ...claimant.recipient, href })
    const contact = `${services.siteUrl}${paths.contact}`
    await queueEmail(tx, services, (branding) => {
      if (state === 'agreed') return writeEmail(branding, claimAgreed, { ...to(devices), values: { machine } })
      if (state === 'refused') return writeEmail(branding, claimRefused, { ...to(contact), values: { machine, reason: note ?? '' } })
      return writeEmail(branding, claimEnded, { ...to(contact), values: { machine } })
    })
  }
  await tx.unitClaim.updateMany({ where: { id: { in: ids } }, data: { toldAt: services.now() } })
  return ids.length
}

export const tellMissedClaimants = ({ db, ...services }: ClaimServices & Pick<Services, 'db'>): Promise<number> =>
  db.prisma.$transaction((tx) => tellClaimants(tx, services))
