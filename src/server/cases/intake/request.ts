import { TRPCError } from '@trpc/server'
import type { CaseNoun } from '~/contracts/cases/cases'
import { REQUEST_KEPT_DAYS } from '~/contracts/cases/request-limits'
import type { RequestOutcome, RequestRepair, RequestTradeIns } from '~/contracts/cases/requests'
import { tradeInEstimate } from '~/contracts/cases/trade-in-estimate'
import type { Prisma } from '~/generated/prisma/client'
import type { Call } from '~/server/identity/auth/call'
import { networkOf, takeInSteps, type LimitSteps } from '~/server/identity/auth/limits'
import type { Viewer } from '~/server/identity/auth/read-session'
import { toMachine } from '~/server/catalogue/machines/read'
import { idempotent } from '~/server/platform/database/idempotency'
import { ErrorDetail, fieldError } from '~/server/platform/errors'
import { hashToken, randomToken } from '~/server/platform/secrets'
import type { Services } from '~/server/services'
import type { QuotedMachine, RequestDetails } from './details'
import { alreadySent, mustTakeRequests, requestNetwork } from './draft'
import { queueRequestLink } from './emails'
import { openCases } from './open-cases'

type Tx = Prisma.TransactionClient

const DAY_MS = 24 * 60 * 60 * 1000

/** A call with a session or without one. */
export type RequestCall = Call<keyof Services> & { viewer: Viewer | null; procedure: string }

type Input = RequestRepair | RequestTradeIns

/** A refusal with a sentence beside each row that is at fault. */
function rowFaults(faults: readonly { row: number; message: string }[]): TRPCError {
  const issues = faults.map(({ row, message }) => ({ path: ['machines', String(row), 'machineId'], message }))
  const message =
    faults.length === 1 ? (faults[0]?.message ?? '') : `${faults.length} machines cannot be taken. Look at the notes beside them.`
  return new TRPCError({ code: 'BAD_REQUEST', message, cause: new ErrorDetail('validation_failed', undefined, issues) })
}

/** The machines as the catalogue has them at this moment. @throws BAD_REQUEST with the rows that it does not offer (any more) */
async function quoted(tx: Tx, machines: RequestTradeIns['machines']): Promise<QuotedMachine[]> {
  const ids = machines.map(({ machineId }) => machineId)
  const rows = await tx.tradeInMachine.findMany({ where: { id: { in: ids } } })
  const known = new Map(rows.map((row) => [row.id, toMachine(row)]))
  const faults: { row: number; message: string }[] = []
  const quotes = machines.flatMap(({ machineId, grade, serialNumber }, row) => {
    const found = known.get(machineId.toLowerCase())
    const name = found ? `${found.manufacturer} ${found.model}` : 'This machine'
    if (!found?.isActive) {
      faults.push({ row, message: `${name} is not taken as a trade-in any more. Choose another machine, or remove it.` })
      return []
    }
    const { createdAt: _createdAt, updatedAt: _updatedAt, ...machineSnapshot } = found
    const estimatedValue = tradeInEstimate(found, grade)
    if (estimatedValue <= 0) {
      faults.push({ row, message: `${name} has no value in this condition.` })
      return []
    }
    return [{ machineId: found.id, machineVersion: found.version, machineSnapshot, grade, serialNumber, estimatedValue }]
  })
  if (faults.length > 0) throw rowFaults(faults)
  return quotes
}

/** The request's row: the draft's, which nothing more can be added to, or a new one. @throws CONFLICT for a draft that was sent */
async function writeRequest(
  tx: Tx,
  noun: CaseNoun,
  draft: string | undefined,
  data: Prisma.CaseRequestUncheckedCreateInput,
): Promise<string> {
  const draftHash = draft === undefined ? null : hashToken(draft)
  if (draftHash !== null) {
    // Of two that send one draft, the second waits here and finds it sent.
    await tx.caseRequest.createMany({ data: [{ noun, draftHash }], skipDuplicates: true })
    const [sent] = await tx.caseRequest.updateManyAndReturn({ where: { draftHash, noun, sentAt: null }, data, select: { id: true } })
    if (!sent) throw alreadySent()
    return sent.id
  }
  return (await tx.caseRequest.create({ data, select: { id: true } })).id
}

