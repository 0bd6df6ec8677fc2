import { payeeLabels, payeeOf, storedPayee, type Payee, type Seller } from '~/contracts/billing/seller'
import { keysOf } from '~/contracts/keys'
import type { ApprovalRequest, Prisma } from '~/generated/prisma/client'
import { askForApproval, waitingFor, withdrawApproval, type AskingCall } from '~/server/billing/approvals/ask-approval'
import { tellAdministrators, type AdministratorsEmail } from '~/server/identity/users/approvers'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { readSeller } from './invoice-parties'

/** A new account waits for a second administrator, and all administrators are emailed (docs/decisions/012). */

type Tx = Prisma.TransactionClient

const names = keysOf(payeeLabels)
const isSamePayee = (one: Payee, other: Payee): boolean => names.every((name) => one[name] === other[name])
const isNone = (payee: Payee): boolean => names.every((name) => payee[name] === null)

const linesOf = (payee: Payee): string =>
  isNone(payee)
    ? 'No account: customers can only pay by card.'
    : names.flatMap((name) => (payee[name] === null ? [] : `${payeeLabels[name]}: ${payee[name]}`)).join('\n')

interface Told extends Omit<AdministratorsEmail, 'before'> {
  what: string
  payee: Payee
}

const tellAll = (tx: Tx, call: AskingCall, { what, payee, ...email }: Told): Promise<void> =>
  tellAdministrators(tx, call, { ...email, before: [what, linesOf(payee)] })

const settings = { label: 'See the account', path: '/money?tab=settings' }
const tellOfChange = (tx: Tx, call: AskingCall, payee: Payee, what: string) =>
  tellAll(tx, call, {
    subject: (companyName) => `Customers of ${companyName} pay to another account`,
    what,
    payee,
    link: settings,
    after: 'Invoices name it from now on, also those that were issued before. If you did not expect this, ask at once.',
  })

/** Only a shop's first account takes effect at once, so that a sole administrator without limits can set it up. @param before is locked */
export async function changePayee(tx: Tx, call: AskingCall, before: Seller, wanted: Payee): Promise<Payee> {
  const now = payeeOf(before)
  if (isSamePayee(now, wanted)) return now
  if (isNone(now) && call.viewer.scopes === null) {
    await withdrawApproval(tx, call, 'payee', null)
    await tellOfChange(tx, call, wanted, `${call.viewer.email} has entered the account that customers pay to. There was none before.`)
    return wanted
  }
  const waiting = await waitingFor(tx, 'payee', null)
  if (waiting && isSamePayee(storedPayee.parse(toOf(waiting)), wanted)) return now
  await withdrawApproval(tx, call, 'payee', null)
  const details = { from: { ...now }, to: { ...wanted } }
  await askForApproval(tx, call, { kind: 'payee', subjectId: null, userId: null, amount: null, reason: '', details, because: null })
  await tellAll(tx, call, {
    subject: (companyName) => `Somebody wants customers of ${companyName} to pay to another account`,
    what: `${call.viewer.email} has asked for another account that customers pay to:`,
    payee: wanted,
    link: { label: 'Open the approvals', path: '/approvals' },
    after:
      'Invoices name the former account until a second administrator approves this one. If nobody should have asked for it, refuse it there.',
  })
  return now
}

const toOf = ({ details }: Pick<ApprovalRequest, 'details'>): unknown =>
  typeof details === 'object' && details !== null && 'to' in details ? details.to : null

export async function readWaitingPayee(tx: Pick<Tx, 'approvalRequest' | 'user'>) {
  const request = await waitingFor(tx, 'payee', null)
  if (!request) return null
  const asker = await tx.user.findUnique({ where: { id: request.requestedBy }, select: { email: true } })
  return { payee: storedPayee.parse(toOf(request)), by: asker?.email ?? null, at: request.requestedAt }
}

export async function applyPayee(tx: Tx, call: AskingCall, request: ApprovalRequest): Promise<void> {
  await tx.$executeRaw`LOCK TABLE seller_details IN SHARE ROW EXCLUSIVE MODE`
  const before = payeeOf(await readSeller(tx))
  const payee = storedPayee.parse(toOf(request))
  await tx.sellerDetails.upsert({ where: { id: 1 }, create: { id: 1, ...payee }, update: payee })
  await recordAudit(tx, call.actor, {
    action: 'seller.saved',
    subjectType: 'seller',
    subjectId: '1',
    before: { ...before },
    after: { ...payee },
  })
  const asker = await tx.user.findUnique({ where: { id: request.requestedBy }, select: { email: true } })
  await tellOfChange(
    tx,
    call,
    payee,
    `${call.viewer.email} has approved the account that ${asker?.email ?? 'a deleted account'} had asked for.`,
  )
}
