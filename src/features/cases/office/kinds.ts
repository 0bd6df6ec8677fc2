import { caseDeviceDraft } from '~/contracts/cases/device'
import type { CaseMachine } from '~/contracts/stock/miners/reading'
import { caseStatuses } from '~/contracts/cases/emails'
import { isClaim } from '~/contracts/repair-outcomes'
import type { CaseNoun } from '~/contracts/case-ref'
import { estimateStates } from '~/contracts/cases/estimates'
import { flagsOfEveryCase, flagsOfRepairs } from '~/contracts/cases/lists'
import type { StepFacts } from '~/contracts/cases/next-step'
import { offerStates } from '~/contracts/cases/offers'
import type { QuoteState } from '~/contracts/status-inputs'
import { records } from '~/contracts/records'
import { activeRepairStatuses, pendingTradeInStatuses } from '~/contracts/statuses'
import { recordMessages } from '~/lib/records'
import type { StatusNotice } from '~/lib/status-change'
import { trpc, type RouterInputs, type RouterOutputs } from '~/trpc/client'
import type { CommonRouter, Mutation, Query } from '~/trpc/common-procedures'

/** Cases as the back office shows them; sections of one kind are in `repairs/` and `trade-ins/`. */

type RowOf = { [Noun in CaseNoun]: RouterOutputs[Noun]['byId'] }
type PageOf = { [Noun in CaseNoun]: RouterOutputs[Noun]['byNumber'] }
type ChangesOf = { [Noun in CaseNoun]: Omit<RouterInputs[Noun]['update'], 'id' | 'version'> }
type NewOf = { [Noun in CaseNoun]: Omit<RouterInputs[Noun]['create'], 'idempotencyKey'> }
// Interfaces, since the compiler derives what all kinds share for `Cases[Noun]`, but not for a mapped type.
export interface Cases extends RowOf {}
export interface CasePages extends PageOf {}
export interface CaseChanges extends ChangesOf {}
export interface NewCases extends NewOf {}

interface CaseKind<Noun extends CaseNoun> {
  record: (typeof records)[CaseNoun]
  list: string
  statuses: readonly Cases[Noun]['status'][]
  /** Staff still have to act. */
  openStatuses: readonly string[]
  /** On/off filters of its list. */
  flags: readonly { key: string; value: string; label: string }[]
  /** Names and states of its quotes in lists. */
  quote: { name: string; states: readonly QuoteState[] }
  numberOf: (row: Cases[Noun]) => string
  rowOf: (page: CasePages[Noun]) => Cases[Noun]
  /** Replaces the case on its page. */
  withRow: (page: CasePages[Noun], row: Cases[Noun]) => CasePages[Noun]
  /** The parcel may still come. */
  expectedStatuses: readonly string[]
  /** The kind's own facts. `cost`: EUR. */
  stepOf: (page: CasePages[Noun]) => Pick<StepFacts, 'isClaim' | 'outcome'>
  /** Nameplate hashrate, '110 TH/s'; null if unknown. */
  nominalOf: (page: CasePages[Noun]) => string | null
  machineOf: (page: CasePages[Noun]) => CaseMachine
  phases: { before: string; after: string }
}

export const caseKinds: { readonly [Noun in CaseNoun]: CaseKind<Noun> } = {
  repairs: {
    record: records.repairs,
    list: 'Repair Management',
    statuses: caseStatuses.repairs,
    openStatuses: activeRepairStatuses,
    flags: flagsOfRepairs,
    quote: { name: 'Estimate', states: estimateStates },
    numberOf: ({ repairNumber }) => repairNumber,
    rowOf: ({ repair }) => repair,
    withRow: (page, repair) => ({ ...page, repair }),
    expectedStatuses: ['received'],
    stepOf: ({ repair, outcome }) => ({ isClaim: isClaim(repair), outcome }),
    nominalOf: () => null,
    machineOf: ({ repair }) => caseDeviceDraft(repair.deviceInfo),
    phases: { before: 'Before the repair', after: 'After the repair' },
  },
  tradeIns: {
    record: records.tradeIns,
    list: 'Trade-in Management',
    statuses: caseStatuses.tradeIns,
    openStatuses: pendingTradeInStatuses,
    flags: flagsOfEveryCase,
    quote: { name: 'Offer', states: offerStates },
    numberOf: ({ tradeInNumber }) => tradeInNumber,
    rowOf: ({ tradeIn }) => tradeIn,
    withRow: (page, tradeIn) => ({ ...page, tradeIn }),
    expectedStatuses: pendingTradeInStatuses,
    stepOf: () => ({ isClaim: false, outcome: null }),
    nominalOf: ({ machine }) => machine?.hashrate ?? null,
    machineOf: ({ machine }) =>
      machine ? { manufacturer: machine.manufacturer, model: machine.model, power: machine.powerConsumption } : {},
    phases: { before: 'On arrival', after: 'After further tests' },
  },
}

export const caseMessages = (noun: CaseNoun) => recordMessages(caseKinds[noun].record)

/** Procedures of both routers. */
type Common<Noun extends CaseNoun> = CommonRouter<{
  byId: Query<{ id: string }, Cases[Noun]>
  byNumber: Query<{ number: string }, CasePages[Noun]>
  create: Mutation<NewCases[Noun] & { idempotencyKey?: string | undefined }, Cases[Noun]>
  update: Mutation<CaseChanges[Noun] & { id: string; version?: number | undefined }, Cases[Noun]>
  updateStatus: Mutation<
    { [Field in keyof StatusNotice]?: StatusNotice[Field] | undefined } & {
      id: string
      version?: number | undefined
      status: Cases[Noun]['status']
      undo?: string | undefined
    },
    Cases[Noun]
  >
}>
export const caseRouters: { readonly [Noun in CaseNoun]: Common<Noun>['hooks'] } = trpc

export function useCaseCaches(): { readonly [Noun in CaseNoun]: Common<Noun>['cache'] } {
  return trpc.useUtils()
}
