import type { CaseNoun } from '~/contracts/case-ref'
import { quoteKinds } from '~/contracts/cases/documents'
import { caseProgress } from '~/contracts/cases/progress/case-progress'
import type { Need, Progress, RepairFacts, Say, TradeInFacts } from '~/contracts/cases/progress/progress'
import { formatDate } from '~/lib/date-text'
import { formatEuro } from '~/lib/money'

const say: Say = { day: formatDate, euro: formatEuro }

export const progressOf = (facts: RepairFacts | TradeInFacts): Progress => caseProgress(say, facts)

const ASKED = 'What we need from you'

/** Headings for what a customer has to do. */
export const needTitles: Record<NonNullable<Need>, string> & { none: string } = {
  none: ASKED,
  parcel: `${ASKED}: the machine`,
  answer: `${ASKED}: your answer`,
  word: `${ASKED}: how to go on`,
  payment: `${ASKED}: the payment`,
  address: `${ASKED}: the address`,
}

/** The same in a request's list. */
export const needLabel = (noun: CaseNoun, need: NonNullable<Need>): string =>
  ({
    parcel: 'Send it to us',
    answer: `Answer the ${quoteKinds[noun]}`,
    word: 'Tell us how to go on',
    payment: 'Pay what is left',
    address: 'Tell us where it goes',
  })[need]
