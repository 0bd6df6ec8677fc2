import { onDemand } from '~/components/ui/on-demand'
import { useState } from 'react'
import { failureToast, useAction } from '~/components/form/use-action'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { notifySuccess } from '~/components/ui/notify'
import type { Unagreed } from '~/contracts/credit/agreed-value'
import { formatOrNotSet } from '~/lib/settled-amount'
import { unagreedText } from '~/lib/unagreed-text'
import { trpc } from '~/trpc/client'

const RefusalDialog = onDemand(() => import('./refusal-dialog').then((module) => module.RefusalDialog))

export interface DecidedTradeIn {
  id: string
  tradeInNumber: string
  /** Email address of the customer. */
  email: string | null
  finalValue: number | null
  /** Null if the value is agreed; otherwise issuing credit needs a confirmation. */
  unagreed: Unagreed | null
}

interface Asked {
  tradeIn: DecidedTradeIn
  decision: 'issue' | 'decline'
}

/**
 * Issues a completed trade-in's missing credit or declines it, after a confirmation.
 * @returns `issue` and `decline` open the question; `question` must be rendered
 */
export function useTradeInDecision() {
  const utils = trpc.useUtils()
  const [asked, setAsked] = useState<Asked>()
  const onSettled = () => utils.credit.invalidate()
  const issue = useAction(trpc.credit.issueFor.useMutation({ onSettled }), {
    done: ({ notices }) => notices.join(' ') || 'Nothing was left to issue',
    failed: 'Failed to issue store credit',
  })
  const decline = trpc.credit.declineFor.useMutation({ onSettled })
  const close = () => setAsked(undefined)

  const issueIt = async ({ id: tradeInId, unagreed }: DecidedTradeIn) => {
    await issue.run({ tradeInId, ...(unagreed && { confirmsValue: true }) })
    close()
  }

  const words = asked && `${formatOrNotSet(asked.tradeIn.finalValue)} for ${asked.tradeIn.email ?? 'nobody'}`
  return {
    issue: (tradeIn: DecidedTradeIn) => setAsked({ tradeIn, decision: 'issue' }),
    decline: (tradeIn: DecidedTradeIn) => setAsked({ tradeIn, decision: 'decline' }),
    question:
      asked?.decision === 'issue' ? (
        <ConfirmDialog
          title={`Issue ${words}?`}
          message={`${asked.tradeIn.unagreed ? `${unagreedText(asked.tradeIn.unagreed)}. ` : ''}Trade-in ${asked.tradeIn.tradeInNumber} brings ${words} as store credit. The customer is told by email; above the limit it waits for a second administrator.`}
          confirmLabel={asked.tradeIn.unagreed ? 'Issue all the same' : 'Issue'}
          cancelLabel="Cancel"
          variant="primary"
          busy={issue.busy}
          onConfirm={() => void issueIt(asked.tradeIn)}
          onCancel={close}
        />
      ) : (
        asked && (
          <RefusalDialog
            title={`No credit for ${asked.tradeIn.tradeInNumber}?`}
            message={`Trade-in ${asked.tradeIn.tradeInNumber} (${words}) brings no store credit.`}
            hint="The history keeps it; the customer does not read it."
            submitLabel="No credit"
            onSubmit={async (note) => {
              await decline.mutateAsync({ tradeInId: asked.tradeIn.id, note })
              notifySuccess('This trade-in brings no store credit')
              close()
            }}
            onFailure={failureToast('Failed to save the decision')}
            onClose={close}
          />
        )
      ),
  }
}
