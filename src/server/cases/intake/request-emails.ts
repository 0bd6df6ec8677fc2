import type { CaseNoun, CaseRef } from '~/contracts/case-ref'
import type { OpenedCase, RequestOutcome } from '~/contracts/cases/requests'
import type { Prisma } from '~/generated/prisma/client'
import { calendarDay, formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { requestPageOf } from '~/lib/paths'
import { queueEmail } from '~/server/identity/auth/account-emails'
import { caseText } from '~/server/cases/base/case-words'
import { arrived, companyValues, requestLink, requestReceived, requestWithdrawn } from '~/server/cases/case-email-templates'
import { caseRecipient, queueCaseEmail } from '~/server/cases/base/case-emails'
import { ASKED_EXPEDITED, caseWords, EXPEDITED } from '~/server/cases/kinds/kind-words'
import { writeEmail } from '~/server/platform/email-texts/write-email'
import type { Services } from '~/server/services'
import { readSettings } from '~/server/site/settings/read-settings'

type Tx = Prisma.TransactionClient

const MOST_NAMED = 30

/** The email repeats nothing that was typed, since anybody may have typed it. @param token valid for seven days */
export const queueRequestLink = (
  tx: Tx,
  services: Pick<Services, 'outbox' | 'siteUrl'>,
  { to, noun, devices, token }: { to: string; noun: CaseNoun; devices: number; token: string },
): Promise<void> =>
  queueEmail(tx, services, (branding) =>
    writeEmail(branding, requestLink, {
      to,
      name: null,
      // Browsers send the part behind the # to no server, not even as Referer.
      href: `${branding.siteUrl}${requestPageOf[noun]}#confirm=${token}`,
      values: { request: caseWords[noun].asked(devices) },
    }),
  )

type Listed = Pick<OpenedCase, 'number' | 'device'> & Partial<Pick<OpenedCase, 'serialNumber' | 'value'>>

const line = ({ number, device, serialNumber = null, value = null }: Listed) =>
  [number, device, serialNumber === null ? null : `serial number ${serialNumber}`, value === null ? null : formatEuro(value)]
    .filter((part) => part !== null)
    .join(' · ')

export function listed(cases: readonly Listed[]): string {
  const named = cases.slice(0, MOST_NAMED).map(line)
  return [...named, ...(cases.length > MOST_NAMED ? [`and ${cases.length - MOST_NAMED} more`] : [])].join('\n')
}

export async function queueRequestReceived(
  tx: Tx,
  { businessTimeZone, ...services }: Pick<Services, 'outbox' | 'siteUrl' | 'businessTimeZone'>,
  { noun, cases, quotedUntil }: Extract<RequestOutcome, { state: 'opened' }>,
  isExpedited: boolean,
): Promise<void> {
  const [first] = cases
  const recipient = first && (await caseRecipient(tx, services, first))
  if (!recipient) return
  const settings = await readSettings(tx)
  const total = cases.reduce((sum, { value }) => sum + (value ?? 0), 0)
  const sum = total > 0 && cases.length > 1 ? [`Together: ${formatEuro(total)} of store credit`] : []
  const kept = quotedUntil && formatDay(calendarDay(quotedUntil, businessTimeZone))
  await queueCaseEmail(tx, services, {
    of: { noun, id: first.id },
    kind: 'requested',
    ...recipient,
    ...caseText(services.outbox, requestReceived, {
      ...companyValues(settings),
      number: first.number,
      more: cases.length > 1 ? `and ${cases.length - 1} more` : '',
      device: first.device,
      request: caseWords[noun].request,
      machines: [listed(cases), ...sum].join('\n'),
      expedited: isExpedited ? ASKED_EXPEDITED : '',
      values_kept: kept
        ? `We keep ${cases.length === 1 ? 'this value' : 'these values'} for you until ${kept}: send your parcel by then. If the catalogue value is higher when we evaluate it, you get the higher value.`
        : '',
    }),
    authorId: null,
    document: { kind: 'packing-slip' },
  })
}

export async function queueArrived(
  tx: Tx,
  services: Pick<Services, 'outbox' | 'siteUrl'>,
  {
    of,
    number,
    device,
    isExpedited,
    authorId,
  }: { of: CaseRef; number: string; device: string; isExpedited: boolean; authorId: string | null },
): Promise<void> {
  const recipient = await caseRecipient(tx, services, of)
  if (!recipient) return
  await queueCaseEmail(tx, services, {
    of,
    kind: 'arrived',
    ...recipient,
    ...caseText(services.outbox, arrived, {
      ...companyValues(await readSettings(tx)),
      number,
      device,
      expedited: isExpedited ? EXPEDITED : '',
      next: caseWords[of.noun].afterArrival,
    }),
    authorId,
    document: { kind: 'receipt' },
  })
}

/** Also protects a customer against a withdrawal by somebody else. */
export async function queueWithdrawn(
  tx: Tx,
  services: Pick<Services, 'outbox' | 'siteUrl'>,
  { of, cases }: { of: CaseRef; cases: readonly { number: string; device: string }[] },
): Promise<void> {
  const [first] = cases
  const recipient = first && (await caseRecipient(tx, services, of))
  if (!recipient) return
  await queueCaseEmail(tx, services, {
    of,
    kind: 'withdrawn',
    ...recipient,
    ...caseText(services.outbox, requestWithdrawn, {
      ...companyValues(await readSettings(tx)),
      number: first.number,
      device: first.device,
      request: caseWords[of.noun].request,
      which: cases.length === 1 ? first.number : `of ${cases.length} machines`,
      machines: listed(cases),
    }),
    authorId: null,
    lasts: true,
  })
}
