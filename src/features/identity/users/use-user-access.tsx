import { useCallback, useState } from 'react'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { onDemand } from '~/components/ui/on-demand'
import type { User } from '~/contracts/identity/users'
import { trpc } from '~/trpc/client'
import { userMessages } from './user-messages'

const ConfirmDialog = onDemand(() => import('~/components/ui/confirm-dialog').then((module) => module.ConfirmDialog))

export type AccessChange = 'endSessions' | 'resetFactors'

interface Asked {
  user: User
  change: AccessChange
}

/**
 * Ends a user's sessions, or removes their second factors, after a question.
 * @returns `ask` opens the question and stays the same function; `question` must be rendered
 */
export function useUserAccess() {
  const utils = trpc.useUtils()
  const [asked, setAsked] = useState<Asked>()
  const endSessions = trpc.users.endSessions.useMutation()
  const resetFactors = trpc.users.resetFactors.useMutation()
  const ask = useCallback((user: User, change: AccessChange) => setAsked({ user, change }), [])

  const carryOut = async ({ user: { userId, email }, change }: Asked) => {
    const words = userMessages[change]
    try {
      const count =
        change === 'endSessions' ? (await endSessions.mutateAsync({ userId })).ended : (await resetFactors.mutateAsync({ userId })).removed
      notifySuccess(count === 0 ? words.nothing(email) : words.done(email))
      void utils.audit.history.invalidate()
    } catch (error) {
      notifyError(words.failed, error)
    }
    setAsked(undefined)
  }

  const words = asked && userMessages[asked.change]
  return {
    ask,
    question: asked && words && (
      <ConfirmDialog
        title={words.title}
        message={words.message(asked.user.email)}
        confirmLabel={words.confirm}
        cancelLabel="Cancel"
        busy={endSessions.isPending || resetFactors.isPending}
        onConfirm={() => void carryOut(asked)}
        onCancel={() => setAsked(undefined)}
      />
    ),
  }
}
