import { ArrowRight, Hourglass } from '~/components/icons/lucide'
import { useState } from 'react'
import { useMay, useNow } from '~/components/admin-list/cells'
import { useAction } from '~/components/form/use-action'
import { Button } from '~/components/ui/button'
import { Skeleton } from '~/components/ui/loading'
import { onDemand } from '~/components/ui/on-demand'
import type { CaseNoun } from '~/contracts/case-ref'
import type { TradeInCredit } from '~/contracts/credit/trade-ins'
import type { Estimate } from '~/contracts/cases/estimates'
import { type NextStep, nextStep, type StepFacts } from '~/contracts/cases/next-step'
import type { Offer } from '~/contracts/cases/offers'
import { CollectDialog } from '~/features/billing/bill-parts'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { caseKinds, type CasePages } from './kinds'
import { deskQuotes, sentOf } from './quote-kinds'
import { useCaseChanged } from './use-case'
import type { CaseTab, Wish } from './use-case-tab'

const sentFacts = (quotes: readonly (Estimate | Offer)[]): Pick<StepFacts, 'sent' | 'hasAccepted'> => {
  const [newest] = sentOf<Estimate | Offer>(quotes)
  const state = newest?.state
  return {
    sent: newest && state && state !== 'draft' ? { state, number: newest.number, sentAt: newest.sentAt } : null,
    hasAccepted: quotes.some((each) => each.state === 'accepted'),
  }
}

/** Why a completed trade-in lacks store credit. */
function lackOf({ difference, waiting, missing }: TradeInCredit): StepFacts['credit'] {
  if (waiting) return 'approval'
  if (missing) return 'decision'
  return difference === 0 ? null : 'difference'
}

/** Null if no step is left; undefined until known. */
function useNextStep<Noun extends CaseNoun>(
  noun: Noun,
  page: CasePages[Noun],
): { step: NextStep | null; dispute: string | null } | undefined {
  const kind = caseKinds[noun]
  const { id, status, unreadMessages } = kind.rowOf(page)
  const { isClaim, outcome } = kind.stepOf(page)
  const now = useNow()
  const { useAll, quotesOf, draftStateOf } = deskQuotes[noun]
  const all = useAll(id)
  const may = useMay()
  const requested = trpc.cases.requested.useQuery({ noun, id }, { enabled: may('cases', 'read') })
  // Without these rights there is no amount to collect here; the question before shipping names it.
  const isBilled = noun === 'repairs' && status === 'completed' && may('invoices', 'read') && may('payments', 'write')
  const bill = trpc.invoices.bill.useQuery({ noun: 'repairs', id }, { enabled: isBilled })
  const isCredited = noun === 'tradeIns' && status === 'completed' && may('credit', 'read')
  const credit = trpc.credit.tradeIn.useQuery({ tradeInId: id }, { enabled: isCredited })
  if (all === undefined || requested.isLoading || bill.isLoading || credit.isLoading) return undefined
  const isExpected = requested.data?.arrivedAt === null && kind.expectedStatuses.some((each) => each === status)
  const toPay = bill.data?.due ?? null
  const quotes = { ...sentFacts(quotesOf(all)), draft: draftStateOf(all) }
  const [newest] = sentOf<Estimate | Offer>(quotesOf(all))
  const dispute = newest?.state === 'disputed' ? newest.answerNote : null
  const step = nextStep(
    {
      noun,
      status,
      isExpected,
      unread: unreadMessages,
      isClaim,
      outcome,
      toPay,
      credit: credit.data ? lackOf(credit.data) : null,
      ...quotes,
    },
    now,
  )
  return { step, dispute: step?.kind === 'quote' ? dispute : null }
}

const AnswerDialog = onDemand(() => import('./parts/sent-quotes').then((module) => module.AnswerDialog))
const ReturnDialog = onDemand(() => import('./repairs/return-dialog').then((module) => module.ReturnDialog))

interface NextStepButtonProps<Noun extends CaseNoun> {
  noun: Noun
  page: CasePages[Noun]
  onTab: (tab: CaseTab, wish?: Wish) => void
  /** Opens the question before a new status. */
  onStatus: (status: string) => void
}

const labelOf = (step: NextStep) =>
  step.kind === 'status' && step.amount !== undefined ? `${step.label} ${formatEuro(step.amount)}` : step.label

/** The next step of a case, with a link or an action. */
export function NextStepButton<Noun extends CaseNoun>({ noun, page, onTab, onStatus }: NextStepButtonProps<Noun>) {
  const next = useNextStep(noun, page)
  const { id } = caseKinds[noun].rowOf(page)
  const [opened, setOpened] = useState<NextStep>()
  const changed = useCaseChanged(noun)
  const arrive = useAction(trpc.cases.arrived.useMutation({ onSettled: changed }), {
    done: 'The customer hears that it has arrived',
    failed: 'Failed to save the arrival',
  })
  if (next === undefined) return <Skeleton className="h-9 w-40" />

  const { step, dispute } = next
  const take = (chosen: NextStep) => {
    switch (chosen.kind) {
      case 'status':
        // Collect first; the status is the next step.
        if (chosen.amount === undefined) onStatus(chosen.status)
        else setOpened(chosen)
        break
      case 'arrived':
        void arrive.run({ noun, id })
        break
      case 'answer':
      case 'return':
        setOpened(chosen)
        break
      case 'quote':
        onTab('quote', 'preset')
        break
      case 'credit':
      case 'send':
      case 'approve':
        onTab('quote', chosen.kind)
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
        <Button size="sm" busy={arrive.busy} onClick={() => take(step)} className="max-sm:min-w-0 max-sm:flex-1 max-sm:whitespace-normal">
          <Icon className="size-4 shrink-0" aria-hidden="true" />
          {labelOf(step)}
        </Button>
      )}
      {dispute !== null && (
        <p className="order-last line-clamp-3 w-full max-w-xl text-sm wrap-anywhere text-ink">
          <span className="text-ink-muted">The customer disputes: </span>
          {dispute}
        </p>
      )}
      {opened?.kind === 'answer' && <AnswerDialog noun={noun} id={id} number={opened.number} onClose={close} />}
      {opened?.kind === 'status' && <CollectDialog noun="repairs" id={id} method="card" onClose={close} />}
      {opened?.kind === 'return' && <ReturnDialog repairId={id} reason="declined" onClose={close} />}
    </>
  )
}
