import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { getOperationAST, graphql, isAbstractType, parse, validate } from 'graphql'
import * as z from 'zod'
import { adminSchema } from '../../scripts/tools/shop-types'

/**
 * Instead of an answer: the connection ends, nothing comes, or another answer does. 'late', before anything is done: the connection ends, and
 * what was asked is done when it `arrives`.
 */
export type AdminFault = 'cut' | 'stall' | 'late' | { status: number; headers?: Record<string, string>; body?: object }

/** A call to the platform, before anything is done and again after it was done. */
export interface AdminCall {
  operation: string
  phase: 'before' | 'after'
  /** Counts the requests from 1. */
  number: number
}

interface Movement {
  __typename: string
  id: string
  event: string
  cents: number
  remaining: number
  expiresAt: string | null
  /** Listed among the credits, whatever its type. */
  isListed?: boolean
}
/** An order of the played platform; open by default. */
export interface PlayedOrder {
  id: number
  name: string
  open: boolean
  createdAt: string
  updatedAt: string
  cancelledAt: string | null
  financial: string
  fulfilment: string
}
interface Account {
  id: string
  customer: string
  movements: Movement[]
}
interface Card {
  id: string
  code: string
  customer: string
  note: string | null
  cents: number
  expiresOn: string | null
  movements: { id: string; note: string | null; cents: number }[]
}

const money = (cents: number) => ({ amount: (cents / 100).toFixed(2), currencyCode: 'EUR' })
const request = z.object({ query: z.string(), variables: z.record(z.string(), z.unknown()).default({}) })
const centsOf = (text: string) => Math.round(Number(text) * 100)

/** Of all that is played in this process: what two platforms have made is never the same, as there is only one. */
let ids = 1000

/** The customers' store credit at a shop platform, in memory. */
class Books {
  storeCredit = true
  shopCurrency = 'EUR'
  /** Refuses the next movement with this code. */
  refusal: string | undefined
  /** The time there, where a test says it: see `expire`. */
  #now = new Date(0)
  readonly customers = new Map<string, string>()
  readonly accounts: Account[] = []
  readonly cards: Card[] = []

  id(noun: string): string {
    return `gid://shopify/${noun}/${++ids}`
  }
  refused(): { code: string }[] {
    const code = this.refusal
    this.refusal = undefined
    return code === undefined ? [] : [{ code }]
  }
  account(customer: string): Account | undefined {
    return this.accounts.find((each) => each.customer === customer)
  }
  balance({ movements }: Account): number {
    return movements.reduce((sum, { cents }) => sum + cents, 0)
  }
  credit(customer: string, cents: number, expiresAt: string | null, event = 'ADJUSTMENT') {
    let account = this.account(customer)
    if (!account) this.accounts.push((account = { id: this.id('StoreCreditAccount'), customer, movements: [] }))
    const __typename = 'StoreCreditAccountCreditTransaction'
    const movement = { __typename, id: this.id(__typename), event, cents, remaining: cents, expiresAt }
    account.movements.push(movement)
    return { account, movement }
  }
  /** Spends first what expires soonest. */
  debit(account: Account, cents: number, event = 'ADJUSTMENT'): Movement {
    let open = cents
    const soonest = account.movements.filter(({ remaining }) => remaining > 0)
    for (const credit of soonest.sort((a, b) => (a.expiresAt ?? '9').localeCompare(b.expiresAt ?? '9'))) {
      const part = Math.min(open, credit.remaining)
      credit.remaining -= part
      open -= part
    }
    const __typename = 'StoreCreditAccountDebitTransaction'
    const movement = { __typename, id: this.id(__typename), event, cents: -cents, remaining: 0, expiresAt: null }
    account.movements.push(movement)
    return movement
  }
  /** It is that late there: what has expired is gone, and nothing more comes that has. */
  expire(now: Date): void {
    this.#now = now
    const __typename = 'StoreCreditAccountExpirationTransaction'
    for (const { movements } of this.accounts) {
      for (const credit of movements.filter(({ remaining, expiresAt }) => remaining > 0 && this.isOver(expiresAt))) {
        movements.push({ __typename, id: this.id(__typename), event: '', cents: -credit.remaining, remaining: 0, expiresAt: null })
        credit.remaining = 0
      }
    }
    for (const card of this.cards) if (this.isOver(card.expiresOn)) card.cents = 0
  }
  isOver(expiry: string | null): boolean {
    return expiry !== null && new Date(expiry) <= this.#now
  }
}

const shown = (movement: Movement) => ({ ...movement, amount: money(movement.cents), remainingAmount: money(movement.remaining) })
const shownCard = (card: Card) => ({
  ...card,
  enabled: true,
  balance: money(card.cents),
  transactions: { nodes: card.movements.toReversed() },
})

