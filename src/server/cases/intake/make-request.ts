import type { CaseNoun } from '~/contracts/case-ref'
import { REQUEST_KEPT_DAYS } from '~/contracts/cases/request-limits'
import type { RequestOutcome } from '~/contracts/cases/requests'
import type { Prisma } from '~/generated/prisma/client'
import type { Call } from '~/server/call'
import { networkOf, takeInSteps, type LimitSteps } from '~/server/identity/auth/limits'
import type { Viewer } from '~/server/identity/auth/read-session'
import type { CaseKindOf, CaseTypes } from '~/server/cases/kinds/case-kind'
import { idempotent } from '~/server/platform/database/idempotency'
import { fieldError } from '~/server/platform/errors'
import { hashToken, keyedHash, randomToken } from '~/server/platform/secrets'
import type { Services } from '~/server/services'
import { alreadySent, mustTakeRequests, requestNetwork } from './request-draft'
import { queueRequestLink } from './request-emails'
import { openCases } from './open-cases'

type Tx = Prisma.TransactionClient

const DAY_MS = 24 * 60 * 60 * 1000

export type RequestCall = Call<keyof Services> & { viewer: Viewer | null; procedure: string }

/** The same for the same draft and address, so that an earlier email still works. */
export const linkOfDraft = (secret: string, draft: string, email: string): string => keyedHash(secret, 'request-link', `${draft} ${email}`)

/** Uses the draft's row and closes it, or makes one. @throws CONFLICT for a draft that was sent */
async function writeRequest(
  tx: Tx,
  noun: CaseNoun,
  draft: string | undefined,
  data: Prisma.CaseRequestUncheckedCreateInput,
): Promise<string> {
  const draftHash = draft === undefined ? null : hashToken(draft)
  if (draftHash !== null) {
    // A second call with the draft waits here and finds it sent.
    await tx.caseRequest.createMany({ data: [{ noun, draftHash }], skipDuplicates: true })
    const [sent] = await tx.caseRequest.updateManyAndReturn({ where: { draftHash, noun, sentAt: null }, data, select: { id: true } })
    if (!sent) throw alreadySent()
    return sent.id
  }
  return (await tx.caseRequest.create({ data, select: { id: true } })).id
}

/** Keeps the named files of the draft. @throws BAD_REQUEST `files` for a missing one */
async function claimFiles(tx: Tx, requestId: string, files: CaseTypes['request']['files']): Promise<void> {
  const named = files.map(({ id }) => id)
  const there = await tx.caseFile.count({ where: { requestId, id: { in: named } } })
  if (there < new Set(named.map((id) => id.toLowerCase())).size) {
    throw fieldError('validation_failed', 'files', 'A file has expired because you added it too long ago. Remove it and add it again.')
  }
  await tx.caseReading.deleteMany({ where: { requestId, fileId: { notIn: named } } })
  await tx.caseFile.deleteMany({ where: { requestId, id: { notIn: named } } })
}

export const requestEmails: LimitSteps = { own: 'request', everywhere: 'requestAddress', underAttack: 'requestUnderAttack' }

/**
 * Requests cases, once. A signed-in customer's becomes cases at once; any other waits for the link in its email, with the same answer
 * whatever the address. @throws BAD_REQUEST; FORBIDDEN if online requests are off; CONFLICT for a draft or key with another input;
 * TOO_MANY_REQUESTS
 */
export async function requestCases<Types extends CaseTypes>(
  call: RequestCall,
  { noun, requestDetails }: CaseKindOf<Types>,
  input: Types['request'],
): Promise<RequestOutcome> {
  const { viewer, now, db, limits, actor } = call
  mustTakeRequests(call)
  const network = networkOf({ ip: actor.ip ?? null })
  await limits.take('requestNetwork', network)
  const { customer, draft, website, files, returnAddress, idempotencyKey: key, ...asked } = input
  const waiting = (email: string): RequestOutcome => ({ state: 'waiting', noun, email })
  // A honeypot: programs fill in the hidden field and get the usual answer.
  if (website !== '') return waiting(customer?.email ?? viewer?.email ?? '')
  if (!viewer && !customer) throw fieldError('validation_failed', 'customer', 'Enter your name and your email address, or sign in')
  const submission = {
    caller: viewer?.userId ?? 'visitor',
    key,
    procedure: call.procedure,
    input: { ...asked, ...(returnAddress !== null && { returnAddress }), customer, files },
    now: now(),
  }
  return idempotent(db.prisma, submission, async (tx) => {
    const details = await requestDetails(tx, call, input)
    const sentAt = now()
    const token = draft === undefined ? randomToken() : linkOfDraft(call.secret, draft, customer?.email ?? '')
    const whose = viewer
      ? { userId: viewer.userId, email: viewer.email, confirmedAt: sentAt }
      : { ...customer, tokenHash: hashToken(token), expiresAt: new Date(sentAt.getTime() + REQUEST_KEPT_DAYS * DAY_MS) }
    const stored = JSON.parse(JSON.stringify(details)) as Prisma.InputJsonObject
    const row = { noun, details: stored, ...requestNetwork(call.secret, actor), createdAt: sentAt, sentAt, returnAddress, ...whose }
    const id = await writeRequest(tx, noun, draft, row)
    await claimFiles(tx, id, files)
    if (viewer) return openCases(tx, call, { id, userId: viewer.userId, details }, viewer.email)
    const to = customer?.email ?? ''
    await takeInSteps(limits.within(tx), to, network, requestEmails)
    await queueRequestLink(tx, call, { to, noun, devices: 'machines' in details ? details.machines.length : 1, token })
    return waiting(to)
  })
}
