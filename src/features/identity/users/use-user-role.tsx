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
 * Asks before an administrator gives up their own role: nothing prevents it (requirements §6), but they cannot undo it. Afterwards the
 * guard sends them to /, as it does with customers.
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
    /** Stays the same function, so that columns may hold on to it. */
    ask,
    /** From then on nothing is to be read that customers may not. */
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

/** Changing the role of users in every list that shows them. */
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
