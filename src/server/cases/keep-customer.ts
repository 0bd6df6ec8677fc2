import { TRPCError } from '@trpc/server'
import type { CaseNoun } from '~/contracts/case-ref'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'

type Tx = Pick<Prisma.TransactionClient, '$queryRaw'>

interface Kept {
  isKept: boolean
  number: string
  invoice: string | null
}

/** The database's own rule: documents, money and used store credit of another customer. */
const isBilledToAnother = (table: string, id: string, userId: string) =>
  Prisma.sql`is_billed_to_another(${table}, ${id}::uuid, ${userId}::uuid)`

/** Two people would owe for a billed or paid case. Needs its lock. @throws CONFLICT if any bill or payment is another customer's */
export async function mustKeepCustomer(tx: Tx, noun: CaseNoun, id: string, userId: string): Promise<void> {
  const { table, one, status } = records[noun]
  const [found] = await tx.$queryRaw<Kept[]>`
    SELECT ${isBilledToAnother(table, id, userId)} AS "isKept", left(t.${Prisma.raw(status.number)}, 100) AS number,
      (SELECT d.number FROM billing_documents AS d WHERE d.noun = ${noun} AND d.noun_id = t.id AND d.kind = 'invoice' AND d.state = 'issued'
        ORDER BY d.issued_at DESC, d.id DESC LIMIT 1) AS invoice
    FROM ${Prisma.raw(table)} AS t WHERE t.id = ${id}::uuid`
  if (!found?.isKept) return
  const { number, invoice } = found
  const why =
    invoice !== null
      ? `was billed by ${invoice}`
      : noun === 'tradeIns'
        ? 'has brought its customer store credit'
        : 'was paid by its customer'
  const instead =
    invoice !== null
      ? `credit ${invoice} and bill a new ${one}`
      : noun === 'tradeIns'
        ? `take the credit back and open a new ${one}`
        : `refund the payment and open a new ${one}`
  throw new TRPCError({
    code: 'CONFLICT',
    message: `${number} ${why}, so it keeps its customer. For somebody else, ${instead} for them. Where a name or an address is wrong, correct it on the customer.`,
  })
}
