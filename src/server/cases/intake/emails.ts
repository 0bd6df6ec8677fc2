import type { CaseNoun, CaseRef } from '~/contracts/cases/cases'
import { REQUEST_KEPT_DAYS } from '~/contracts/cases/request-limits'
import type { OpenedCase, RequestOutcome } from '~/contracts/cases/requests'
import type { Prisma } from '~/generated/prisma/client'
import { addressLines } from '~/lib/contact-details'
import { calendarDay, formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { requestPageOf } from '~/lib/paths'
import { queueEmail } from '~/server/identity/auth/account-emails'
import { caseRecipient, queueCaseEmail } from '~/server/cases/emails'
import { caseWords } from '~/server/cases/kinds/words'
import { renderEmail } from '~/server/platform/mail/email-layout'
import type { Services } from '~/server/services'
import { readSettings } from '~/server/site/settings/read'

/** What customers are written about what they have asked for online. */

type Tx = Prisma.TransactionClient

/** More cases than that are counted, not named. */
const MOST_NAMED = 30

/**
 * Asks whoever has the address whether they have asked for it. Nothing that was typed stands in it: anybody may have typed it.
 * @param token of the link; it works for seven days
 */
export const queueRequestLink = (
  tx: Tx,
  services: Pick<Services, 'outbox' | 'siteUrl'>,
  { to, noun, devices, token }: { to: string; noun: CaseNoun; devices: number; token: string },
): Promise<void> =>
  queueEmail(tx, services, (branding) =>
    renderEmail(branding, {
      to,
      name: null,
      subject: `Confirm your request to ${branding.companyName}`,
      before: [
        `Somebody, probably you, has asked ${branding.companyName} for ${caseWords[noun].asked(devices)} and given this email address.`,
        'Open the page and press the button on it: then we have your request, and you get its number.',
      ],
      // A token stands behind the #: browsers send that part to no server, neither in a request nor as Referer.
      link: { label: 'Confirm the request', href: `${branding.siteUrl}${requestPageOf[noun]}#confirm=${token}` },
      after: [
        `The link works for ${REQUEST_KEPT_DAYS} days. What is not confirmed by then is deleted, with its pictures.`,
        'If you have not asked for anything, please ignore this email: nothing happens without the button.',
      ],
    }),
  )

const line = ({ number, device, serialNumber, value }: OpenedCase) =>
  [number, device, serialNumber === null ? null : `serial number ${serialNumber}`, value === null ? null : formatEuro(value)]
    .filter((part) => part !== null)
    .join(' · ')

function listed(cases: readonly OpenedCase[]): string {
  const named = cases.slice(0, MOST_NAMED).map(line)
  return [...named, ...(cases.length > MOST_NAMED ? [`and ${cases.length - MOST_NAMED} more`] : [])].join('\n')
}

/** Posts the instructions how to send it in, with the packing slip. */
export async function queueRequestReceived(
  tx: Tx,
  { businessTimeZone, ...services }: Pick<Services, 'outbox' | 'siteUrl' | 'businessTimeZone'>,
  { noun, cases, quotedUntil }: Extract<RequestOutcome, { state: 'opened' }>,
): Promise<void> {
  const [first] = cases
  const recipient = first && (await caseRecipient(tx, first))
  if (!recipient) return
  const settings = await readSettings(tx)
  const total = cases.reduce((sum, { value }) => sum + (value ?? 0), 0)
  const sum = total > 0 && cases.length > 1 ? [`Together: ${formatEuro(total)} of store credit`] : []
  const kept = quotedUntil && formatDay(calendarDay(quotedUntil, businessTimeZone))
  await queueCaseEmail(tx, services, {
    of: { noun, id: first.id },
    kind: 'requested',
    ...recipient,
    subject: `Your ${caseWords[noun].request} ${first.number}`,
    body: [
      `Thank you, we have your ${caseWords[noun].request}.`,
      [listed(cases), ...sum].join('\n'),
      ...(kept
        ? [
            `We keep these values for you until ${kept}: send your parcel by then. Should the catalogue give more when we evaluate it, the better value counts.`,
          ]
        : []),
      `Please send it, insured, to:\n${[settings.company_name, ...addressLines(settings.company_address)].join('\n')}`,
      'Put the attached packing slip into the box: its code tells us whose it is. When you have sent it, tell us the carrier and the tracking number on the page that the link below opens. We write to you as soon as it has arrived.',
    ].join('\n\n'),
    authorId: null,
    document: { kind: 'packing-slip' },
  })
}

/** Tells the customer that the parcel is here, with the receipt. */
export async function queueArrived(
  tx: Tx,
  services: Pick<Services, 'outbox' | 'siteUrl'>,
  { of, number, device, authorId }: { of: CaseRef; number: string; device: string; authorId: string | null },
): Promise<void> {
  const recipient = await caseRecipient(tx, of)
  if (!recipient) return
  await queueCaseEmail(tx, services, {
    of,
    kind: 'arrived',
    ...recipient,
    subject: `${number}: your ${device} has arrived`,
    body: [
      `Your ${device} (${number}) has arrived and is in our workshop now. The receipt is attached.`,
      caseWords[of.noun].afterArrival,
    ].join('\n\n'),
    authorId,
    document: { kind: 'receipt' },
  })
}

/** Tells the customer that their request was withdrawn, so that they know it also where somebody else has pressed the button. */
export async function queueWithdrawn(
  tx: Tx,
  services: Pick<Services, 'outbox' | 'siteUrl'>,
  { of, cases }: { of: CaseRef; cases: readonly { number: string; device: string }[] },
): Promise<void> {
  const recipient = await caseRecipient(tx, of)
  if (!recipient) return
  const [first] = cases
  const { request } = caseWords[of.noun]
  await queueCaseEmail(tx, services, {
    of,
    kind: 'withdrawn',
    ...recipient,
    subject: `Your ${request} ${cases.length === 1 ? (first?.number ?? '') : `of ${cases.length} machines`} is withdrawn`,
    body: [
      `Your ${request} was withdrawn on the page that you follow it by:`,
      cases
        .slice(0, MOST_NAMED)
        .map(({ number, device }) => `${number} · ${device}`)
        .join('\n'),
      'Please do not send anything: we do not expect a parcel any more, and you owe us nothing.',
      'If it was not you, or if you have changed your mind, write to us and we open it again.',
    ].join('\n\n'),
    authorId: null,
    lasts: true,
  })
}
