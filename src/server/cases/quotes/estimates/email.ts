import {
  ESTIMATE_DAYS,
  lineTotal,
  sumOfLines,
  type CaseEmailText,
  type EstimateLine,
  type EstimatePreview,
} from '~/contracts/cases/estimates'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import { calendarDay, formatDay } from '~/lib/instant'
import { deviceName } from '~/contracts/cases/device'
import { formatEuro } from '~/lib/money'
import { caseRecipient } from '~/server/cases/emails'
import { notFound } from '~/server/platform/database/conflict'
import { safeJson } from '~/server/platform/database/column-values'
import type { Services } from '~/server/services'
import { readSettings } from '~/server/site/settings/read'
import { acceptedTotal, linesOfEstimate } from './read'
import { findDraft } from './save'

type Tx = Prisma.TransactionClient

const DAY_MS = 24 * 60 * 60 * 1000

/** Until when an estimate that is sent at a moment can be accepted. */
export const expiryOf = (sentAt: Date): Date => new Date(sentAt.getTime() + ESTIMATE_DAYS * DAY_MS)

/** 'Hashboard repair: €150.00', with several '2 × €20.00 = €40.00'. */
const lineText = (line: EstimateLine) => {
  const sum = formatEuro(lineTotal(line))
  return `${line.label}: ${line.quantity === 1 ? sum : `${line.quantity.toLocaleString('en-GB')} × ${formatEuro(line.price)} = ${sum}`}`
}

/** What a customer is written about an estimate; an administrator may change it before it is sent. */
export async function writeEstimateEmail(
  tx: Tx,
  { businessTimeZone }: Pick<Services, 'businessTimeZone'>,
  { repairId, lines, sentAt }: { repairId: string; lines: readonly EstimateLine[]; sentAt: Date },
): Promise<CaseEmailText> {
  const repair = await tx.repair.findUnique({ where: { id: repairId }, select: { repairNumber: true, deviceInfo: true } })
  if (!repair) throw notFound(records.repairs)
  const { phone_number: phone, contact_email: email } = await readSettings(tx)
  const number = repair.repairNumber.slice(0, 100)
  const device = deviceName(safeJson(repair.deviceInfo)).slice(0, 200)
  const accepted = await acceptedTotal(tx, repairId)
  const intro =
    accepted === null
      ? `We have looked at your ${device} and estimate the cost of repair ${number} as follows.`
      : `While repairing your ${device} (repair ${number}) we have found further work, in addition to the ${formatEuro(accepted)} that you have accepted.`
  return {
    subject: `Estimate for your repair ${number}`,
    body: [
      intro,
      lines.map(lineText).join('\n'),
      `Total: ${formatEuro(sumOfLines(lines))}`,
      `This estimate is valid until ${formatDay(calendarDay(expiryOf(sentAt), businessTimeZone))}. Please answer it by the link below; you can also call ${phone} or write to ${email}, and name ${number}. We begin when you have accepted it.`,
    ].join('\n\n'),
  }
}

/** Whom the draft would go to, and what they would read. @throws NOT_FOUND, also where there is no draft */
export function previewEstimate(
  { db, now, businessTimeZone }: Pick<Services, 'db' | 'now' | 'businessTimeZone'>,
  { id }: { id: string },
): Promise<EstimatePreview> {
  return db.prisma.$transaction(async (tx) => {
    const known = await tx.repair.count({ where: { id } })
    if (known === 0) throw notFound(records.repairs)
    const draft = await findDraft(tx, id)
    if (!draft) throw notFound({ one: 'draft' })
    const lines = await linesOfEstimate(tx, draft.id)
    const recipient = await caseRecipient(tx, { noun: 'repairs', id })
    return {
      recipient: recipient?.to ?? null,
      ...(await writeEstimateEmail(tx, { businessTimeZone }, { repairId: id, lines, sentAt: now() })),
    }
  })
}
