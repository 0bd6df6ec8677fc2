/** The tasks of a provider of card payments, so that only its own folder knows Stripe. Amounts are EUR. */

export interface PageToPay {
  /** Of the row of the checkout: asked again with the same one, the provider makes no second page. */
  id: string
  amount: number
  /** Names what is paid, such as 'Invoice INV-2026-00042'. */
  label: string
  email: string | null
  /** The addresses to which the customer comes back. */
  paidUrl: string
  cancelUrl: string
  /** When the page ends, at least 30 minutes after it is made; null: after a day. */
  endsAt: Date | null
}

export interface PaidPage {
  externalId: string
  url: string | null
  expiresAt: Date | null
}

/** A page of the provider as it is there now. */
export interface CheckoutState extends PaidPage {
  /** Of our row; null for a page that is not ours. */
  id: string | null
  /** `waiting`: somebody has paid in a way that takes days, and it is not known yet. */
  state: 'open' | 'paid' | 'waiting' | 'ended'
  /** The provider's own id of the payment, once there is one. */
  paymentId: string | null
  amount: number
  /** In small letters, as 'eur'. */
  currency: string
  paidAt: Date | null
}

export interface ProviderRefund {
  externalId: string
  /** Of our row; null for one that was made at the provider. */
  id: string | null
  state: 'asked' | 'done' | 'failed'
  amount: number
  currency: string
}

export interface ProviderDispute {
  externalId: string
  /** The provider's word for where it stands. */
  state: string
  isOver: boolean
  isLost: boolean
  amount: number
  currency: string
  at: Date
}

/** A signed message of the provider, by which the shop reads what it is about anew. */
export interface ProviderEvent {
  id: string
  type: string
  /** It is of this account, and as real or as played as this shop. */
  isOurs: boolean
  about: { kind: 'page'; externalId: string } | { kind: 'payment'; paymentId: string } | null
}

export interface CardPayments {
  /** The smallest amount (EUR) that it takes. */
  least: number
  /** Makes the page. @throws {ProviderError} */
  start(page: PageToPay): Promise<PaidPage>
  /** Null for one that is not there. @throws {ProviderError} */
  readPage(externalId: string): Promise<CheckoutState | null>
  /** The page of a payment; null for a payment of something else. @throws {ProviderError} */
  pageOfPayment(paymentId: string): Promise<CheckoutState | null>
  /** Looks among the pages that were made about then for the one of our row. @throws {ProviderError} */
  findPage(id: string, madeAt: Date): Promise<CheckoutState | null>
  /** Ends an open page; one that is over stays as it is. @throws {ProviderError} */
  endPage(externalId: string): Promise<void>
  /** @param refund `id` is our row's: asked again with the same one, nothing more is paid back. @throws {ProviderError} */
  refund(refund: { id: string; paymentId: string; amount: number }): Promise<ProviderRefund>
  /** All refunds of a payment. @throws {ProviderError} */
  refundsOf(paymentId: string): Promise<ProviderRefund[]>
  /** All disputes of a payment. @throws {ProviderError} */
  disputesOf(paymentId: string): Promise<ProviderDispute[]>
  /** The message of a body; null where its signature does not count. */
  readEvent(body: Buffer, signature: string, at: Date): ProviderEvent | null
  /** After this time (s) a page or a refund that nothing was heard of is asked after. */
  settleSeconds: number
}

/** The provider has not done, or not said, what it was asked. */
export class ProviderError extends Error {
  override name = 'ProviderError'

  constructor(
    message: string,
    /** It has certainly done nothing, and would not if it were asked again. */
    readonly isRefusal: boolean,
    /** The same row was asked for before in other words. */
    readonly isRepeated: boolean,
    options: { cause?: unknown } = {},
  ) {
    super(message, options)
  }
}
