import type * as z from 'zod'
import type { AdminApi } from './admin-api'
import * as operations from './operations'
import type { money } from './credit-answers'
import {
  type Verdict,
  cents,
  centsOf,
  verdictOf,
  setCustomer,
  shopCurrency,
  customerAccounts,
  transactions,
  remainder,
  credited,
  debited,
  cardCreated,
  cardDebited,
  cardsFound,
  card,
} from './credit-answers'

export interface Checkpoint {
  amount: number
  /** Null: never. */
  expiresAt: Date | null
  knownRefs: readonly string[]
}

export const EURO = 'EUR'

/** As many as on a page of the platform, so one page shows every movement since. */
const PAGE = 50
const MOST_PAGES = 20

export function createShopCredit({ ask }: AdminApi) {
  const type = (kind: 'credit' | 'debit') => `type:${kind}`
  const pageOf = async (account: string, kind: 'credit' | 'debit', after: string | null) => {
    const { storeCreditAccount } = await ask(
      operations.ACCOUNT_TRANSACTIONS,
      { account, type: type(kind), first: PAGE, after },
      transactions,
    )
    if (!storeCreditAccount) return undefined
    const { pageInfo, nodes } = storeCreditAccount.transactions
    return { pageInfo, nodes: nodes.flatMap(({ id, ...node }) => (id === undefined ? [] : [{ id, ...node }])) }
  }

  /** True for a later movement of the same amount and expiry. */
  const isOurs = (
    found: { id: string; event: string; amount: z.output<typeof money>; expiresAt?: string | null | undefined },
    mark: Checkpoint,
  ) =>
    !mark.knownRefs.includes(found.id) &&
    found.event === 'ADJUSTMENT' &&
    found.amount.currencyCode === EURO &&
    Math.abs(centsOf(found.amount)) === Math.round(mark.amount * 100) &&
    Math.trunc(new Date(found.expiresAt ?? 0).getTime() / 1000) === Math.trunc((mark.expiresAt?.getTime() ?? 0) / 1000)

  return {
    async currency(): Promise<string> {
      return (await ask(operations.SHOP_CURRENCY, {}, shopCurrency)).shop.currencyCode
    },

    /** Made if missing; null if the platform refuses the address. */
    async customerOf(email: string): Promise<string | null> {
      const { customerSet } = await ask(operations.SET_CUSTOMER, { email }, setCustomer)
      return customerSet?.customer?.id ?? null
    },

    /** Null before the first movement in EUR. */
    async accountOf(customer: string): Promise<{ takesCredit: boolean; account: string | null }> {
      const found = await ask(operations.CUSTOMER_ACCOUNTS, { customer }, customerAccounts)
      const accounts = found.customer?.storeCreditAccounts.nodes ?? []
      const account = accounts.find(({ balance }) => balance.currencyCode === EURO)?.id ?? null
      return { takesCredit: found.storeCreditConfiguration.storeCreditEnabled, account }
    },

    async latest(account: string | null, kind: 'credit' | 'debit'): Promise<string[]> {
      const page = account === null ? undefined : await pageOf(account, kind, null)
      return page?.nodes.map(({ id }) => id) ?? []
    },

    async since(account: string, kind: 'credit' | 'debit', mark: Checkpoint): Promise<string[]> {
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

    /** EUR. */
    async remainder(account: string, credits: readonly string[]): Promise<{ balance: number; left: number }> {
      const { storeCreditAccount, nodes } = await ask(operations.ACCOUNT_REMAINDER, { account, credits: [...credits] }, remainder)
      const inEuro = (amount: z.output<typeof money> | undefined) => (amount?.currencyCode === EURO ? centsOf(amount) : 0)
      const left = nodes.reduce((sum, node) => sum + inEuro(node?.remainingAmount), 0)
      return { balance: inEuro(storeCreditAccount?.balance) / 100, left: left / 100 }
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

    /** @returns null if a card with the code exists */
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

    async findCard(code: string, note: string): Promise<string | null> {
      const { giftCards } = await ask(operations.FIND_GIFT_CARDS, { code }, cardsFound)
      return giftCards.nodes.find((each) => each.note === note)?.id ?? null
    },

    /** EUR, with the latest movements by note. `isForeign` marks another currency. */
    async cardState(id: string): Promise<{ balance: number; isForeign: boolean; movements: { id: string; note: string | null }[] }> {
      const { giftCard } = await ask(operations.GIFT_CARD, { card: id }, card)
      return {
        isForeign: giftCard !== null && giftCard.balance.currencyCode !== EURO,
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