const EUROS = (amount: string) => ({ shopMoney: { amount, currencyCode: 'EUR' }, presentmentMoney: { amount, currencyCode: 'EUR' } })

const shownOrder = ({ id, financial, fulfilment, ...order }: PlayedOrder) => ({
  ...order,
  __typename: 'Order',
  id: `gid://shopify/Order/${id}`,
  email: 'buyer@example.com',
  test: false,
  displayFinancialStatus: financial,
  displayFulfillmentStatus: fulfilment,
  taxesIncluded: true,
  currencyCode: 'EUR',
  totalPriceSet: EUROS('200.00'),
  currentTotalPriceSet: EUROS('200.00'),
  lineItems: {
    pageInfo: { hasNextPage: false, endCursor: null },
    nodes: [
      {
        id: `gid://shopify/LineItem/${id}1`,
        title: 'Antminer S21',
        name: 'Antminer S21',
        sku: null,
        quantity: 2,
        currentQuantity: 2,
        originalUnitPriceSet: EUROS('100.00'),
        discountAllocations: [],
        taxLines: [],
      },
    ],
  },
})

function resolversOf(books: Books, orders: PlayedOrder[]) {
  const shownAccount = (account: Account) => ({
    ...account,
    balance: money(books.balance(account)),
    transactions: ({ first, after, query }: { first: number; after?: string | null; query: string }) => {
      const kind = query === 'type:credit' ? 'StoreCreditAccountCreditTransaction' : 'StoreCreditAccountDebitTransaction'
      const all = account.movements.filter(({ __typename, isListed }) => __typename === kind || isListed).toReversed()
      const start = after ? Number(after) : 0
      const nodes = all.slice(start, start + first).map((each) => Object.assign(shown(each), { account: { id: account.id } }))
      return { nodes, pageInfo: { hasNextPage: start + first < all.length, endCursor: String(start + nodes.length) } }
    },
  })
  const accountOf = (id: string) => books.accounts.find((each) => each.id === id)
  return {
    shop: () => ({ currencyCode: books.shopCurrency }),
    storeCreditConfiguration: () => ({ storeCreditEnabled: books.storeCredit }),
    customer: ({ id }: { id: string }) => {
      const account = books.account(id)
      return { id, storeCreditAccounts: { nodes: account ? [shownAccount(account)] : [] } }
    },
    storeCreditAccount: ({ id }: { id: string }) => {
      const account = accountOf(id)
      return account ? shownAccount(account) : null
    },
    orders: ({ first, after }: { first: number; after?: string | null }) => {
      const open = orders.filter((order) => order.open)
      const start = after ? Number(after) : 0
      const nodes = open.slice(start, start + first).map(shownOrder)
      return { nodes, pageInfo: { hasNextPage: start + first < open.length, endCursor: String(start + nodes.length) } }
    },
    order: ({ id }: { id: string }) => orders.map(shownOrder).find((order) => order.id === id) ?? null,
    nodes: ({ ids }: { ids: string[] }) => {
      if (ids.some((id) => id.includes('/Order/'))) {
        const shown = orders.map(shownOrder)
        return ids.map((id) => shown.find((order) => order.id === id) ?? null)
      }
      const all = books.accounts.flatMap(({ movements }) => movements)
      return ids.map((id) => {
        const found = all.find((each) => each.id === id)
        return found ? shown(found) : null
      })
    },
    giftCards: ({ query }: { query: string }) => ({ nodes: books.cards.filter(({ code }) => code === query.toLowerCase()).map(shownCard) }),
    giftCard: ({ id }: { id: string }) => {
      const card = books.cards.find((each) => each.id === id)
      return card ? shownCard(card) : null
    },
    customerSet: ({ identifier }: { identifier: { email: string } }) => {
      const email = identifier.email.toLowerCase()
      const id = books.customers.get(email) ?? books.id('Customer')
      books.customers.set(email, id)
      return { customer: { id }, userErrors: [] }
    },
    storeCreditAccountCredit: (given: { id: string; creditInput: { creditAmount: { amount: string }; expiresAt?: string | null } }) => {
      const userErrors = books.refused()
      const { creditAmount, expiresAt = null } = given.creditInput
      if (books.isOver(expiresAt)) userErrors.push({ code: 'EXPIRES_AT_IN_PAST' })
      if (userErrors.length > 0) return { storeCreditAccountTransaction: null, userErrors }
      // Seconds, as the platform keeps them.
      const until = expiresAt === null ? null : `${expiresAt.slice(0, 19)}Z`
      const { account, movement } = books.credit(given.id, centsOf(creditAmount.amount), until)
      return { storeCreditAccountTransaction: { ...shown(movement), account: { id: account.id } }, userErrors }
    },
    storeCreditAccountDebit: (given: { id: string; debitInput: { debitAmount: { amount: string } } }) => {
      const account = accountOf(given.id)
      const cents = centsOf(given.debitInput.debitAmount.amount)
      const userErrors = books.refused()
      if (!account) userErrors.push({ code: 'ACCOUNT_NOT_FOUND' })
      else if (books.balance(account) < cents) userErrors.push({ code: 'INSUFFICIENT_FUNDS' })
      if (!account || userErrors.length > 0) return { storeCreditAccountTransaction: null, userErrors }
      return { storeCreditAccountTransaction: shown(books.debit(account, cents)), userErrors }
    },
    giftCardCreate: (given: {
      input: { code: string; customerId: string; initialAmount: { amount: string }; expiresOn?: string | null; note: string }
    }) => {
      const { customerId: customer, initialAmount, expiresOn = null, note } = given.input
      const code = given.input.code.toLowerCase()
      const userErrors = books.refused()
      if (books.cards.some((each) => each.code === code)) userErrors.push({ code: 'TAKEN' })
      if (books.isOver(expiresOn)) userErrors.push({ code: 'INVALID' })
      if (userErrors.length > 0) return { giftCard: null, userErrors }
      const card: Card = { id: books.id('GiftCard'), code, customer, note, cents: centsOf(initialAmount.amount), expiresOn, movements: [] }
      books.cards.push(card)
      return { giftCard: shownCard(card), userErrors }
    },
    giftCardDebit: (given: { id: string; debitInput: { debitAmount: { amount: string }; note: string } }) => {
      const card = books.cards.find((each) => each.id === given.id)
      const cents = centsOf(given.debitInput.debitAmount.amount)
      const userErrors = books.refused()
      if (!card || card.cents < cents) userErrors.push({ code: card ? 'INSUFFICIENT_FUNDS' : 'GIFT_CARD_NOT_FOUND' })
      if (!card || userErrors.length > 0) return { giftCardDebitTransaction: null, userErrors }
      card.cents -= cents
      const movement = {
        __typename: 'GiftCardDebitTransaction',
        id: books.id('GiftCardDebitTransaction'),
        note: given.debitInput.note,
        cents,
      }
      card.movements.push(movement)
      return { giftCardDebitTransaction: movement, userErrors }
    },
  }
}

