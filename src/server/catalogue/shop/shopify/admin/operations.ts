/** `npm run shop:schemas` and `shop:codegen` store their schema and types, as a test checks. Inputs list their fields to keep it small. */

export const SHOP_CURRENCY = `#graphql
  query ShopCurrency {
    shop {
      currencyCode
    }
  }
` as const

export const ORDER_STATES = `#graphql
  query OrderStates($query: String!, $first: Int!, $after: String) {
    orders(first: $first, after: $after, query: $query, sortKey: CREATED_AT) {
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        id
        updatedAt
      }
    }
  }
` as const

/** Null for a missing order. */
export const ORDER_STATES_BY_ID = `#graphql
  query OrderStatesById($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on Order {
        id
        updatedAt
      }
    }
  }
` as const

export const ORDER = `#graphql
  query OrderWithLines($order: ID!, $first: Int!, $after: String) {
    order(id: $order) {
      id
      name
      email
      test
      createdAt
      updatedAt
      cancelledAt
      displayFinancialStatus
      displayFulfillmentStatus
      taxesIncluded
      currencyCode
      totalPriceSet {
        shopMoney {
          amount
          currencyCode
        }
        presentmentMoney {
          amount
          currencyCode
        }
      }
      currentTotalPriceSet {
        shopMoney {
          amount
          currencyCode
        }
        presentmentMoney {
          amount
          currencyCode
        }
      }
      lineItems(first: $first, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          id
          title
          name
          sku
          quantity
          currentQuantity
          originalUnitPriceSet {
            shopMoney {
              amount
              currencyCode
            }
            presentmentMoney {
              amount
              currencyCode
            }
          }
          discountAllocations {
            allocatedAmountSet {
              shopMoney {
                amount
                currencyCode
              }
              presentmentMoney {
                amount
                currencyCode
              }
            }
          }
          taxLines {
            priceSet {
              shopMoney {
                amount
                currencyCode
              }
              presentmentMoney {
                amount
                currencyCode
              }
            }
          }
        }
      }
    }
  }
` as const

/** Idempotent. */
export const SET_CUSTOMER = `#graphql
  mutation SetCustomer($email: String!) {
    customerSet(identifier: { email: $email }, input: { email: $email }) {
      customer {
        id
      }
      userErrors {
        code
      }
    }
  }
` as const

/** One account for each currency; shows whether checkouts take store credit. */
export const CUSTOMER_ACCOUNTS = `#graphql
  query CustomerAccounts($customer: ID!) {
    storeCreditConfiguration {
      storeCreditEnabled
    }
    customer(id: $customer) {
      id
      storeCreditAccounts(first: 50) {
        nodes {
          id
          balance {
            amount
            currencyCode
          }
        }
      }
    }
  }
` as const

export const ACCOUNT_TRANSACTIONS = `#graphql
  query AccountTransactions($account: ID!, $type: String!, $first: Int!, $after: String) {
    storeCreditAccount(id: $account) {
      id
      transactions(first: $first, after: $after, query: $type, sortKey: CREATED_AT, reverse: true) {
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          event
          amount {
            amount
            currencyCode
          }
          ... on StoreCreditAccountCreditTransaction {
            id
            expiresAt
          }
          ... on StoreCreditAccountDebitTransaction {
            id
          }
        }
      }
    }
  }
` as const

export const ACCOUNT_REMAINDER = `#graphql
  query AccountRemainder($account: ID!, $credits: [ID!]!) {
    storeCreditAccount(id: $account) {
      balance {
        amount
        currencyCode
      }
    }
    nodes(ids: $credits) {
      ... on StoreCreditAccountCreditTransaction {
        id
        remainingAmount {
          amount
          currencyCode
        }
      }
    }
  }
` as const

export const CREDIT_ACCOUNT = `#graphql
  mutation CreditAccount($customer: ID!, $amount: Decimal!, $expiresAt: DateTime) {
    storeCreditAccountCredit(
      id: $customer
      creditInput: { creditAmount: { amount: $amount, currencyCode: EUR }, expiresAt: $expiresAt, notify: true }
    ) {
      storeCreditAccountTransaction {
        id
        account {
          id
        }
      }
      userErrors {
        code
      }
    }
  }
` as const

export const DEBIT_ACCOUNT = `#graphql
  mutation DebitAccount($account: ID!, $amount: Decimal!) {
    storeCreditAccountDebit(id: $account, debitInput: { debitAmount: { amount: $amount, currencyCode: EUR } }) {
      storeCreditAccountTransaction {
        id
      }
      userErrors {
        code
      }
    }
  }
` as const

/** The platform refuses a second card with the same code. */
export const CREATE_GIFT_CARD = `#graphql
  mutation CreateGiftCard($code: String!, $customer: ID!, $amount: Decimal!, $expiresOn: Date, $note: String!) {
    giftCardCreate(input: { code: $code, customerId: $customer, initialAmount: { amount: $amount, currencyCode: EUR }, expiresOn: $expiresOn, note: $note }) {
      giftCard {
        id
      }
      userErrors {
        code
      }
    }
  }
` as const

export const FIND_GIFT_CARDS = `#graphql
  query FindGiftCards($code: String!) {
    giftCards(first: 10, query: $code, sortKey: CREATED_AT, reverse: true) {
      nodes {
        id
        note
      }
    }
  }
` as const

export const GIFT_CARD = `#graphql
  query GiftCard($card: ID!) {
    giftCard(id: $card) {
      id
      enabled
      balance {
        amount
        currencyCode
      }
      transactions(first: 50, reverse: true) {
        nodes {
          id
          note
        }
      }
    }
  }
` as const

export const DEBIT_GIFT_CARD = `#graphql
  mutation DebitGiftCard($card: ID!, $amount: Decimal!, $note: String!) {
    giftCardDebit(id: $card, debitInput: { debitAmount: { amount: $amount, currencyCode: EUR }, note: $note }) {
      giftCardDebitTransaction {
        id
      }
      userErrors {
        code
      }
    }
  }
` as const
