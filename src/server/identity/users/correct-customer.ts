import type { CustomerProfile, UpdateCustomerInput } from '~/contracts/identity/customers'
import { records } from '~/contracts/records'
import { activeRepairStatuses } from '~/contracts/statuses'
import type { Prisma, Profile } from '~/generated/prisma/client'
import type { SignedInCall } from '~/server/call'
import { addressAsked } from '~/server/identity/auth/account-email-templates'
import { accountNotice, confirmAddressEmail, queueCustomerEmail, queueEmail } from '~/server/identity/auth/account-emails'
import { issueAddressToken, retireMailTokens } from '~/server/identity/auth/mail-tokens'
import { requireRecentProof } from '~/server/identity/auth/reauthenticate'
import { recipientOf } from '~/server/platform/outbox/outbox'
import { paths } from '~/lib/paths'
import { changedFields, recordAudit, type Actor } from '~/server/platform/audit/record-audit'
import { definedFields, readJsonWithin } from '~/server/platform/database/column-values'
import { conflict } from '~/server/platform/database/conflict'
import { lockAccountOf } from './account-access'
import { inviteToAddress, mustBeFree, readCustomer, takenMeanwhile } from './customers'
import { keptUser } from './kept-user'
import { hasNoAddress } from './no-address'

type Tx = Prisma.TransactionClient
type Correcting = SignedInCall<'db' | 'now' | 'outbox' | 'siteUrl' | 'businessTimeZone'>
type LockedUser = Awaited<ReturnType<typeof lockAccountOf>>

const corrected = ({ fullName, phone, language }: Profile) => ({ fullName, phone, language })

/** Makes a profile that plain SQL has left out. @throws CONFLICT for a stale version */
async function lockProfile(tx: Tx, { id, email }: LockedUser, version: number | undefined) {
  const create = { userId: id, email: hasNoAddress(email) ? '' : email }
  const profile = await tx.profile.upsert({ where: { userId: id }, create, update: {} })
  if (version !== undefined && version !== profile.version) throw conflict(records.users)
  return profile
}

/** Updates open cases without an address, or with the former one. No history shows an address. */
async function moveReturnAddress(tx: Tx, actor: Actor, userId: string, was: string | null, now: string | null): Promise<void> {
  await tx.profile.update({ where: { userId }, data: { returnAddress: now } })
  const where = { userId, OR: [{ returnAddress: null }, { returnAddress: was }] }
  await tx.repair.updateMany({ where: { ...where, status: { in: [...activeRepairStatuses, 'completed'] } }, data: { returnAddress: now } })
  await tx.tradeIn.updateMany({ where: { ...where, status: { notIn: ['completed', 'rejected'] } }, data: { returnAddress: now } })
  await recordAudit(tx, actor, { action: 'user.return_address_changed', subjectType: 'user', subjectId: userId })
}

/** The new owner must confirm, and the present address is notified. Setting the present address withdraws the request. */
async function askForAddress(tx: Tx, { actor, now, businessTimeZone: timeZone, ...services }: Correcting, user: LockedUser, email: string) {
  const { id } = user
  await retireMailTokens(tx, now(), id, 'change_email')
  if (email === user.email) return
  await mustBeFree(tx, email)
  const token = await issueAddressToken(tx, now(), id, email)
  await recordAudit(tx, actor, {
    action: 'user.address_asked',
    subjectType: 'user',
    subjectId: id,
    before: { email: user.email },
    after: { email },
  })
  const { to, name } = recipientOf(user)
  await queueCustomerEmail(tx, services, (branding) => confirmAddressEmail(branding, { to: email, name, token }))
  await queueEmail(tx, services, (branding) =>
    accountNotice(branding, addressAsked, { to, name, at: now(), timeZone, page: paths.contact }, { address: email }),
  )
}

/**
 * Another address counts once its owner confirms it; a customer without one is invited at once. @returns the customer's page
 * @throws NOT_FOUND; CONFLICT for a stale version, or an address in use; FORBIDDEN for an administrator's account, if the caller is
 * limited, and for an address without a recent proof
 */
export function correctCustomer(
  call: Correcting,
  { id: given, version, fullName, phone, language, email, returnAddress }: UpdateCustomerInput,
): Promise<CustomerProfile> {
  const { db, actor, viewer, now } = call
  if (email !== undefined) requireRecentProof(viewer, now())
  return db.prisma
    .$transaction(async (tx) => {
      const id = await keptUser(tx, given)
      const user = await lockAccountOf(tx, viewer, id, 'address')
      const was = await lockProfile(tx, user, version)
      const data = definedFields({ fullName, phone, language })
      if (Object.keys(data).length > 0) {
        const row = await tx.profile.update({ where: { userId: id }, data })
        const changed = changedFields(corrected(was), corrected(row))
        if (changed) await recordAudit(tx, actor, { action: 'user.corrected', subjectType: 'user', subjectId: id, ...changed })
      }
      if (returnAddress !== undefined && returnAddress !== was.returnAddress)
        await moveReturnAddress(tx, actor, id, was.returnAddress, returnAddress)
      if (email !== undefined && hasNoAddress(user.email))
        await inviteToAddress(tx, call, { id, email, name: fullName === undefined ? was.fullName : fullName })
      else if (email !== undefined) await askForAddress(tx, call, user, email)
      return readCustomer({ ...call, read: { readJson: readJsonWithin(tx) } }, { id })
    })
    .catch(takenMeanwhile)
}