/**
 * The scopes that the operations need. `write_` includes `read_`.
 * @see https://shopify.dev/docs/api/usage/access-scopes
 */
export const scopesOf: Record<string, readonly string[]> = {
  OrderStates: ['read_orders'],
  OrderStatesById: ['read_orders'],
  OrderWithLines: ['read_orders'],
  SetCustomer: ['write_customers'],
  CustomerAccounts: ['read_customers', 'read_store_credit_accounts'],
  AccountTransactions: ['read_store_credit_accounts', 'read_store_credit_account_transactions'],
  AccountRemainder: ['read_store_credit_accounts', 'read_store_credit_account_transactions'],
  CreditAccount: ['write_store_credit_account_transactions'],
  DebitAccount: ['write_store_credit_account_transactions'],
  CreateGiftCard: ['write_gift_cards'],
  FindGiftCards: ['read_gift_cards'],
  GiftCard: ['read_gift_cards', 'read_gift_card_transactions'],
  DebitGiftCard: ['write_gift_card_transactions'],
}

/** An app of the Dev Dashboard, whose newest token is the only one that is accepted. */
class PlayedApp {
  /** What the owner of the shop has accepted. */
  scope = ''
  seconds = 86_399
  /** The tokens that were given. */
  given = 0
  delayMs = 0
  /** Instead of a token. */
  refuses: { status: number; body: object } | undefined
  /** The bodies of requests for a token. */
  readonly asked: string[] = []

  async answer(body: string): Promise<{ status: number; body: object }> {
    this.asked.push(body)
    await wait(this.delayMs)
    return this.refuses ?? { status: 200, body: { access_token: `token-${++this.given}`, scope: this.scope, expires_in: this.seconds } }
  }
  /** The first scope that an operation lacks. */
  lacks(operation: string): string | undefined {
    const granted = this.scope.split(',')
    return scopesOf[operation]?.find((name) => !granted.includes(name) && !granted.includes(name.replace(/^read_/, 'write_')))
  }
}

