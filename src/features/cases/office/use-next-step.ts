import { useMay, useNow } from '~/components/admin-list/cells'
import type { CaseNoun } from '~/contracts/cases/cases'
import type { Estimate } from '~/contracts/cases/estimates'
import { offeredValue, valueOfGrade, type Evaluation } from '~/contracts/cases/evaluation'
import type { Offer } from '~/contracts/cases/offers'
import { nextStep, type NextStep, type StepFacts } from '~/contracts/cases/next-step'
import { trpc } from '~/trpc/client'
import { caseKinds, type CasePages } from './kinds'
import { draftOf, sentOf } from './use-quotes'

type Quoted = Pick<StepFacts, 'sent' | 'hasAccepted' | 'draft'>

const sentFacts = (quotes: readonly (Estimate | Offer)[]): Pick<Quoted, 'sent' | 'hasAccepted'> => {
  const [newest] = sentOf<Estimate | Offer>(quotes)
  const state = newest?.state
  return {
    sent: newest && state && state !== 'draft' ? { state, number: newest.number, sentAt: newest.sentAt } : null,
    hasAccepted: quotes.some((each) => each.state === 'accepted'),
  }
}

function draftOfOffer({ offers, machine, values }: Evaluation): StepFacts['draft'] {
  const draft = draftOf(offers)
  if (draft?.requested) return draft.requested.isMine ? 'asked' : 'to approve'
  return draft && offeredValue(valueOfGrade(machine, values.grade), values) !== null ? 'ready' : null
}

/** The quotes of a case; undefined while they load. */
function useQuoted(noun: CaseNoun, id: string): Quoted | undefined {
  const { data: money } = trpc.repairs.estimates.useQuery({ id }, { enabled: noun === 'repairs' })
  const { data: evaluation } = trpc.tradeIns.evaluation.useQuery({ id }, { enabled: noun === 'tradeIns' })
  if (money) {
    const draft = draftOf(money.estimates)
    return { ...sentFacts(money.estimates), draft: draft && draft.lines.length > 0 ? 'ready' : null }
  }
  return evaluation && { ...sentFacts(evaluation.offers), draft: draftOfOffer(evaluation) }
}

/** The next step of a case: null where none is left, undefined while it is not known. */
export function useNextStep<Noun extends CaseNoun>(noun: Noun, page: CasePages[Noun]): NextStep | null | undefined {
  const kind = caseKinds[noun]
  const { id, status, unreadMessages } = kind.rowOf(page)
  const { isClaim, outcome } = kind.stepOf(page)
  const now = useNow()
  const quoted = useQuoted(noun, id)
  const requested = trpc.cases.requested.useQuery({ noun, id })
  const may = useMay()
  // Shipping says what is left to pay to those who may not read bills.
  const isBilled = noun === 'repairs' && status === 'completed' && may('invoices', 'read')
  const bill = trpc.invoices.bill.useQuery({ noun: 'repairs', id }, { enabled: isBilled })
  if (quoted === undefined || requested.isPending || bill.isLoading) return undefined
  const isExpected = requested.data?.arrivedAt === null && kind.expectedStatuses.some((each) => each === status)
  const toPay = bill.data?.due ?? null
  return nextStep({ noun, status, isExpected, unread: unreadMessages, isClaim, outcome, toPay, ...quoted }, now)
}
