import { useRouter } from 'next/router'
import { useCallback, useEffect, useState } from 'react'
import { leaveByItself } from '~/components/auth/sign-out'
import { notifyLazily } from '~/components/ui/lazy-toasts'
import { notifyError } from '~/components/ui/notify'
import { onDemand } from '~/components/ui/on-demand'
import { paths } from '~/lib/paths'
import { trpc } from '~/trpc/client'
import { userMessages } from './user-messages'
import { useStatusChange } from '~/components/admin-list/use-status-change'
import type { UserRole } from '~/contracts/statuses'
import type { User } from '~/contracts/identity/users'

const ConfirmDialog = onDemand(() => import('~/components/ui/confirm-dialog').then((module) => module.ConfirmDialog))

/**
 * Asks before administrators give up their own role: it is allowed (requirements §6), but they cannot undo it. The guard then redirects
 * them to /.
 * @returns `ask` opens the question; `question` must be rendered
 */
export function useOwnDemotion(userId: string) {
  const router = useRouter()
  const [asking, setAsking] = useState(false)
  const update = trpc.users.updateRole.useMutation({
    onSuccess: ({ role }) => {
      notifyLazily({ title: 'Success', description: userMessages.roleUpdated(role), tone: 'success' })
      void router.push(paths.home)
    },
    onError: (error) => {
      leaveByItself(false)
      notifyError(userMessages.roleFailed, error)
    },
  })

  useEffect(() => () => leaveByItself(false), [])

  const ask = useCallback(() => setAsking(true), [])
  return {
    /** Stable, so that columns can be memoised. */
    ask,
    /** From now on admin data must not be read. */
    leaving: update.isPending || update.isSuccess,
    question: asking && (
      <ConfirmDialog
        title="Give up your administrator role?"
        message="You become a customer and can no longer enter the admin panel. Only another administrator can make you one again."
        confirmLabel="Become a customer"
        cancelLabel="Stay administrator"
        onConfirm={() => {
          setAsking(false)
          leaveByItself(true)
          update.mutate({ userId, role: 'customer' })
        }}
        onCancel={() => setAsking(false)}
      />
    ),
  }
}

/** For every list that shows users. */
export function useUserRole() {
  const utils = trpc.useUtils()
  const update = trpc.users.updateRole.useMutation()

  return useStatusChange<User, UserRole>({
    label: 'Role',
    subject: 'this user',
    read: (user) => user.role,
    write: (user, role) => ({ ...user, role }),
    save: ({ userId, version }, role) => update.mutateAsync({ userId, role, version }),
    reload: ({ userId }) => utils.users.byId.fetch({ userId }, { staleTime: 0 }),
    onStored: (stored) => {
      utils.users.list.setQueriesData(
        undefined,
        {},
        (list) => list && { ...list, rows: list.rows.map((user) => (user.id === stored.id ? stored : user)) },
      )
      void utils.users.list.invalidate()
    },
    done: userMessages.roleUpdated,
    failed: userMessages.roleFailed,
  })
}
