import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { recordOf } from '~/contracts/keys'
import {
  isLimit,
  policyDefinitions,
  policyFault,
  policyNames,
  type decidePolicyInput,
  type Policies,
  type PolicyName,
  type PolicyPage,
  type savePoliciesInput,
} from '~/contracts/office/policies'
import type { Prisma } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import type { SignedInCall } from '~/server/call'
import { queueEmail } from '~/server/identity/auth/account-emails'
import { readAdministrators } from '~/server/identity/users/administrators'
import { addressOf, isSameNetwork, lockDecider, mustBeAnother } from '~/server/identity/users/second-administrator'
import { recipientOf } from '~/server/platform/outbox/outbox'
import { changedFields, recordAudit } from '~/server/platform/audit/record-audit'
import { conflict } from '~/server/platform/database/conflict'
import { toAmountOrNull } from '~/server/platform/database/column-values'
import { fieldError } from '~/server/platform/errors'
import { renderEmail } from '~/server/platform/mail/email-layout'
import { countingValue } from './live-policies'

/** Nobody raises a limit alone: that would bypass the second administrator. */

type Tx = Prisma.TransactionClient
type PolicyCall = SignedInCall<'db' | 'now' | 'policies' | 'policyDefaults' | 'outbox' | 'siteUrl'>

const readRows = (tx: Pick<Tx, 'policy'>) =>
  tx.policy.findMany({ where: { name: { in: policyNames } }, include: { requester: { select: { email: true } } } })
type Row = Awaited<ReturnType<typeof readRows>>[number]

/** Grows with every change. */
const versionOf = (rows: readonly Row[]) => rows.reduce((sum, { version }) => sum + version, 0)

const pageOf = (rows: readonly Row[], { viewer, actor, policyDefaults: defaults }: PolicyCall): PolicyPage => ({
  version: versionOf(rows),
  rows: policyNames.map((name) => {
    const row = rows.find((each) => each.name === name)
    const wanted = toAmountOrNull(row?.wanted ?? null)
    return {
      name,
      ...countingValue(name, rows, defaults),
      default: defaults[name],
      wanted:
        row?.requestedAt && wanted !== null
          ? {
              value: wanted,
              by: row.requester?.email ?? null,
              isOwn: row.requestedBy === viewer.userId,
              at: row.requestedAt,
              isFromOwnNetwork: isSameNetwork(row.requestedIp, addressOf(actor)),
            }
          : null,
    }
  }),
})

export const readPolicies = async (call: PolicyCall): Promise<PolicyPage> => pageOf(await readRows(call.db.prisma), call)

