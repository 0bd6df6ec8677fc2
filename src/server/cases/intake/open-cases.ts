import { records } from '~/contracts/records'
import type { OpenedCase, RequestOutcome } from '~/contracts/cases/requests'
import { Prisma } from '~/generated/prisma/client'
import { caseDeviceDraft, deviceName } from '~/contracts/cases/device'
import type { Call } from '~/server/call'
import { casesOf } from '~/server/cases/base/customer-case'
import { caseKinds } from '~/server/cases/kinds/case-kinds'
import { caseTables } from '~/server/cases/base/case-standing'
import { orNull } from '~/server/cases/update-case'
import { addressLines } from '~/lib/contact-details'
import { readSettings } from '~/server/site/settings/read-settings'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { safeJson, toAmountOrNull } from '~/server/platform/database/column-values'
import type { RequestDetails } from './request-details'
import { queueRequestReceived } from './request-emails'

type Tx = Prisma.TransactionClient
type Opened = Extract<RequestOutcome, { state: 'opened' }>

interface Found {
  id: string
  number: string
  deviceInfo: Prisma.JsonValue
  value: Prisma.Decimal | null
  isAwaited: boolean
}

export interface OpeningRequest {
  id: string
  userId: string
  details: RequestDetails
}

async function moveFiles(tx: Tx, { id: requestId, userId, details: { files } }: OpeningRequest, ids: readonly string[]): Promise<void> {
  for (const file of files) {
    const caseId = ids[file.machine] ?? ids[0]
    if (caseId === undefined) return
    const owner = { caseId, requestId: null }
    await tx.caseReading.updateMany({ where: { fileId: file.id, requestId }, data: { ...owner, createdBy: userId } })
    await tx.caseFile.updateMany({ where: { id: file.id, requestId }, data: { ...owner, uploadedBy: userId } })
  }
}

/** Present cases, and former ones as they were. */
export async function casesOfRequest(
  tx: Tx,
  { id: requestId, userId, details }: { id: string; userId: string; details: RequestDetails },
): Promise<Opened> {
  const toCase = (row: Found): OpenedCase => {
    const device = safeJson(row.deviceInfo)
    const serialNumber = caseDeviceDraft(device).serialNumber ?? null
    return {
      noun: details.noun,
      id: row.id,
      number: row.number,
      device: deviceName(device),
      serialNumber,
      value: toAmountOrNull(row.value),
    }
  }
  const { noun } = details
  const number = Prisma.raw(`t.${records[noun].status.number}`)
  const rows = await tx.$queryRaw<Found[]>`
    SELECT t.id::text AS id, ${number} AS number, t.device_info AS "deviceInfo", ${caseTables[noun].quotedValue} AS value,
      coalesce(${caseTables[noun].machinePlace} = 'awaited', FALSE) AS "isAwaited"
    FROM ${casesOf(noun, userId)} AS t WHERE t.request_id = ${requestId}::uuid ORDER BY t.created_at, ${number}`
  const cases = rows.map(toCase)
  // No value is guaranteed for machines without one.
  const isAwaited = rows.some((row) => row.isAwaited)
  const isQuoted = isAwaited && cases.some(({ value }) => value !== null)
  const { company_name: company, company_address: address } = await readSettings(tx)
  return {
    state: 'opened',
    noun,
    cases,
    quotedUntil: isQuoted && 'quotedUntil' in details ? details.quotedUntil : null,
    sendTo: isAwaited ? [company, ...addressLines(address)] : null,
  }
}

/** Makes rows, files, history and the instructions' email in the confirming transaction. */
export async function openCases(
  tx: Tx,
  call: Call<'outbox' | 'siteUrl' | 'businessTimeZone' | 'warrantyDays'>,
  request: OpeningRequest,
  email: string,
): Promise<Opened> {
  const { details, userId } = request
  const ids = await caseKinds[details.noun].openRequested(tx, call, request, details)
  await moveFiles(tx, request, ids)
  await tx.$executeRaw`
    UPDATE ${Prisma.raw(records[details.noun].table)} AS t SET return_address = r.return_address FROM case_requests AS r
    WHERE r.id = ${request.id}::uuid AND r.return_address IS NOT NULL AND t.id = ANY (${ids}::uuid[])`
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
  await queueRequestReceived(tx, call, opened, 'isExpedited' in details && details.isExpedited)
  return opened
}
