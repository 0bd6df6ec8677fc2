import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { deviceName } from '~/contracts/cases/device'
import { ADDRESS_IS_OVER, mayAddressChange, type changeAddressInput } from '~/contracts/cases/return-address'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { networkOf } from '~/server/identity/auth/limits'
import { lockTheirs } from '~/server/cases/base/customer-access'
import { caseText } from '~/server/cases/base/case-words'
import { addressChanged, companyValues } from '~/server/cases/case-email-templates'
import { caseRecipient, queueCaseEmail } from '~/server/cases/base/case-emails'
import { safeJson } from '~/server/platform/database/column-values'
import { readSettings } from '~/server/site/settings/read-settings'
import { auditCase } from '~/server/cases/update-case'
import { mustFindCase, type SentCall } from './parcel'

type Row = Omit<Parameters<typeof mayAddressChange>[0], 'noun'> & { number: string; returnAddress: string | null; deviceInfo: unknown }

/**
 * The owner is emailed, without the address, since links are passed on. @throws NOT_FOUND; CONFLICT once sent back or given on;
 * TOO_MANY_REQUESTS
 */
export async function changeAddress(
  call: SentCall,
  { returnAddress, ...named }: z.output<typeof changeAddressInput>,
): Promise<{ returnAddress: string | null }> {
  await call.limits.take('trackingAnswers', networkOf({ ip: call.actor.ip ?? null }))
  const theirs = await mustFindCase(call, named)
  const { noun, id } = theirs.ref
  const { table, status, one } = records[noun]
  return call.db.prisma.$transaction(async (tx) => {
    await lockTheirs(tx, call, theirs)
    const [row] = await tx.$queryRaw<Row[]>`
      SELECT ${Prisma.raw(status.number)} AS number, status::text AS status, carrier, tracking_number AS "trackingNumber",
        device_info AS "deviceInfo", return_address AS "returnAddress"
      FROM ${Prisma.raw(table)} WHERE id = ${id}::uuid`
    if (!row || !mayAddressChange({ noun, ...row })) throw new TRPCError({ code: 'CONFLICT', message: ADDRESS_IS_OVER })
    if (row.returnAddress === returnAddress) return { returnAddress }
    await tx.$executeRaw`UPDATE ${Prisma.raw(table)} SET return_address = ${returnAddress} WHERE id = ${id}::uuid`
    await auditCase(noun)(tx, call.actor, id, 'address_changed', {})
    const recipient = await caseRecipient(tx, call, theirs.ref)
    if (recipient) {
      const number = row.number.slice(0, 60)
      await queueCaseEmail(tx, call, {
        of: theirs.ref,
        kind: 'address',
        ...recipient,
        ...caseText(call.outbox, addressChanged, {
          ...companyValues(await readSettings(tx)),
          number,
          device: deviceName(safeJson(row.deviceInfo)).slice(0, 200),
          case: `${one} ${number}`,
        }),
        authorId: null,
      })
    }
    return { returnAddress }
  })
}
