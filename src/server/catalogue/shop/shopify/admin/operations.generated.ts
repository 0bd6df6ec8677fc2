// Written by `npm run shop:codegen` from operations.ts and the Admin API’s schema.

import type {
  ACCOUNT_REMAINDER,
  ACCOUNT_TRANSACTIONS,
  CREATE_GIFT_CARD,
  CREDIT_ACCOUNT,
  CUSTOMER_ACCOUNTS,
  DEBIT_ACCOUNT,
  DEBIT_GIFT_CARD,
  FIND_GIFT_CARDS,
  GIFT_CARD,
  ORDER,
  ORDER_STATES,
  ORDER_STATES_BY_ID,
  SET_CUSTOMER,
  SHOP_CURRENCY,
} from './operations'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
export type CurrencyCode =
  | 'AED'
  | 'AFN'
  | 'ALL'
  | 'AMD'
  | 'ANG'
  | 'AOA'
  | 'ARS'
  | 'AUD'
  | 'AWG'
  | 'AZN'
  | 'BAM'
  | 'BBD'
  | 'BDT'
  | 'BGN'
  | 'BHD'
  | 'BIF'
  | 'BMD'
  | 'BND'
  | 'BOB'
  | 'BRL'
  | 'BSD'
  | 'BTN'
  | 'BWP'
  | 'BYN'
  | 'BYR'
  | 'BZD'
  | 'CAD'
  | 'CDF'
  | 'CHF'
  | 'CLP'
  | 'CNY'
  | 'COP'
  | 'CRC'
  | 'CVE'
  | 'CZK'
  | 'DJF'
  | 'DKK'
  | 'DOP'
  | 'DZD'
  | 'EGP'
  | 'ERN'
  | 'ETB'
  | 'EUR'
  | 'FJD'
  | 'FKP'
  | 'GBP'
  | 'GEL'
  | 'GHS'
  | 'GIP'
  | 'GMD'
  | 'GNF'
  | 'GTQ'
  | 'GYD'
  | 'HKD'
  | 'HNL'
  | 'HRK'
  | 'HTG'
  | 'HUF'
  | 'IDR'
  | 'ILS'
  | 'INR'
  | 'IQD'
  | 'IRR'
  | 'ISK'
  | 'JEP'
  | 'JMD'
  | 'JOD'
  | 'JPY'
  | 'KES'
  | 'KGS'
  | 'KHR'
  | 'KID'
  | 'KMF'
  | 'KRW'
  | 'KWD'
  | 'KYD'
  | 'KZT'
  | 'LAK'
  | 'LBP'
  | 'LKR'
  | 'LRD'
  | 'LSL'
  | 'LTL'
  | 'LVL'
  | 'LYD'
  | 'MAD'
  | 'MDL'
  | 'MGA'
  | 'MKD'
  | 'MMK'
  | 'MNT'
  | 'MOP'
  | 'MRU'
  | 'MUR'
  | 'MVR'
  | 'MWK'
  | 'MXN'
  | 'MYR'
  | 'MZN'
  | 'NAD'
  | 'NGN'
  | 'NIO'
  | 'NOK'
  | 'NPR'
  | 'NZD'
  | 'OMR'
  | 'PAB'
  | 'PEN'
  | 'PGK'
  | 'PHP'
  | 'PKR'
  | 'PLN'
  | 'PYG'
  | 'QAR'
  | 'RON'
  | 'RSD'
  | 'RUB'
  | 'RWF'
  | 'SAR'
  | 'SBD'
  | 'SCR'
  | 'SDG'
  | 'SEK'
  | 'SGD'
  | 'SHP'
  | 'SLL'
  | 'SOS'
  | 'SRD'
  | 'SSP'
  | 'STD'
  | 'STN'
  | 'SYP'
  | 'SZL'
  | 'THB'
  | 'TJS'
  | 'TMT'
  | 'TND'
  | 'TOP'
  | 'TRY'
  | 'TTD'
  | 'TWD'
  | 'TZS'
  | 'UAH'
  | 'UGX'
  | 'USD'
  | 'USDC'
  | 'UYU'
  | 'UZS'
  | 'VED'
  | 'VEF'
  | 'VES'
  | 'VND'
  | 'VUV'
  | 'WST'
  | 'XAF'
  | 'XCD'
  | 'XOF'
  | 'XPF'
  | 'XXX'
  | 'YER'
  | 'ZAR'
  | 'ZMW'

