import * as z from 'zod'
import type { TransferFailure } from '~/contracts/credit-transfers'
import { PlatformError } from '../platform-error'
import type { AdminApi } from './admin-api'
import * as operations from './operations'

/** What a customer can spend at the platform's checkout: their store credit account there, or gift cards. */

/** What the platform said to something that must happen once. */
export type Verdict = { isDone: true; movement: string; account: string } | { isDone: false; failure: TransferFailure }

/** What makes a movement ours: nothing else is asked of the account meanwhile, and these were there before. */
export interface Mark {
  /** EUR. */
  amount: number
  /** Of what was brought there; null: never. */
  expiresAt: Date | null
  knownRefs: readonly string[]
}

const EURO = 'EUR'
const money = z.object({ amount: z.string(), currencyCode: z.string() })
const cents = (amount: number) => amount.toFixed(2)
const centsOf = ({ amount }: z.output<typeof money>) => Math.round(Number(amount) * 100)
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
/** Said where nobody knows what has happened. */
const UNKNOWN = 'INTERNAL_ERROR'

/** @throws {PlatformError} where the platform's own answer leaves it open */
function verdictOf(movement: string | undefined, account: string | undefined, errors: z.output<typeof userErrors>): Verdict {
  const [fault] = errors
  if (fault?.code === UNKNOWN) throw new PlatformError('The platform failed at it', { retryable: false })
  if (fault) return { isDone: false, failure: failures[fault.code ?? ''] ?? 'refused' }
  if (movement === undefined || account === undefined) throw new PlatformError('An answer without a movement', { retryable: false })
  return { isDone: true, movement, account }
}

const setCustomer = z.object({ customerSet: z.object({ customer: idOnly.nullable(), userErrors }).nullable() })
const customerAccounts = z.object({
  storeCreditConfiguration: z.object({ storeCreditEnabled: z.boolean() }),
  customer: z.object({ storeCreditAccounts: z.object({ nodes: z.array(z.object({ id: z.string(), balance: money })) }) }).nullable(),
})
const transactions = z.object({
  storeCreditAccount: z
    .object({
      transactions: z.object({
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
        nodes: z.array(z.object({ id: z.string(), event: z.string(), amount: money, expiresAt: z.string().nullish() })),
      }),
    })
    .nullable(),
})
const remainder = z.object({
  storeCreditAccount: z.object({ balance: money }).nullable(),
  // What is no movement of credit any more is an empty object.
  nodes: z.array(z.object({ remainingAmount: money.optional() }).nullable()),
})
const credited = z.object({
  storeCreditAccountCredit: z
    .object({ storeCreditAccountTransaction: z.object({ id: z.string(), account: idOnly }).nullable(), userErrors })
    .nullable(),
})
const debited = z.object({ storeCreditAccountDebit: z.object({ storeCreditAccountTransaction: idOnly.nullable(), userErrors }).nullable() })
const cardCreated = z.object({ giftCardCreate: z.object({ giftCard: idOnly.nullable(), userErrors }).nullable() })
const cardDebited = z.object({ giftCardDebit: z.object({ giftCardDebitTransaction: idOnly.nullable(), userErrors }).nullable() })
const cardsFound = z.object({ giftCards: z.object({ nodes: z.array(z.object({ id: z.string(), note: z.string().nullable() })) }) })
const card = z.object({
  giftCard: z
    .object({
      enabled: z.boolean(),
      balance: money,
      transactions: z.object({ nodes: z.array(z.object({ id: z.string(), note: z.string().nullable() })) }).nullable(),
    })
    .nullable(),
})

/** As many as a page of the platform's: so one page shows whatever came since. */
const PAGE = 50
const MOST_PAGES = 20

