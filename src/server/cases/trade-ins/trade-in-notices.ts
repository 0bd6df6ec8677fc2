import type { Unagreed } from '~/contracts/credit/agreed-value'
import { sumOfAmounts } from '~/contracts/credit/credit'
import { formatEuro } from '~/lib/money'
import { unagreedText } from '~/lib/unagreed-text'

export interface Completed {
  number: string
  /** `customer`, `value` and `agreement` name the missing condition: nothing was issued. */
  outcome: 'issued' | 'waits' | 'already' | 'customer' | 'value' | 'agreement'
  /** EUR. */
  amount: number
  isAsked?: boolean
  /** The approval of its offer covers it. */
  isCovered?: boolean
  unagreed?: Unagreed
}

export interface SetBack {
  number: string
  /** EUR. */
  taken: number
  /** EUR held or spent. */
  kept: number
  withdrawn: number
}

const counted = (rows: readonly unknown[]) => (rows.length === 1 ? '1 trade-in' : `${rows.length} trade-ins`)
const has = (rows: readonly unknown[]) => (rows.length === 1 ? 'has' : 'have')

/** @param limit EUR above which a second administrator is needed */
export function completedNotices(outcomes: readonly Completed[], limit: number): string[] {
  const of = (outcome: Completed['outcome']) => outcomes.filter((each) => each.outcome === outcome)
  const sum = (rows: readonly Completed[]) => formatEuro(sumOfAmounts(rows.map(({ amount }) => amount)))
  const [issued, waiting, customer, value, agreement] = [of('issued'), of('waits'), of('customer'), of('value'), of('agreement')]
  const one = outcomes.length === 1
  return [
    ...(issued.length > 0 ? [`${sum(issued)} of store credit ${one ? 'was issued' : `was issued for ${counted(issued)}`}.`] : []),
    ...(issued.some(({ isCovered }) => isCovered) ? ['The approval of the offer counts for its store credit.'] : []),
    ...(waiting.length > 0
      ? [
          `${sum(waiting)} of store credit waits for a second administrator: with it, more than ${formatEuro(limit)} would be given by one administrator, or to one customer, in 30 days.`,
        ]
      : []),
    ...(one && waiting[0]?.unagreed ? [`${unagreedText(waiting[0].unagreed)}: it cannot be approved before you confirm the value.`] : []),
    ...(customer.length > 0
      ? [
          one
            ? 'No store credit was issued: the trade-in has no customer.'
            : `No store credit was issued for ${counted(customer)} that ${has(customer)} no customer.`,
        ]
      : []),
    ...(value.length > 0
      ? [
          one
            ? 'No store credit was issued: the trade-in has no final value.'
            : `No store credit was issued for ${counted(value)} that ${has(value)} no final value.`,
        ]
      : []),
    ...unagreedNotices(agreement, one),
  ]
}

function unagreedNotices(rows: readonly Completed[], isAlone: boolean): string[] {
  const [first] = rows
  if (!first?.unagreed) return []
  const what = 'Issue it on the page of the trade-in once they have accepted an offer, or confirm the final value there.'
  return isAlone
    ? [`No store credit was issued. ${unagreedText(first.unagreed)}. ${what}`]
    : [
        `No store credit was issued for ${counted(rows)} whose value the customer has not accepted. Issue it on the page of each once they have accepted an offer, or confirm the final value there.`,
      ]
}

/** @param difference EUR missing of a completed trade-in; negative if too much */
export function differenceNotices(difference: number): string[] {
  if (difference === 0) return []
  return difference > 0
    ? [
        `Its store credit is ${formatEuro(difference)} less than the final value now. Nothing was issued: issue it on the page of the trade-in.`,
      ]
    : [
        `Its store credit is ${formatEuro(-difference)} more than the final value now. Nothing was taken back: adjust the customer's credit.`,
      ]
}

export function setBackNotices(outcomes: readonly SetBack[]): string[] {
  const sum = (field: 'taken' | 'kept') => sumOfAmounts(outcomes.map((each) => each[field]))
  const [taken, kept] = [sum('taken'), sum('kept')]
  return [
    ...(taken > 0 ? [`${formatEuro(taken)} of store credit was taken back.`] : []),
    ...(kept > 0 ? [`${formatEuro(kept)} of store credit is spent or held already and stays with the customer.`] : []),
    ...(outcomes.some(({ withdrawn }) => withdrawn > 0) ? ['The store credit that waited for an approval was withdrawn.'] : []),
  ]
}
