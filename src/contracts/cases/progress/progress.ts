import type { EstimateState } from '~/contracts/cases/estimates'
import type { OfferState } from '~/contracts/cases/offers'
import type { RepairOutcome } from '~/contracts/repair-outcomes'
import type { PayFacts } from '~/contracts/billing/when-to-pay'
import type { RepairStatus, TradeInStatus } from '~/contracts/statuses'

/** Sentences for a case's customer. They follow from facts alone, so that a test reads every one of them. */

/** Facts of every case. Amounts are in EUR. */
interface CaseFacts<State extends string> {
  asked: Date
  /** When its customer says that they have sent the machine; null until then. */
  sent: Date | null
  /** True if the machine is with us or has been; `arrived` says since when, where that is known. */
  isHere: boolean
  arrived: Date | null
  /** The newest estimate or offer that was sent. */
  quote: { state: Exclude<State, 'draft'>; total: number; expires: Date | null; answered: Date | null } | null
  done: Date | null
  /** When each status was set last, as far as the history goes. */
  reached: Partial<Record<RepairStatus | TradeInStatus, Date>>
  /** The carrier or the number of the parcel that it goes back in is known. */
  hasParcelBack: boolean
  /** When its customer withdrew it before it was sent; null where they have not. */
  withdrawn: Date | null
  /** When it went to another customer; null while it is theirs. */
  passed: Date | null
  /** Somebody has said where the machine goes back to. */
  hasAddress: boolean
}

export interface RepairFacts extends CaseFacts<EstimateState> {
  noun: 'repairs'
  status: RepairStatus
  /** The sum of earlier estimates that were accepted; null where none was. */
  acceptedBefore: number | null
  outcome: RepairOutcome | null
  /** The trade-in that it was turned into. */
  tradeIn: string | null
  /** Facts of its bill that decide when to pay; null if its payment cannot be described. */
  pay: PayFacts | null
}

export interface TradeInFacts extends CaseFacts<OfferState> {
  noun: 'tradeIns'
  status: TradeInStatus
  value: number | null
  /** The customer has accepted the value, or the shop has decided on it; also true if nothing was offered. */
  isAgreed: boolean
  /** Store credit that was added to the customer's account for it, and not taken back. */
  credited: { amount: number; at: Date } | null
}

/** How days and amounts are written: by the reader's own clock. */
export interface Say {
  day: (at: Date) => string
  euro: (amount: number) => string
}

/** The customer's part now: to send the machine, to answer, to tell us how to go on, to pay, or to say where it goes; null for nothing. */
export type Need = 'parcel' | 'answer' | 'word' | 'payment' | 'address' | null

export interface Standing {
  /** True now, with its date. */
  headline: string
  next: string
  need: Need
}

export interface Stage {
  name: string
  at: Date | null
  /** The case has ended without it. */
  isSkipped?: true
}

/** The stages of a case, of which its kind always has the same number. */
export interface Stages {
  stages: Stage[]
  /** The index of the stage that is under way; with as many as there are all are over. */
  current: number
}

export interface Progress extends Standing, Stages {
  /** The machine goes back, now or after its work, and nobody has said where to. */
  asksAddress: boolean
}

const skipped = ({ name }: Stage): Stage => ({ name, at: null, isSkipped: true })

/**
 * The stages of a case that has ended early.
 * @param begun the number of stages that it came to
 * @param ends its end, in place of the last stages
 */
export function endedStages(stages: readonly Stage[], begun: number, ends: readonly Stage[]): Stages {
  const before = stages.slice(0, stages.length - ends.length)
  return { stages: [...before.map((stage, index) => (index < begun ? stage : skipped(stage))), ...ends], current: stages.length }
}

/** ' on 18 Nov 2026'; nothing where the day is not known. */
export const onDay = ({ day }: Say, at: Date | null): string => (at === null ? '' : ` on ${day(at)}`)

/** 'It arrived on 18 Nov 2026', or that it is here. */
export const arrivedOn = (say: Say, arrived: Date | null): string =>
  arrived === null ? 'Your machine is with us.' : `Your machine arrived${onDay(say, arrived)}.`

/** Before the machine is here. */
export const beforeArrival = (say: Say, { asked, sent }: Pick<CaseFacts<never>, 'asked' | 'sent'>): Standing =>
  sent === null
    ? {
        headline: `We have your request of ${say.day(asked)}. Please send us the machine now.`,
        next: 'Tell us when you have sent it. We write to you as soon as it has arrived.',
        need: 'parcel',
      }
    : {
        headline: `You sent the machine${onDay(say, sent)}. It has not arrived yet.`,
        next: 'We write to you as soon as it has arrived.',
        need: null,
      }

export const passedOn = (say: Say, passed: Date): Standing => ({
  headline: `It went to another customer on ${say.day(passed)}.`,
  next: 'You see it as it was then. What happens since is theirs.',
  need: null,
})

export const withdrawnOn = (say: Say, withdrawn: Date): Standing => ({
  headline: `You withdrew it on ${say.day(withdrawn)}.`,
  next: 'Please do not send anything. If you want to go on after all, please tell us.',
  need: null,
})

/** Until when a quote can be answered. */
export const untilDay = ({ day }: Say, expires: Date | null): string => (expires === null ? '' : ` until ${day(expires)}`)
