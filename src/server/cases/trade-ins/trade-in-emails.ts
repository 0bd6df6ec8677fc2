import type { Prisma } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import { caseText } from '~/server/cases/base/case-words'
import { presentCase } from '~/server/cases/base/customer-case'
import { companyValues } from '~/server/cases/case-email-templates'
import { caseRecipient, queueCaseEmail } from '~/server/cases/base/case-emails'
import { credited } from '~/server/cases/kinds/trade-in-email-templates'
import { quotedCase } from '~/server/cases/base/read-quotes'
import type { Services } from '~/server/services'
import { readSettings } from '~/server/site/settings/read-settings'

/** Reaches a customer without a verified address, unless the completion sent no email either. @param amount EUR */
export async function tellCredited(
  tx: Prisma.TransactionClient,
  services: Pick<Services, 'outbox' | 'siteUrl' | 'now'>,
  tradeInId: string,
  amount: number,
): Promise<void> {
  const of = { noun: 'tradeIns', id: tradeInId } as const
  const customerId = (await presentCase(tx, of))?.customerId
  const user = customerId ? await tx.user.findUnique({ where: { id: customerId }, select: { emailVerifiedAt: true } }) : null
  if (user?.emailVerifiedAt !== null) return
  const theirs = { caseId: tradeInId, kind: 'completed', OR: [{ customerId: null }, { customerId: customerId ?? null }] }
  if ((await tx.caseEmail.count({ where: theirs })) === 0) return
  const recipient = await caseRecipient(tx, services, of)
  if (!recipient) return
  const { number, device } = await quotedCase(tx, of)
  const values = { ...companyValues(await readSettings(tx)), number, device, amount: formatEuro(amount) }
  const opensCredit = { at: services.now() }
  await queueCaseEmail(tx, services, {
    ...{ of, kind: 'credited', ...recipient, ...caseText(services.outbox, credited, values), authorId: null },
    opensCredit,
  })
}
