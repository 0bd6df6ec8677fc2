import { sumOfAmounts } from '~/contracts/credit/credit'
import type { TransferFailure } from '~/contracts/credit/transfers'
import type { CreditTransfer, Prisma } from '~/generated/prisma/client'
import { toAmount } from '~/server/platform/database/column-values'
import type { Services } from '~/server/services'
import { lockAccount, type Movement } from '../credit-account'
import { capture, reverseCapture, voidHold } from '../hold-credit'

/** A second caller finds the transfer ended and does nothing. */

type Tx = Prisma.TransactionClient
type Ending = Pick<Services, 'db' | 'now'>

/** Locks an open transfer behind its account; null if it has ended. */
async function lockOpen(tx: Tx, { id, accountId }: Pick<CreditTransfer, 'id' | 'accountId'>): Promise<CreditTransfer | null> {
  await lockAccount(tx, accountId)
  await tx.$queryRaw`SELECT id FROM credit_transfers WHERE id = ${id}::uuid FOR UPDATE`
  return tx.creditTransfer.findFirst({ where: { id, state: { in: ['waiting', 'asked', 'unknown'] } } })
}

const movementOf = ({ id, createdBy, createdByEmail }: CreditTransfer, at: Date, step: string, reason: string): Movement => ({
  actor: { userId: createdBy, email: createdByEmail },
  at,
  reason,
  cause: { noun: 'platform', id },
  key: `transfer:${id}:${step}`,
})

/** The platform has moved it: credit that went out is used, credit that came back is spendable with its old expiry. */
export function endDone(
  { db, now }: Ending,
  open: CreditTransfer,
  { movement, account }: { movement: string; account: string },
): Promise<void> {
  const at = now()
  return db.prisma.$transaction(async (tx) => {
    const transfer = await lockOpen(tx, open)
    if (!transfer) return
    const { id, paymentId, direction, ofId } = transfer
    const amount = toAmount(transfer.amount)
    if (direction === 'out') await capture(tx, paymentId, movementOf(transfer, at, 'capture', 'Moved to the shop'))
    else if (ofId !== null) {
      await reverseCapture(tx, paymentId, movementOf(transfer, at, 'reverse', 'Taken back from the shop'), amount)
      await voidHold(tx, paymentId, movementOf(transfer, at, 'void', 'Taken back from the shop'), amount)
      const of = await tx.creditTransfer.findUniqueOrThrow({ where: { id: ofId } })
      const takenBack = sumOfAmounts([toAmount(of.takenBack), amount])
      const state = takenBack >= toAmount(of.amount) ? 'taken_back' : 'done'
      await tx.creditTransfer.update({ where: { id: ofId }, data: { takenBack: takenBack.toFixed(2), state } })
    }
    await tx.creditTransfer.update({ where: { id }, data: { state: 'done', movementRef: movement, accountRef: account, endedAt: at } })
  })
}

/** Nothing was moved: the held credit is spendable again, and the transfers waiting behind it end too. */
export function endRefused({ db, now }: Ending, open: CreditTransfer, failure: TransferFailure): Promise<void> {
  const at = now()
  return db.prisma.$transaction(async (tx) => {
    const refused = await lockOpen(tx, open)
    if (!refused) return
    const behind = await tx.creditTransfer.findMany({
      where: { batchId: refused.batchId, state: 'waiting', id: { not: refused.id } },
      orderBy: { part: 'asc' },
    })
    for (const transfer of [refused, ...behind]) {
      if (transfer.direction === 'out') {
        await voidHold(tx, transfer.paymentId, movementOf(transfer, at, 'void', 'Not moved to the shop'))
        await tx.creditPayment.update({ where: { id: transfer.paymentId }, data: { releasedAt: at } })
      }
      await tx.creditTransfer.update({ where: { id: transfer.id }, data: { state: 'refused', failure, endedAt: at } })
    }
  })
}