/** Of what was added to the draft, what the request names stays. @throws BAD_REQUEST `files` for a file that is not there (any more) */
async function claimFiles(tx: Tx, requestId: string, files: Input['files']): Promise<void> {
  const named = files.map(({ id }) => id)
  const there = await tx.caseFile.count({ where: { requestId, id: { in: named } } })
  if (there < new Set(named.map((id) => id.toLowerCase())).size) {
    throw fieldError(
      'validation_failed',
      'files',
      'A file is not there any more, because it was added too long ago. Remove it and add it again.',
    )
  }
  await tx.caseReading.deleteMany({ where: { requestId, fileId: { notIn: named } } })
  await tx.caseFile.deleteMany({ where: { requestId, id: { notIn: named } } })
}

const requestEmails: LimitSteps = { own: 'request', everywhere: 'requestAddress', underAttack: 'requestUnderAttack' }

/**
 * Takes a request once. Of somebody signed in it becomes cases at once; any other waits for the link in the email to its address,
 * and is answered alike whatever that address is.
 */
async function send(
  call: RequestCall,
  noun: CaseNoun,
  input: Input,
  detailsIn: (tx: Tx) => Promise<RequestDetails>,
): Promise<RequestOutcome> {
  const { viewer, now, db, limits, actor } = call
  mustTakeRequests(call)
  const network = networkOf({ ip: actor.ip ?? null })
  await limits.take('requestNetwork', network)
  const { customer, draft, website, files, idempotencyKey: key, ...asked } = input
  const waiting = (email: string): RequestOutcome => ({ state: 'waiting', noun, email })
  // Whoever fills in what nobody sees hears what everybody hears.
  if (website !== '') return waiting(customer?.email ?? viewer?.email ?? '')
  if (!viewer && !customer) throw fieldError('validation_failed', 'customer', 'Enter your name and your email address, or sign in')
  const submission = {
    caller: viewer?.userId ?? 'visitor',
    key,
    procedure: call.procedure,
    input: { ...asked, customer, files },
    now: now(),
  }
  return idempotent(db.prisma, submission, async (tx) => {
    const details = await detailsIn(tx)
    const sentAt = now()
    const token = randomToken()
    const whose = viewer
      ? { userId: viewer.userId, email: viewer.email, confirmedAt: sentAt }
      : { ...customer, tokenHash: hashToken(token), expiresAt: new Date(sentAt.getTime() + REQUEST_KEPT_DAYS * DAY_MS) }
    const stored = JSON.parse(JSON.stringify(details)) as Prisma.InputJsonObject
    const row = { noun, details: stored, ...requestNetwork(call.secret, actor), createdAt: sentAt, sentAt, ...whose }
    const id = await writeRequest(tx, noun, draft, row)
    await claimFiles(tx, id, files)
    if (viewer) return openCases(tx, call, { id, userId: viewer.userId, details }, viewer.email)
    const to = customer?.email ?? ''
    await takeInSteps(limits.within(tx), to, network, requestEmails)
    await queueRequestLink(tx, call, { to, noun, machines: details.noun === 'tradeIns' ? details.machines.length : 1, token })
    return waiting(to)
  })
}

/**
 * Asks for the trade-in of machines, whose values of this moment are kept for some days.
 * @throws BAD_REQUEST with the rows that the catalogue does not offer (any more); FORBIDDEN where nothing is taken online;
 * CONFLICT for a draft or a key that was sent with another input; TOO_MANY_REQUESTS
 */
export const requestTradeIns = (call: RequestCall, input: RequestTradeIns): Promise<RequestOutcome> =>
  send(call, 'tradeIns', input, async (tx) => ({
    noun: 'tradeIns',
    machines: await quoted(tx, input.machines),
    quotedUntil: new Date(call.now().getTime() + call.quoteDays * DAY_MS),
    accessories: input.accessories,
    remarks: input.remarks,
    files: input.files,
  }))

/** The common issues that were chosen, and the customer's own words. */
const problemOf = ({ issues, problemDescription }: RequestRepair) =>
  [issues.map((issue) => `- ${issue}`).join('\n'), problemDescription.trim()].filter((part) => part !== '').join('\n\n')

/** Asks for a repair. @throws FORBIDDEN, CONFLICT and TOO_MANY_REQUESTS as `requestTradeIns` */
export const requestRepair = (call: RequestCall, input: RequestRepair): Promise<RequestOutcome> =>
  send(call, 'repairs', input, () =>
    Promise.resolve({
      noun: 'repairs',
      deviceInfo: input.deviceInfo,
      service: input.service,
      problemDescription: problemOf(input),
      isExpedited: input.isExpedited,
      accessories: input.accessories,
      remarks: '',
      files: input.files,
    }),
  )