const denied = (field: string, scope: string) => ({
  data: null,
  errors: [
    {
      message: `Access denied for ${field} field. Required access: \`${scope}\` access scope.`,
      path: [field],
      extensions: { code: 'ACCESS_DENIED' },
    },
  ],
})

/**
 * Plays an Admin API on a free loopback port, with balances: as much of the platform's real schema as is used, so that an operation
 * which it does not know is refused as the platform would refuse it.
 */
export async function playAdminPlatform() {
  const schema = adminSchema()
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type)) type.resolveType = (value: unknown) => z.object({ __typename: z.string() }).parse(value).__typename
  }
  const books = new Books()
  const orders: PlayedOrder[] = []
  const app = new PlayedApp()
  const resolvers = resolversOf(books, orders)
  const state = {
    /** The operations that were asked for, in order, with their tokens. */
    asked: [] as { operation: string; token: string | undefined; variables: Record<string, unknown> }[],
    fault: undefined as ((call: AdminCall) => AdminFault | undefined | Promise<AdminFault | undefined>) | undefined,
    /** What is on its way. */
    late: [] as (() => Promise<unknown>)[],
  }
  const fails = (res: ServerResponse, fault: AdminFault | undefined): boolean => {
    if (fault === 'cut' || fault === 'late') res.destroy()
    else if (typeof fault === 'object') {
      res.writeHead(fault.status, { 'Content-Type': 'application/json', ...fault.headers }).end(JSON.stringify(fault.body ?? {}))
    }
    return fault !== undefined
  }
  const server = createServer((req, res) => {
    // A kept connection that ends as the next request goes out on it would be a fault that nobody plays.
    res.shouldKeepAlive = false
    void (async () => {
      const body = await text(req)
      if (req.url === '/admin/oauth/access_token') {
        const { status, body: answer } = await app.answer(body)
        res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer))
        return
      }
      // Without an app there is a fixed token, which may do everything.
      if (app.given > 0 && req.headers['x-shopify-access-token'] !== `token-${app.given}`) {
        res.writeHead(401).end('{}')
        return
      }
      const { query, variables } = request.parse(JSON.parse(body))
      const document = parse(query)
      const operation = getOperationAST(document)?.name?.value ?? ''
      const number = state.asked.push({ operation, token: String(req.headers['x-shopify-access-token']), variables })
      const errors = validate(schema, document)
      const scope = app.given > 0 ? app.lacks(operation) : undefined
      const work = async () =>
        errors.length > 0
          ? { errors }
          : scope !== undefined
            ? denied(operation, scope)
            : await graphql({ schema, source: query, variableValues: variables, rootValue: resolvers })
      const before = await state.fault?.({ operation, phase: 'before', number })
      if (before === 'late') state.late.push(work)
      if (fails(res, before)) return
      const answer = await work()
      if (fails(res, await state.fault?.({ operation, phase: 'after', number }))) return
      res.setHeader('Content-Type', 'application/json')
      res.end(JSON.stringify(answer))
    })().catch((error: unknown) => {
      res.statusCode = 500
      res.end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address())
  const accountOf = (email: string) => books.account(books.customers.get(email.toLowerCase()) ?? '')
  const cardsOf = (email: string) => books.cards.filter(({ customer }) => customer === books.customers.get(email.toLowerCase()))
  return Object.assign(state, {
    /** For SHOPIFY_ADMIN_URL. */
    address: `http://127.0.0.1:${port}/admin/api/2026-10/graphql.json`,
    books,
    app,
    orders,
    addOrder: (order: Partial<PlayedOrder> & Pick<PlayedOrder, 'id' | 'name'>): PlayedOrder => {
      const times = { createdAt: '2026-11-19T10:00:00Z', updatedAt: '2026-11-19T10:00:00Z', cancelledAt: null }
      const added = { open: true, ...times, financial: 'PAID', fulfilment: 'UNFULFILLED', ...order }
      orders.push(added)
      return added
    },
    accountOf,
    cardsOf,
    /** EUR that a customer can spend there, in their account and on gift cards. */
    balanceOf: (email: string): number => {
      const account = accountOf(email)
      return ((account ? books.balance(account) : 0) + cardsOf(email).reduce((sum, { cents }) => sum + cents, 0)) / 100
    },
    /** The customer pays an order there. */
    spend: (email: string, amount: number) => {
      const account = accountOf(email)
      if (account) books.debit(account, Math.round(amount * 100), 'ORDER_PAYMENT')
    },
    /** What was asked and cut off comes now. */
    arrive: async () => {
      for (const work of state.late.splice(0)) await work()
    },
    cutAll: () => server.closeAllConnections(),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

export type PlayedAdmin = Awaited<ReturnType<typeof playAdminPlatform>>
