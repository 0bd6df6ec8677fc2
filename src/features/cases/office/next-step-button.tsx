import { ArrowRight, Hourglass } from 'lucide-react'
import { useState } from 'react'
import { useMay, useNow } from '~/components/admin-list/cells'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { Skeleton } from '~/components/ui/loading'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { onDemand } from '~/components/ui/on-demand'
import type { CaseNoun } from '~/contracts/cases/cases'
import type { Estimate, RepairEstimates } from '~/contracts/cases/estimates'
import { type Evaluation, offeredValue, valueOfGrade } from '~/contracts/cases/evaluation'
import { type NextStep, nextStep, type StepFacts } from '~/contracts/cases/next-step'
import type { Offer } from '~/contracts/cases/offers'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { caseKinds, type CasePages } from './kinds'
import { deskQuotes, type CaseQuotes } from './quote-kinds'
import { useCaseChanged } from './use-case'
import type { CaseTab, Wish } from './use-case-tab'
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

function draftOfEstimate({ estimates }: RepairEstimates): StepFacts['draft'] {
  const draft = draftOf(estimates)
  return draft && draft.lines.length > 0 ? 'ready' : null
}

const quoted: { readonly [Noun in CaseNoun]: (all: CaseQuotes[Noun]) => Quoted } = {
  repairs: (all) => ({ ...sentFacts(all.estimates), draft: draftOfEstimate(all) }),
  tradeIns: (all) => ({ ...sentFacts(all.offers), draft: draftOfOffer(all) }),
}

/** The next step of a case: null where none is left, undefined while it is not known. */
function useNextStep<Noun extends CaseNoun>(noun: Noun, page: CasePages[Noun]): NextStep | null | undefined {
  const kind = caseKinds[noun]
  const { id, status, unreadMessages } = kind.rowOf(page)
  const { isClaim, outcome } = kind.stepOf(page)
  const now = useNow()
  const all = deskQuotes[noun].useAll(id)
  const quotes = all && quoted[noun](all)
  const requested = trpc.cases.requested.useQuery({ noun, id })
  const may = useMay()
  // Shipping says what is left to pay to those who may not read bills.
  const isBilled = noun === 'repairs' && status === 'completed' && may('invoices', 'read')
  const bill = trpc.invoices.bill.useQuery({ noun: 'repairs', id }, { enabled: isBilled })
  if (quotes === undefined || requested.isPending || bill.isLoading) return undefined
  const isExpected = requested.data?.arrivedAt === null && kind.expectedStatuses.some((each) => each === status)
  const toPay = bill.data?.due ?? null
  return nextStep({ noun, status, isExpected, unread: unreadMessages, isClaim, outcome, toPay, ...quotes }, now)
}

const AnswerDialog = onDemand(() => import('./parts/sent-quotes').then((module) => module.AnswerDialog))
const ReturnDialog = onDemand(() => import('./repairs/return-dialog').then((module) => module.ReturnDialog))

interface NextStepButtonProps<Noun extends CaseNoun> {
  noun: Noun
  page: CasePages[Noun]
  onTab: (tab: CaseTab, wish?: Wish) => void
  /** Asks before it changes the status. */
  onStatus: (status: string) => void
}

const labelOf = (step: NextStep) =>
  step.kind === 'status' && step.amount !== undefined ? `${step.label} ${formatEuro(step.amount)}` : step.label

/** The one thing that is done next about a case, with the way there. */
export function NextStepButton<Noun extends CaseNoun>({ noun, page, onTab, onStatus }: NextStepButtonProps<Noun>) {
  const step = useNextStep(noun, page)
  const { id } = caseKinds[noun].rowOf(page)
  const [opened, setOpened] = useState<NextStep>()
  const changed = useCaseChanged(noun)
  const arrive = trpc.cases.arrived.useMutation({
    onSuccess: () => notifySuccess('The customer hears that it has arrived'),
    onError: (error) => notifyError('Failed to save the arrival', error, serverMessage(error)),
    onSettled: changed,
  })
  if (step === undefined) return <Skeleton className="h-9 w-40" />

  const take = (next: NextStep) => {
    switch (next.kind) {
      case 'status':
        onStatus(next.status)
        break
      case 'arrived':
        arrive.mutate({ noun, id })
        break
      case 'answer':
      case 'return':
        setOpened(next)
        break
      case 'quote':
        onTab('quote', 'preset')
        break
      case 'send':
      case 'approve':
        onTab('quote', next.kind)
        break
      case 'reply':
        onTab('messages', 'message')
    }
  }
  const Icon = step?.kind === 'answer' ? Hourglass : ArrowRight
  const close = () => setOpened(undefined)
  return (
    <>
      {step === null ? (
        <p className="text-sm text-ink-muted">Nothing left to do</p>
      ) : (
        <Button
          size="sm"
          busy={arrive.isPending}
          onClick={() => take(step)}
          className="max-sm:min-w-0 max-sm:flex-1 max-sm:whitespace-normal"
        >
          <Icon className="size-4 shrink-0" aria-hidden="true" />
          {labelOf(step)}
        </Button>
      )}
      {opened?.kind === 'answer' && <AnswerDialog noun={noun} id={id} number={opened.number} onClose={close} />}
      {opened?.kind === 'return' && <ReturnDialog repairId={id} reason="declined" onClose={close} />}
    </>
  )
}
