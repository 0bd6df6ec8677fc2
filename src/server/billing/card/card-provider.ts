export interface PageToPay {
  /** Id of the checkout's row: the provider makes one page for it. */
  id: string
  amount: number
  /** Names the payment, such as 'Invoice INV-2026-00042'. */
  label: string
  email: string | null
  paidUrl: string
  cancelUrl: string
  /** At least 30 minutes after the page is made; null for a day. */
  endsAt: Date | null
}

export interface PaidPage {
  externalId: string
  url: string | null
  expiresAt: Date | null
}

export interface CheckoutState extends PaidPage {
  /** Id of the shop's row; null for a foreign page. */
  id: string | null
  /** `waiting`: a payment that takes days is under way. */
  state: 'open' | 'paid' | 'waiting' | 'ended'
  /** The provider's id; null before a payment. */
  paymentId: string | null
  amount: number
  /** Lower case, such as 'eur'. */
  currency: string
  paidAt: Date | null
}

export interface ProviderRefund {
  externalId: string
  /** Id of the shop's row; null if it was made at the provider. */
  id: string | null
  state: 'asked' | 'done' | 'failed'
  amount: number
  currency: string
}

export interface ProviderDispute {
  externalId: string
  state: string
  isOver: boolean
  isLost: boolean
  amount: number
  currency: string
  at: Date
}

export interface ProviderEvent {
  id: string
  type: string
  /** It belongs to this account and mode (live or test). */
  isOurs: boolean
  about: { kind: 'page'; externalId: string } | { kind: 'payment'; paymentId: string } | null
}

export interface CardPayments {
  /** Smallest amount (EUR). */
  least: number
  /** @throws {ProviderError} */
  start(page: PageToPay): Promise<PaidPage>
  /** Null if it does not exist. @throws {ProviderError} */
  readPage(externalId: string): Promise<CheckoutState | null>
  /** Null for a payment of something else. @throws {ProviderError} */
  pageOfPayment(paymentId: string): Promise<CheckoutState | null>
  /** Searches the pages made about then for the row's. @throws {ProviderError} */
  findPage(id: string, madeAt: Date): Promise<CheckoutState | null>
  /** A page that is over stays as it is. @throws {ProviderError} */
  endPage(externalId: string): Promise<void>
  /** @param refund `id` is the row's: a repeated request pays nothing more back. @throws {ProviderError} */
  refund(refund: { id: string; paymentId: string; amount: number }): Promise<ProviderRefund>
  /** @throws {ProviderError} */
  refundsOf(paymentId: string): Promise<ProviderRefund[]>
  /** @throws {ProviderError} */
  disputesOf(paymentId: string): Promise<ProviderDispute[]>
  /** Null for an invalid signature. */
  readEvent(body: Buffer, signature: string, at: Date): ProviderEvent | null
  /** Seconds after which the provider is asked about a page or refund without news. */
  settleSeconds: number
}

export class ProviderError extends Error {
  override name = 'ProviderError'

  constructor(
    message: string,
    /** Nothing was done, and nothing would be on a retry. */
    readonly isRefusal: boolean,
    /** The same row was requested before with other data. */
    readonly isRepeated: boolean,
    options: { cause?: unknown } = {},
  ) {
    super(message, options)
  }
}
