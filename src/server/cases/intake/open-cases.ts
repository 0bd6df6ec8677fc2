import { randomUUID } from 'node:crypto'
import { records } from '~/contracts/records'
import type { OpenedCase, RequestOutcome } from '~/contracts/cases/requests'
import type { Prisma, Repair, TradeIn } from '~/generated/prisma/client'
import { caseDeviceDraft, deviceName } from '~/contracts/cases/device'
import type { Call } from '~/server/identity/auth/call'
import { casesOf } from '~/server/cases/customer-case'
import { withDevice } from '~/server/cases/update-case'
import { recordAudit } from '~/server/platform/audit/record'
import { safeJson, toAmountOrNull } from '~/server/platform/database/column-values'
import type { RepairDetails, RequestDetails, TradeInDetails } from './details'
import { queueRequestReceived } from './emails'

type Tx = Prisma.TransactionClient
type Opened = Extract<RequestOutcome, { state: 'opened' }>

/** A request that becomes cases now, and whose they are. */
export interface OpeningRequest {
  id: string
  userId: string
  details: RequestDetails
}

const orNull = (text: string) => (text.trim() === '' ? null : text)

/** @returns the id of the repair, alone in its list */
async function openRepair(tx: Tx, { id: requestId, userId }: OpeningRequest, details: RepairDetails): Promise<string[]> {
  const { deviceInfo, service, problemDescription, isExpedited } = details
  const { id } = await tx.repair.create({
    data: {
      requestId,
      userId,
      deviceInfo: withDevice({}, deviceInfo),
      service,
      problemDescription,
      isExpedited,
      accessories: orNull(details.accessories),
    },
    select: { id: true },
  })
  return [id]
}

/** One trade-in for each machine. @returns their ids in that order */
async function openTradeIns(tx: Tx, { id: requestId, userId }: OpeningRequest, details: TradeInDetails): Promise<string[]> {
  const { machines, quotedUntil, accessories } = details
  const asked = machines.map(({ machineId }) => machineId)
  const known = await tx.tradeInMachine.findMany({ where: { id: { in: asked } }, select: { id: true } })
  const stillThere = new Set(known.map(({ id }) => id))
  const rows = machines.map(({ machineId, machineSnapshot, serialNumber, ...quote }) => ({
    ...quote,
    id: randomUUID(),
    machineId: stillThere.has(machineId) ? machineId : null,
    machineSnapshot: machineSnapshot as Prisma.InputJsonObject,
    deviceInfo: withDevice({}, { manufacturer: machineSnapshot.manufacturer, model: machineSnapshot.model, serialNumber }),
    requestId,
    userId,
    quotedUntil,
    accessories: orNull(accessories),
  }))
  await tx.tradeIn.createMany({ data: rows })
  return rows.map(({ id }) => id)
}

/** The files of a request become those of the case of the machine that each shows. */
async function moveFiles(tx: Tx, { id: requestId, userId, details: { files } }: OpeningRequest, ids: readonly string[]): Promise<void> {
  for (const file of files) {
    const caseId = ids[file.machine] ?? ids[0]
    if (caseId === undefined) return
    const owner = { caseId, requestId: null }
    await tx.caseReading.updateMany({ where: { fileId: file.id, requestId }, data: { ...owner, createdBy: userId } })
    await tx.caseFile.updateMany({ where: { id: file.id, requestId }, data: { ...owner, uploadedBy: userId } })
  }
}

/** What a request has become for whoever has made it: the cases that are theirs, and what was theirs as it was then. */
export async function casesOfRequest(
  tx: Tx,
  { id: requestId, userId, details }: { id: string; userId: string; details: RequestDetails },
): Promise<Opened> {
  const toCase = (row: { id: string; number: string; deviceInfo: unknown; value: number | null }): OpenedCase => {
    const device = safeJson(row.deviceInfo)
    const serialNumber = caseDeviceDraft(device).serialNumber ?? null
    return { noun: details.noun, id: row.id, number: row.number, device: deviceName(device), serialNumber, value: row.value }
  }
  if (details.noun === 'repairs') {
    const rows = await tx.$queryRaw<Pick<Repair, 'id' | 'repairNumber' | 'deviceInfo'>[]>`
      SELECT t.id::text AS id, t.repair_number AS "repairNumber", t.device_info AS "deviceInfo" FROM ${casesOf('repairs', userId)} AS t
      WHERE t.request_id = ${requestId}::uuid`
    const cases = rows.map(({ repairNumber, ...row }) => toCase({ ...row, number: repairNumber, value: null }))
    return { state: 'opened', noun: 'repairs', cases, quotedUntil: null }
  }
  const rows = await tx.$queryRaw<Pick<TradeIn, 'id' | 'tradeInNumber' | 'deviceInfo' | 'estimatedValue'>[]>`
    SELECT t.id::text AS id, t.trade_in_number AS "tradeInNumber", t.device_info AS "deviceInfo", t.estimated_value AS "estimatedValue"
    FROM ${casesOf('tradeIns', userId)} AS t WHERE t.request_id = ${requestId}::uuid ORDER BY t.created_at, t.trade_in_number`
  const cases = rows.map(({ tradeInNumber, estimatedValue, ...row }) =>
    toCase({ ...row, number: tradeInNumber, value: toAmountOrNull(estimatedValue) }),
  )
  return { state: 'opened', noun: 'tradeIns', cases, quotedUntil: details.quotedUntil }
}

/** Makes the cases of a request, in the transaction that confirms it: rows, files, history and the email with the instructions. */
export async function openCases(
  tx: Tx,
  call: Call<'outbox' | 'siteUrl' | 'businessTimeZone'>,
  request: OpeningRequest,
  email: string,
): Promise<Opened> {
  const { details, userId } = request
  const ids = details.noun === 'repairs' ? await openRepair(tx, request, details) : await openTradeIns(tx, request, details)
  await moveFiles(tx, request, ids)
  const { auditSubject } = records[details.noun]
  const remarks = orNull(details.remarks)
  const events = ids.map((id) => ({
    action: `${auditSubject}.requested`,
    subjectType: auditSubject,
    subjectId: id,
    after: { machines: ids.length, ...(remarks === null ? {} : { remarks }) },
  }))
  await recordAudit(tx, { ...call.actor, userId, email }, ...events)
  const opened = await casesOfRequest(tx, request)
  await queueRequestReceived(tx, call, opened)
  return opened
}