export type CustomerSetUserErrorCode =
  | 'BLANK'
  | 'ID_NOT_ALLOWED'
  | 'INCLUSION'
  | 'INPUT_MISMATCH'
  | 'INVALID'
  | 'METAFIELD_MISMATCH'
  | 'MISSING_FIELD_REQUIRED'
  | 'NOT_FOUND'
  | 'PRESENT'
  | 'TAKEN'
  | 'TOO_LONG'
  | 'TOO_SHORT'

export type GiftCardErrorCode =
  | 'CUSTOMER_NOT_FOUND'
  | 'GIFT_CARD_LIMIT_EXCEEDED'
  | 'GREATER_THAN'
  | 'INTERNAL_ERROR'
  | 'INVALID'
  | 'MISSING_ARGUMENT'
  | 'RECIPIENT_NOT_FOUND'
  | 'TAKEN'
  | 'TOO_LONG'
  | 'TOO_SHORT'

export type GiftCardTransactionUserErrorCode =
  | 'GIFT_CARD_LIMIT_EXCEEDED'
  | 'GIFT_CARD_NOT_FOUND'
  | 'INSUFFICIENT_FUNDS'
  | 'INTERNAL_ERROR'
  | 'INVALID'
  | 'MISMATCHING_CURRENCY'
  | 'NEGATIVE_OR_ZERO_AMOUNT'

export type OrderDisplayFinancialStatus =
  | 'AUTHORIZED'
  | 'EXPIRED'
  | 'PAID'
  | 'PARTIALLY_PAID'
  | 'PARTIALLY_REFUNDED'
  | 'PENDING'
  | 'REFUNDED'
  | 'VOIDED'

export type OrderDisplayFulfillmentStatus =
  | 'FULFILLED'
  | 'FULFILLMENT_NOT_REQUIRED'
  | 'IN_PROGRESS'
  | 'ON_HOLD'
  | 'OPEN'
  | 'PARTIALLY_FULFILLED'
  | 'PENDING_FULFILLMENT'
  | 'REQUEST_DECLINED'
  | 'RESTOCKED'
  | 'SCHEDULED'
  | 'UNFULFILLED'

export type StoreCreditAccountCreditUserErrorCode =
  | 'ACCOUNT_NOT_FOUND'
  | 'CREDIT_LIMIT_EXCEEDED'
  | 'EXPIRES_AT_IN_PAST'
  | 'MISMATCHING_CURRENCY'
  | 'NEGATIVE_OR_ZERO_AMOUNT'
  | 'OWNER_NOT_FOUND'
  | 'UNSUPPORTED_CURRENCY'

export type StoreCreditAccountDebitUserErrorCode =
  | 'ACCOUNT_NOT_FOUND'
  | 'INSUFFICIENT_FUNDS'
  | 'MISMATCHING_CURRENCY'
  | 'NEGATIVE_OR_ZERO_AMOUNT'

export type StoreCreditSystemEvent =
  | 'ADJUSTMENT'
  | 'ORDER_CANCELLATION'
  | 'ORDER_PAYMENT'
  | 'ORDER_REFUND'
  | 'PAYMENT_FAILURE'
  | 'PAYMENT_RETURNED'
  | 'TAX_FINALIZATION'

export type AccountRemainderQueryVariables = Exact<{
  account: string
  credits: Array<string> | string
}>

