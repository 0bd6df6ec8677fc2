import * as z from 'zod'
import type { TransferFailure } from '~/contracts/credit/transfers'
import { PlatformError } from '../platform-error'

export type Verdict = { isDone: true; movement: string; account: string } | { isDone: false; failure: TransferFailure }
export const money = z.object({ amount: z.string(), currencyCode: z.string() })
export const cents = (amount: number) => amount.toFixed(2)
export const centsOf = ({ amount }: z.output<typeof money>) => Math.round(Number(amount) * 100)
const userErrors = z.array(z.object({ code: z.string().nullable() }))
const idOnly = z.object({ id: z.string() })

const failures: Record<string, TransferFailure> = {
  ACCOUNT_NOT_FOUND: 'no_customer',
  OWNER_NOT_FOUND: 'no_customer',
  CUSTOMER_NOT_FOUND: 'no_customer',
  GIFT_CARD_NOT_FOUND: 'no_customer',
  CREDIT_LIMIT_EXCEEDED: 'limit',
  GIFT_CARD_LIMIT_EXCEEDED: 'limit',
  EXPIRES_AT_IN_PAST: 'expired',
  MISMATCHING_CURRENCY: 'currency',
  UNSUPPORTED_CURRENCY: 'currency',
  INSUFFICIENT_FUNDS: 'insufficient',
}
const UNKNOWN = 'INTERNAL_ERROR'

/** @throws {PlatformError} if the answer leaves it open */
export function verdictOf(movement: string | undefined, account: string | undefined, errors: z.output<typeof userErrors>): Verdict {
  const [fault] = errors
  if (fault?.code === UNKNOWN) throw new PlatformError('The platform failed at it', { retryable: false })
  if (fault) return { isDone: false, failure: failures[fault.code ?? ''] ?? 'refused' }
  if (movement === undefined || account === undefined) throw new PlatformError('An answer without a movement', { retryable: false })
  return { isDone: true, movement, account }
}

export const shopCurrency = z.object({ shop: z.object({ currencyCode: z.string() }) })
export const setCustomer = z.object({ customerSet: z.object({ customer: idOnly.nullable(), userErrors }).nullable() })
export const customerAccounts = z.object({
  storeCreditConfiguration: z.object({ storeCreditEnabled: z.boolean() }),
  customer: z.object({ storeCreditAccounts: z.object({ nodes: z.array(z.object({ id: z.string(), balance: money })) }) }).nullable(),
})
export const transactions = z.object({
  storeCreditAccount: z
    .object({
      transactions: z.object({
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
        // Other movements, such as an expiry, have no id.
        nodes: z.array(z.object({ id: z.string().optional(), event: z.string(), amount: money, expiresAt: z.string().nullish() })),
      }),
    })
    .nullable(),
})
export const remainder = z.object({
  storeCreditAccount: z.object({ balance: money }).nullable(),
  // Other movements are empty objects.
  nodes: z.array(z.object({ remainingAmount: money.optional() }).nullable()),
})
export const credited = z.object({
  storeCreditAccountCredit: z
    .object({ storeCreditAccountTransaction: z.object({ id: z.string(), account: idOnly }).nullable(), userErrors })
    .nullable(),
})
export const debited = z.object({
  storeCreditAccountDebit: z.object({ storeCreditAccountTransaction: idOnly.nullable(), userErrors }).nullable(),
})
export const cardCreated = z.object({ giftCardCreate: z.object({ giftCard: idOnly.nullable(), userErrors }).nullable() })
export const cardDebited = z.object({ giftCardDebit: z.object({ giftCardDebitTransaction: idOnly.nullable(), userErrors }).nullable() })
export const cardsFound = z.object({ giftCards: z.object({ nodes: z.array(z.object({ id: z.string(), note: z.string().nullable() })) }) })
export const card = z.object({
  giftCard: z
    .object({
      enabled: z.boolean(),
      balance: money,
      transactions: z.object({ nodes: z.array(z.object({ id: z.string(), note: z.string().nullable() })) }).nullable(),
    })
    .nullable(),
})
