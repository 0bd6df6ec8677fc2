import { useCallback, useState } from 'react'
import { failureToast } from '~/components/form/use-action'
import { notifySuccess } from '~/components/ui/notify'
import { onDemand } from '~/components/ui/on-demand'
import type { User } from '~/contracts/identity/users'
import { trpc } from '~/trpc/client'
import { userMessages, whoIs } from './user-messages'

const AccessDialog = onDemand(() => import('~/features/identity/access/access-dialog').then((module) => module.AccessDialog))
const ConfirmDialog = onDemand(() => import('~/components/ui/confirm-dialog').then((module) => module.ConfirmDialog))

export type AccessChange = 'endSessions' | 'resetFactors' | 'scopes'

interface Asked {
  user: User
  change: AccessChange
}

/**
 * Ends sessions or removes second factors after a question, or limits an administrator.
 * @returns `ask` opens the question and is stable; `question` must be rendered
 */
export function useUserAccess() {
  const utils = trpc.useUtils()
  const [asked, setAsked] = useState<Asked>()
  const endSessions = trpc.users.endSessions.useMutation()
  const resetFactors = trpc.users.resetFactors.useMutation()
  const ask = useCallback((user: User, change: AccessChange) => setAsked({ user, change }), [])

  const carryOut = async (user: User, change: Exclude<AccessChange, 'scopes'>) => {
    const { userId } = user
    const who = whoIs(user)
    const words = userMessages[change]
    try {
      const count =
        change === 'endSessions' ? (await endSessions.mutateAsync({ userId })).ended : (await resetFactors.mutateAsync({ userId })).removed
      notifySuccess(count === 0 ? words.nothing(who) : words.done(who))
      void utils.audit.history.invalidate()
    } catch (error) {
      failureToast(words.failed)(error)
    }
    setAsked(undefined)
  }

  if (!asked) return { ask, question: null }
  const { user, change } = asked
  if (change === 'scopes') return { ask, question: <AccessDialog user={user} onClose={() => setAsked(undefined)} /> }
  const words = userMessages[change]
  return {
    ask,
    question: (
      <ConfirmDialog
        title={words.title}
        message={words.message(whoIs(user))}
        confirmLabel={words.confirm}
        cancelLabel="Cancel"
        busy={endSessions.isPending || resetFactors.isPending}
        onConfirm={() => void carryOut(user, change)}
        onCancel={() => setAsked(undefined)}
      />
    ),
  }
}
