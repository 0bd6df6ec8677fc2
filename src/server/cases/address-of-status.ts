import { ADDRESS_IS_OVER, mayAddressChange } from '~/contracts/cases/return-address'
import type { CaseNoun } from '~/contracts/case-ref'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { fieldError } from '~/server/platform/errors'
import type { TakeAddress } from '~/server/platform/records/status-records'
import { auditCase } from './update-case'

type Row = Omit<Parameters<typeof mayAddressChange>[0], 'noun'> & { returnAddress: string | null }

/** A device that was sent back keeps its address until its status is set back. @throws BAD_REQUEST `returnAddress` */
export const addressOfStatus =
  (noun: CaseNoun): TakeAddress =>
  async (tx, { actor }, { id, status, returnAddress }) => {
    const [row] = await tx.$queryRaw<Row[]>`
      SELECT status::text AS status, carrier, tracking_number AS "trackingNumber", return_address AS "returnAddress"
      FROM ${Prisma.raw(records[noun].table)} WHERE id = ${id}::uuid`
    if (!row || row.returnAddress === returnAddress) return
    if (row.status === status && !mayAddressChange({ noun, ...row }))
      throw fieldError('validation_failed', 'returnAddress', ADDRESS_IS_OVER)
    await auditCase(noun)(tx, actor, id, 'address_changed', {})
  }
