import { ADDRESS_IS_OVER, mayAddressChange } from '~/contracts/cases/return-address'
import { records } from '~/contracts/records'
import { nameModel } from '~/server/catalogue/models/find-model'
import { createOnce, type CreatingCall } from '~/server/call'
import { followDevice } from '~/server/stock/units/device-of-case'
import { unitOfCase } from '~/server/stock/units/find-unit'
import { followCases } from '~/server/stock/units/follow-cases'
import { readStored } from '~/server/platform/records/status-records'
import { withNotices, type WithNotices } from '~/server/platform/records/update-status'
import { changedFields, recordAudit } from '~/server/platform/audit/record-audit'
import { definedFields } from '~/server/platform/database/column-values'
import { lockRow } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import type { Services } from '~/server/services'
import { customerOf } from '~/server/identity/users/customer-of'
import { mustBeAdministrator } from './case-customers'
import { mustKeepCustomer } from './keep-customer'
import type { CaseCall, CaseKindOf, CaseTypes } from './kinds/case-kind'
import { beginIntake, emailTakenIn } from './intake/taken-in'
import { emailCaseOpened } from './status-emails'
import { auditCase, audited, toDate, withDevice } from './update-case'

/**
 * Opens a case for a known or newly invited customer, with its email and audit entry, in one transaction. `dueOn` defaults to the kind's
 * promise. Machines in `others` become cases too, with one email and receipt.
 * @returns the first case, as `byId`
 * @throws NOT_FOUND, BAD_REQUEST, CONFLICT for an idempotency key with another case
 */
export function createCase<Types extends CaseTypes>(
  call: CreatingCall<never> & CaseCall,
  kind: CaseKindOf<Types>,
  input: Types['create'],
): Promise<Types['row']> {
  const { auditSubject } = records[kind.noun]
  return createOnce(call, input, async (tx) => {
    const { customer, assignedTo, others = [] } = input
    const userId = await customerOf(tx, call, customer)
    await mustBeAdministrator(tx, assignedTo)
    const profile = await tx.profile.findUnique({ where: { userId }, select: { returnAddress: true } })
    const together = others.length > 0 ? { requestId: await beginIntake(tx, kind.noun, userId, call.now()), arrivedAt: call.now() } : {}
    const openOne = async (one: Types['create']) => {
      const { deviceInfo, dueOn = kind.promisedNow(call, one), accessories, arrivalCondition } = one
      const returnAddress = one.returnAddress ?? profile?.returnAddress ?? null
      const columns = { ...definedFields({ dueOn: toDate(dueOn), assignedTo }), accessories, arrivalCondition, returnAddress, ...together }
      await nameModel(tx, deviceInfo)
      const { id } = await kind.open(tx, call, one, { ...columns, deviceInfo: withDevice({}, deviceInfo), userId })
      await unitOfCase(tx, id, call.actor)
      const made = await readStored(tx, kind, id)
      const subject = { subjectType: auditSubject, subjectId: id }
      await recordAudit(tx, call.actor, { action: `${auditSubject}.created`, ...subject, after: audited(made) })
      return made
    }
    const row = await openOne(input)
    const rest: Types['row'][] = []
    for (const other of others) rest.push(await openOne({ ...input, ...other }))
    if (rest.length === 0) await emailCaseOpened(tx, call, kind, { id: row.id, status: row.status })
    else {
      const refOf = ({ id }: Types['row']) => ({ noun: kind.noun, id })
      await emailTakenIn(tx, call, [refOf(row), ...rest.map(refOf)], row.status)
    }
    return row
  })
}

/**
 * Absent fields keep their values.
 * @returns the case as `byId`, with notices about store credit
 * @throws NOT_FOUND, also for the customer; CONFLICT for a stale version, and for another customer of a billed or paid case; BAD_REQUEST
 * for an assignee who is no administrator, and for input that the kind refuses
 */
export function updateCase<Types extends CaseTypes>(
  call: CaseCall & Pick<Services, 'db'>,
  kind: CaseKindOf<Types>,
  input: Types['update'],
): Promise<WithNotices<Types['row']>> {
  const record = records[kind.noun]
  const { id, version, customer, deviceInfo, dueOn, assignedTo, accessories, arrivalCondition, carrier, trackingNumber, returnAddress } =
    input
  return call.db.prisma.$transaction(async (tx) => {
    await lockRow(tx, record, id, version)
    const was = await readStored(tx, kind, id)
    await mustBeAdministrator(tx, assignedTo)
    if (returnAddress !== undefined && returnAddress !== was.returnAddress && !mayAddressChange({ noun: kind.noun, ...was }))
      throw fieldError('validation_failed', 'returnAddress', ADDRESS_IS_OVER)
    const userId = customer && (await customerOf(tx, call, customer))
    if (userId !== undefined && userId !== was.userId) await mustKeepCustomer(tx, kind.noun, id, userId)
    const columns = definedFields({
      userId,
      deviceInfo: deviceInfo && withDevice(was.deviceInfo, deviceInfo),
      dueOn: toDate(dueOn),
      ...{ assignedTo, accessories, arrivalCondition, carrier, trackingNumber, returnAddress },
    })
    await nameModel(tx, deviceInfo)
    await kind.change(tx, call, was, input, columns)
    await (deviceInfo ? followDevice(tx, id, call.actor) : unitOfCase(tx, id, call.actor))
    if (customer) await followCases(tx, call.actor, [id])
    const row = await readStored(tx, kind, id)
    const notices = await kind.settle(tx, call, was, row)
    const changed = changedFields(audited(was), audited(row))
    const subject = { action: `${record.auditSubject}.updated`, subjectType: record.auditSubject, subjectId: row.id }
    if (changed) await recordAudit(tx, call.actor, { ...subject, ...changed })
    if (row.returnAddress !== was.returnAddress) await auditCase(kind.noun)(tx, call.actor, id, 'address_changed', {})
    return withNotices(row, notices)
  })
}