/** The store credit of a shop's customers at its platform. */
export function createShopCredit({ ask }: AdminApi) {
  const type = (kind: 'credit' | 'debit') => `type:${kind}`
  const pageOf = async (account: string, kind: 'credit' | 'debit', after: string | null) =>
    (await ask(operations.ACCOUNT_TRANSACTIONS, { account, type: type(kind), first: PAGE, after }, transactions)).storeCreditAccount
      ?.transactions

  /** Whether a movement came after the mark, and is of that amount and expiry. */
  const isOurs = (
    found: { id: string; event: string; amount: z.output<typeof money>; expiresAt?: string | null | undefined },
    mark: Mark,
  ) =>
    !mark.knownRefs.includes(found.id) &&
    found.event === 'ADJUSTMENT' &&
    found.amount.currencyCode === EURO &&
    Math.abs(centsOf(found.amount)) === Math.round(mark.amount * 100) &&
    Math.trunc(new Date(found.expiresAt ?? 0).getTime() / 1000) === Math.trunc((mark.expiresAt?.getTime() ?? 0) / 1000)

  return {
    /** The platform's id of the customer with an address; made where there is none. Null where the platform does not take the address. */
    async customerOf(email: string): Promise<string | null> {
      const { customerSet } = await ask(operations.SET_CUSTOMER, { email }, setCustomer)
      return customerSet?.customer?.id ?? null
    },

    /** Whether checkouts take store credit, and the customer's account in EUR: null before the first movement. */
    async accountOf(customer: string): Promise<{ takesCredit: boolean; account: string | null }> {
      const found = await ask(operations.CUSTOMER_ACCOUNTS, { customer }, customerAccounts)
      const accounts = found.customer?.storeCreditAccounts.nodes ?? []
      const account = accounts.find(({ balance }) => balance.currencyCode === EURO)?.id ?? null
      return { takesCredit: found.storeCreditConfiguration.storeCreditEnabled, account }
    },

    /** The ids of the latest movements of a kind: whatever is beside them later has come since. */
    async latest(account: string | null, kind: 'credit' | 'debit'): Promise<string[]> {
      const page = account === null ? undefined : await pageOf(account, kind, null)
      return page?.nodes.map(({ id }) => id) ?? []
    },

    /** The movements since a mark that may be the one that was asked for, the oldest first. */
    async since(account: string, kind: 'credit' | 'debit', mark: Mark): Promise<string[]> {
      const found: string[] = []
      let after: string | null = null
      for (let pages = 0; pages < MOST_PAGES; pages++) {
        const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(account, kind, after)
        if (!page) break
        found.push(...page.nodes.filter((each) => isOurs(each, mark)).map(({ id }) => id))
        if (!page.pageInfo.hasNextPage || page.nodes.some(({ id }) => mark.knownRefs.includes(id))) break
        after = page.pageInfo.endCursor
      }
      return found.reverse()
    },

    /** EUR that an account has, and what is left in it of what certain movements have brought. */
    async remainder(account: string, credits: readonly string[]): Promise<{ balance: number; left: number }> {
      const { storeCreditAccount, nodes } = await ask(operations.ACCOUNT_REMAINDER, { account, credits: [...credits] }, remainder)
      const left = nodes.reduce((sum, node) => sum + (node?.remainingAmount ? centsOf(node.remainingAmount) : 0), 0)
      return { balance: storeCreditAccount ? centsOf(storeCreditAccount.balance) / 100 : 0, left: left / 100 }
    },

    async credit(customer: string, amount: number, expiresAt: Date | null): Promise<Verdict> {
      const variables = { customer, amount: cents(amount), expiresAt: expiresAt?.toISOString() ?? null }
      const { storeCreditAccountCredit: answer } = await ask(operations.CREDIT_ACCOUNT, variables, credited, { once: true })
      const movement = answer?.storeCreditAccountTransaction
      return verdictOf(movement?.id, movement?.account.id, answer?.userErrors ?? [])
    },

    async debit(account: string, amount: number): Promise<Verdict> {
      const { storeCreditAccountDebit: answer } = await ask(operations.DEBIT_ACCOUNT, { account, amount: cents(amount) }, debited, {
        once: true,
      })
      return verdictOf(answer?.storeCreditAccountTransaction?.id, account, answer?.userErrors ?? [])
    },

    /** Makes a gift card with a code of ours. @returns null where there is a card with that code already */
    async createCard(
      customer: string,
      wanted: { code: string; amount: number; expiresAt: Date | null; note: string },
    ): Promise<Verdict | null> {
      const { code, amount, expiresAt, note } = wanted
      const expiresOn = expiresAt?.toISOString().slice(0, 10) ?? null
      const variables = { customer, code, amount: cents(amount), expiresOn, note }
      const { giftCardCreate: answer } = await ask(operations.CREATE_GIFT_CARD, variables, cardCreated, { once: true })
      if (answer?.userErrors.some((fault) => fault.code === 'TAKEN')) return null
      return verdictOf(answer?.giftCard?.id, answer?.giftCard?.id, answer?.userErrors ?? [])
    },

    /** The card with a code and a note of ours. */
    async findCard(code: string, note: string): Promise<string | null> {
      const { giftCards } = await ask(operations.FIND_GIFT_CARDS, { code }, cardsFound)
      return giftCards.nodes.find((each) => each.note === note)?.id ?? null
    },

    /** EUR that a card has, and its latest movements by their notes. */
    async cardState(id: string): Promise<{ balance: number; movements: { id: string; note: string | null }[] }> {
      const { giftCard } = await ask(operations.GIFT_CARD, { card: id }, card)
      return {
        balance: giftCard?.enabled && giftCard.balance.currencyCode === EURO ? centsOf(giftCard.balance) / 100 : 0,
        movements: giftCard?.transactions?.nodes ?? [],
      }
    },

    async debitCard(id: string, amount: number, note: string): Promise<Verdict> {
      const variables = { card: id, amount: cents(amount), note }
      const { giftCardDebit: answer } = await ask(operations.DEBIT_GIFT_CARD, variables, cardDebited, { once: true })
      return verdictOf(answer?.giftCardDebitTransaction?.id, id, answer?.userErrors ?? [])
    },
  }
}

export type ShopCredit = ReturnType<typeof createShopCredit>
