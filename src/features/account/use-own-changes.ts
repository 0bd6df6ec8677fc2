import { skipToken } from '@tanstack/react-query'
import { usePageVisible } from '~/lib/use-page-visible'
import { trpc } from '~/trpc/client'

/** Keeps what is shown as it is in the database; while the page is in the background it hears nothing, and looks when it is shown. */
export function useOwnChanges(): void {
  const utils = trpc.useUtils()
  const isVisible = usePageVisible()
  trpc.account.onChange.useSubscription(isVisible ? {} : skipToken, {
    onData: () => void Promise.all([utils.account.invalidate(), utils.credit.invalidate()]),
  })
}