export type AccountRemainderQuery = {
  storeCreditAccount: { balance: { amount: string; currencyCode: CurrencyCode } } | null
  nodes: Array<{ id: string; remainingAmount: { amount: string; currencyCode: CurrencyCode } } | Record<PropertyKey, never> | null>
}

export type AccountTransactionsQueryVariables = Exact<{
  account: string
  type: string
  first: number
  after?: string | null | undefined
}>

export type AccountTransactionsQuery = {
  storeCreditAccount: {
    id: string
    transactions: {
      pageInfo: { hasNextPage: boolean; endCursor: string | null }
      nodes: Array<
        | { id: string; expiresAt: string | null; event: StoreCreditSystemEvent; amount: { amount: string; currencyCode: CurrencyCode } }
        | { event: StoreCreditSystemEvent; amount: { amount: string; currencyCode: CurrencyCode } }
        | { id: string; event: StoreCreditSystemEvent; amount: { amount: string; currencyCode: CurrencyCode } }
        | { event: StoreCreditSystemEvent; amount: { amount: string; currencyCode: CurrencyCode } }
      >
    }
  } | null
}

export type CreateGiftCardMutationVariables = Exact<{
  code: string
  customer: string
  amount: string
  expiresOn?: string | null | undefined
  note: string
}>

export type CreateGiftCardMutation = {
  giftCardCreate: { giftCard: { id: string } | null; userErrors: Array<{ code: GiftCardErrorCode | null }> } | null
}

export type CreditAccountMutationVariables = Exact<{
  customer: string
  amount: string
  expiresAt?: string | null | undefined
}>

export type CreditAccountMutation = {
  storeCreditAccountCredit: {
    storeCreditAccountTransaction: { id: string; account: { id: string } } | null
    userErrors: Array<{ code: StoreCreditAccountCreditUserErrorCode | null }>
  } | null
}

export type CustomerAccountsQueryVariables = Exact<{
  customer: string
}>

export type CustomerAccountsQuery = {
  storeCreditConfiguration: { storeCreditEnabled: boolean }
  customer: {
    id: string
    storeCreditAccounts: { nodes: Array<{ id: string; balance: { amount: string; currencyCode: CurrencyCode } }> }
  } | null
}

export type DebitAccountMutationVariables = Exact<{
  account: string
  amount: string
}>

export type DebitAccountMutation = {
  storeCreditAccountDebit: {
    storeCreditAccountTransaction: { id: string } | null
    userErrors: Array<{ code: StoreCreditAccountDebitUserErrorCode | null }>
  } | null
}

export type DebitGiftCardMutationVariables = Exact<{
  card: string
  amount: string
  note: string
}>

export type DebitGiftCardMutation = {
  giftCardDebit: {
    giftCardDebitTransaction: { id: string } | null
    userErrors: Array<{ code: GiftCardTransactionUserErrorCode | null }>
  } | null
}

export type FindGiftCardsQueryVariables = Exact<{
  code: string
}>

export type FindGiftCardsQuery = { giftCards: { nodes: Array<{ id: string; note: string | null }> } }

export type GiftCardQueryVariables = Exact<{
  card: string
}>

export type GiftCardQuery = {
  giftCard: {
    id: string
    enabled: boolean
    balance: { amount: string; currencyCode: CurrencyCode }
    transactions: {
      nodes: Array<{ id: string; note: string | null } | { id: string; note: string | null } | { id: string; note: string | null }>
    } | null
  } | null
}

export type OrderWithLinesQueryVariables = Exact<{
  order: string
  first: number
  after?: string | null | undefined
}>

