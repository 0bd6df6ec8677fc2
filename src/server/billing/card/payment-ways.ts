import type * as z from 'zod'
import type { PaymentWays, startPaymentInput } from '~/contracts/billing/receipts'
import { readSeller } from '~/server/billing/invoices/invoice-parties'
import type { Viewer } from '~/server/identity/auth/read-session'
import type { Services } from '~/server/services'
import { dueOf, subjectOf } from './payment-subject'

/** @throws as `subjectOf` */
export async function readWays(
  call: Pick<Services, 'db' | 'now' | 'limits' | 'businessTimeZone' | 'cardPayments'> & {
    client: { ip: string | null }
    viewer: Viewer | null
  },
  input: z.output<typeof startPaymentInput>,
): Promise<PaymentWays> {
  const subject = await subjectOf(call, input)
  return call.db.prisma.$transaction(async (tx) => {
    const { amount, reference } = await dueOf(tx, call, subject)
    const { accountName, bankName, iban, bic, sortCode, accountNumber } = await readSeller(tx)
    const hasAccount = iban !== null || accountNumber !== null
    return {
      card: call.cardPayments !== null && subject.customerId !== null && (amount === 0 || amount >= call.cardPayments.least),
      transfer: hasAccount ? { accountName, bankName, iban, bic, sortCode, accountNumber, reference } : null,
      amount,
    }
  })
}