const lockPolicies = async (tx: Tx, { viewer }: PolicyCall) => {
  await lockDecider(tx, viewer)
  // Missing rows cannot be locked.
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('policies'))::text`
  return readRows(tx)
}

const unrequested = { wanted: null, requestedBy: null, requestedAt: null, requestedIp: null }
const subject = { subjectType: 'policies', subjectId: 'policies' } as const

async function tellOthers(tx: Tx, call: PolicyCall, raised: readonly { name: PolicyName; from: number; to: number }[]): Promise<void> {
  const others = (await readAdministrators(tx)).filter(({ id }) => id !== call.viewer.userId)
  const lines = raised.map(({ name, from, to }) => `${policyDefinitions[name].label}: from ${formatEuro(from)} to ${formatEuro(to)}`)
  for (const other of others) {
    await queueEmail(tx, call, (branding) =>
      renderEmail(branding, {
        ...recipientOf(other),
        subject: `Somebody wants to raise a limit of ${branding.companyName}`,
        before: [`${call.viewer.email} wants to raise what one administrator may give alone:`, lines.join('\n')],
        link: { label: 'Look at it', href: `${branding.siteUrl}/admin/policies` },
        after: ['It takes effect once another administrator has approved it. If nobody should have asked for it, refuse it there.'],
      }),
    )
  }
}

const store = (tx: Tx, name: PolicyName, data: Omit<Prisma.PolicyUncheckedCreateInput, 'name'>) =>
  tx.policy.upsert({ where: { name }, create: { name, ...data }, update: data })

/** After the commit this process has the new values at once, others soon. */
async function settled<T>({ policies }: PolicyCall, work: Promise<T>): Promise<T> {
  const done = await work
  await policies.changed()
  return done
}

/**
 * Null restores the environment's value. Periods and lower limits apply at once, to new records; a higher limit waits for another
 * administrator, and all others are emailed. @throws BAD_REQUEST with the field; CONFLICT for a stale version
 */
export function savePolicies(call: PolicyCall, { values, version }: z.output<typeof savePoliciesInput>): Promise<PolicyPage> {
  const { db, now, actor, viewer, policyDefaults: defaults } = call
  const work = db.prisma.$transaction(async (tx) => {
    const rows = await lockPolicies(tx, call)
    if (version !== undefined && version !== versionOf(rows)) throw conflict({ one: 'policies' })
    const before: Policies = recordOf(policyNames, (name) => countingValue(name, rows, defaults).value)
    const after: Policies = recordOf(policyNames, (name) => (values[name] === undefined ? before[name] : (values[name] ?? defaults[name])))
    const fault = policyFault(after)
    if (fault) throw fieldError('validation_failed', `values.${fault.name}`, fault.message)
    const raised: { name: PolicyName; from: number; to: number }[] = []
    for (const name of policyNames) {
      const given = values[name]
      const row = rows.find((each) => each.name === name)
      if (given === undefined || given === toAmountOrNull(row?.value ?? null)) continue
      if (isLimit(name) && after[name] > before[name]) {
        if (toAmountOrNull(row?.wanted ?? null) === after[name]) continue
        const asked = { wanted: after[name], requestedBy: viewer.userId, requestedAt: now(), requestedIp: addressOf(actor) }
        await store(tx, name, asked)
        raised.push({ name, from: before[name], to: after[name] })
        continue
      }
      await store(tx, name, { value: given, ...unrequested })
    }
    const isRaised = new Set(raised.map(({ name }) => name))
    const changed = changedFields<Record<string, number>>(
      before,
      recordOf(policyNames, (name) => (isRaised.has(name) ? before[name] : after[name])),
    )
    if (changed) await recordAudit(tx, actor, { action: 'policies.saved', ...subject, ...changed })
    for (const { name, from, to } of raised)
      await recordAudit(tx, actor, { action: 'policies.requested', ...subject, before: { [name]: from }, after: { [name]: to } })
    if (raised.length > 0) await tellOthers(tx, call, raised)
    return pageOf(await readRows(tx), call)
  })
  return settled(call, work)
}

/** @throws CONFLICT if none waits, or another one than shown */
function waiting(rows: readonly Row[], { name, wanted }: z.output<typeof decidePolicyInput>): Row {
  const row = rows.find((each) => each.name === name)
  const asked = toAmountOrNull(row?.wanted ?? null)
  if (!row?.requestedAt || asked === null) throw new TRPCError({ code: 'CONFLICT', message: 'No higher limit is waiting for approval.' })
  if (asked !== wanted) throw new TRPCError({ code: 'CONFLICT', message: 'Somebody has since asked for another limit. Look at it again.' })
  return row
}

/** @throws FORBIDDEN unless a second administrator (`mustBeAnother`); CONFLICT if none or another waits, or the requester is unknown */
export function approvePolicy(call: PolicyCall, input: z.output<typeof decidePolicyInput>): Promise<PolicyPage> {
  const { db, now, actor, viewer, policyDefaults: defaults } = call
  const work = db.prisma.$transaction(async (tx) => {
    const rows = await lockPolicies(tx, call)
    const { requestedBy } = waiting(rows, input)
    if (requestedBy === null)
      throw new TRPCError({ code: 'CONFLICT', message: 'The person who asked for it no longer has an account. Ask for it again.' })
    await mustBeAnother(tx, requestedBy, viewer, now())
    const { name, wanted } = input
    const before = { [name]: countingValue(name, rows, defaults).value }
    await store(tx, name, { value: wanted, ...unrequested })
    await recordAudit(tx, actor, { action: 'policies.approved', ...subject, before, after: { [name]: wanted } })
    return pageOf(await readRows(tx), call)
  })
  return settled(call, work)
}

/** The requester withdraws a limit this way. @throws CONFLICT as `approvePolicy` */
export function refusePolicy(call: PolicyCall, input: z.output<typeof decidePolicyInput>): Promise<PolicyPage> {
  return call.db.prisma.$transaction(async (tx) => {
    waiting(await lockPolicies(tx, call), input)
    await store(tx, input.name, unrequested)
    await recordAudit(tx, call.actor, { action: 'policies.refused', ...subject, after: { [input.name]: input.wanted } })
    return pageOf(await readRows(tx), call)
  })
}
