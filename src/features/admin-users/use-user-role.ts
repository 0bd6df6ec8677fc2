import { useStatusChange } from '~/components/admin-list/use-status-change'
import type { UserRole } from '~/contracts/statuses'
import type { User } from '~/contracts/users'
import { trpc } from '~/trpc/client'
import { userMessages } from './user-messages'

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
