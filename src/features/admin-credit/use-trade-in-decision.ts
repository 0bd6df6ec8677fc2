import { serverMessage } from '~/components/form/server-errors'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { trpc } from '~/trpc/client'

/** Issues the credit of a completed trade-in that brought none, or decides against it. */
export function useTradeInDecision() {
  const utils = trpc.useUtils()
  const onSettled = () => utils.credit.invalidate()
  const issue = trpc.credit.issueFor.useMutation({
    onSuccess: ({ notices }) => notifySuccess(notices.join(' ') || 'Nothing was left to issue'),
    onError: (error) => notifyError('Failed to issue store credit', error, serverMessage(error)),
    onSettled,
  })
  const decline = trpc.credit.declineFor.useMutation({
    onSuccess: () => notifySuccess('This trade-in brings no store credit'),
    onError: (error) => notifyError('Failed to save the decision', error, serverMessage(error)),
    onSettled,
  })
  return {
    issue: (tradeInId: string) => issue.mutate({ tradeInId }),
    decline: (tradeInId: string) => decline.mutate({ tradeInId }),
    isBusy: (id: string) =>
      (issue.isPending && issue.variables.tradeInId === id) || (decline.isPending && decline.variables.tradeInId === id),
  }
}
