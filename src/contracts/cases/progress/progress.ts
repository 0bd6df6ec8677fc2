import type { EstimateState } from '~/contracts/cases/estimates'
import type { OfferState } from '~/contracts/cases/offers'
import type { RepairOutcome } from '~/contracts/repair-outcomes'
import type { PayFacts } from '~/contracts/billing/when-to-pay'
import type { RepairStatus, TradeInStatus } from '~/contracts/statuses'

/** Amounts are EUR. The sentences follow from these facts alone, so that a test covers all of them. */
interface CaseFacts<State extends string> {
  asked: Date
  sent: Date | null
  /** The machine is or was with us; `arrived` is the date, if known. */
  isHere: boolean
  arrived: Date | null
  quote: { state: Exclude<State, 'draft'>; total: number; expires: Date | null; answered: Date | null } | null
  done: Date | null
  reached: Partial<Record<RepairStatus | TradeInStatus, Date>>
  /** Carrier or number of the return parcel is known. */
  hasParcelBack: boolean
  /** Withdrawn by the customer before it was sent. */
  withdrawn: Date | null
  passed: Date | null
  hasAddress: boolean
}

export interface RepairFacts extends CaseFacts<EstimateState> {
  noun: 'repairs'
  status: RepairStatus
  /** Sum of earlier accepted estimates. */
  acceptedBefore: number | null
  outcome: RepairOutcome | null
  tradeIn: string | null
  /** Null if its payment cannot be described. */
  pay: PayFacts | null
}

export interface TradeInFacts extends CaseFacts<OfferState> {
  noun: 'tradeIns'
  status: TradeInStatus
  value: number | null
  /** The customer accepted the value, or the shop decided it, or nothing was offered. */
  isAgreed: boolean
  /** Store credit added for it and not taken back. */
  credited: { amount: number; at: Date } | null
}

/** Formats for the reader's time zone. */
export interface Say {
  day: (at: Date) => string
  euro: (amount: number) => string
}

/** The customer's part: send the machine, answer, say how to go on, pay, or give an address. */
export type Need = 'parcel' | 'answer' | 'word' | 'payment' | 'address' | null

export interface Standing {
  headline: string
  next: string
  need: Need
}

export interface Stage {
  name: string
  at: Date | null
  isSkipped?: true
}

export interface Stages {
  stages: Stage[]
  /** Index of the current stage; equal to the number of stages once all are over. */
  current: number
}

export interface Progress extends Standing, Stages {
  /** The machine goes back, and there is no address. */
  asksAddress: boolean
}

const skipped = ({ name }: Stage): Stage => ({ name, at: null, isSkipped: true })

/** @param begun stages that were reached @param ends replaces the remaining stages */
export function endedStages(stages: readonly Stage[], begun: number, ends: readonly Stage[]): Stages {
  const before = stages.slice(0, stages.length - ends.length)
  return { stages: [...before.map((stage, index) => (index < begun ? stage : skipped(stage))), ...ends], current: stages.length }
}

/** ' on 18 Nov 2026'; '' without a date. */
export const onDay = ({ day }: Say, at: Date | null): string => (at === null ? '' : ` on ${day(at)}`)

export const arrivedOn = (say: Say, arrived: Date | null): string =>
  arrived === null ? 'Your machine is with us.' : `Your machine arrived${onDay(say, arrived)}.`

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

export const untilDay = ({ day }: Say, expires: Date | null): string => (expires === null ? '' : ` until ${day(expires)}`)