export type OrderWithLinesQuery = {
  order: {
    id: string
    name: string
    email: string | null
    test: boolean
    createdAt: string
    updatedAt: string
    cancelledAt: string | null
    displayFinancialStatus: OrderDisplayFinancialStatus | null
    displayFulfillmentStatus: OrderDisplayFulfillmentStatus
    taxesIncluded: boolean
    currencyCode: CurrencyCode
    totalPriceSet: {
      shopMoney: { amount: string; currencyCode: CurrencyCode }
      presentmentMoney: { amount: string; currencyCode: CurrencyCode }
    }
    currentTotalPriceSet: {
      shopMoney: { amount: string; currencyCode: CurrencyCode }
      presentmentMoney: { amount: string; currencyCode: CurrencyCode }
    }
    lineItems: {
      pageInfo: { hasNextPage: boolean; endCursor: string | null }
      nodes: Array<{
        id: string
        title: string
        name: string
        sku: string | null
        quantity: number
        currentQuantity: number
        originalUnitPriceSet: {
          shopMoney: { amount: string; currencyCode: CurrencyCode }
          presentmentMoney: { amount: string; currencyCode: CurrencyCode }
        }
        discountAllocations: Array<{
          allocatedAmountSet: {
            shopMoney: { amount: string; currencyCode: CurrencyCode }
            presentmentMoney: { amount: string; currencyCode: CurrencyCode }
          }
        }>
        taxLines: Array<{
          priceSet: {
            shopMoney: { amount: string; currencyCode: CurrencyCode }
            presentmentMoney: { amount: string; currencyCode: CurrencyCode }
          }
        }>
      }>
    }
  } | null
}

export type OrderStatesQueryVariables = Exact<{
  query: string
  first: number
  after?: string | null | undefined
}>

export type OrderStatesQuery = {
  orders: { pageInfo: { hasNextPage: boolean; endCursor: string | null }; nodes: Array<{ id: string; updatedAt: string }> }
}

export type OrderStatesByIdQueryVariables = Exact<{
  ids: Array<string> | string
}>

export type OrderStatesByIdQuery = { nodes: Array<{ id: string; updatedAt: string } | Record<PropertyKey, never> | null> }

export type SetCustomerMutationVariables = Exact<{
  email: string
}>

export type SetCustomerMutation = {
  customerSet: { customer: { id: string } | null; userErrors: Array<{ code: CustomerSetUserErrorCode | null }> } | null
}

export type ShopCurrencyQueryVariables = Exact<{ [key: string]: never }>

export type ShopCurrencyQuery = { shop: { currencyCode: CurrencyCode } }

export interface AdminOperations {
  [ACCOUNT_REMAINDER]: { return: AccountRemainderQuery; variables: AccountRemainderQueryVariables }
  [ACCOUNT_TRANSACTIONS]: { return: AccountTransactionsQuery; variables: AccountTransactionsQueryVariables }
  [CREATE_GIFT_CARD]: { return: CreateGiftCardMutation; variables: CreateGiftCardMutationVariables }
  [CREDIT_ACCOUNT]: { return: CreditAccountMutation; variables: CreditAccountMutationVariables }
  [CUSTOMER_ACCOUNTS]: { return: CustomerAccountsQuery; variables: CustomerAccountsQueryVariables }
  [DEBIT_ACCOUNT]: { return: DebitAccountMutation; variables: DebitAccountMutationVariables }
  [DEBIT_GIFT_CARD]: { return: DebitGiftCardMutation; variables: DebitGiftCardMutationVariables }
  [FIND_GIFT_CARDS]: { return: FindGiftCardsQuery; variables: FindGiftCardsQueryVariables }
  [GIFT_CARD]: { return: GiftCardQuery; variables: GiftCardQueryVariables }
  [ORDER]: { return: OrderWithLinesQuery; variables: OrderWithLinesQueryVariables }
  [ORDER_STATES]: { return: OrderStatesQuery; variables: OrderStatesQueryVariables }
  [ORDER_STATES_BY_ID]: { return: OrderStatesByIdQuery; variables: OrderStatesByIdQueryVariables }
  [SET_CUSTOMER]: { return: SetCustomerMutation; variables: SetCustomerMutationVariables }
  [SHOP_CURRENCY]: { return: ShopCurrencyQuery; variables: ShopCurrencyQueryVariables }
}
