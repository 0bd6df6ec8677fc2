import { keepPreviousData } from '@tanstack/react-query'
import { useCallback, useContext, useMemo, useState, type ReactNode } from 'react'
import { ViewerContext } from '~/components/admin-list/cells'
import { HeaderFigures } from '~/components/admin-list/status-counts'
import { ListScreen } from '~/components/admin-list/list-screen'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { Button } from '~/components/ui/button'
import { onDemand } from '~/components/ui/on-demand'
import type { UserRole } from '~/contracts/statuses'
import { whyNotChange, type AccountChange } from '~/contracts/identity/account-access'
import { userListInput, type User } from '~/contracts/identity/users'
import { trpc } from '~/trpc/client'
import { useOwnDemotion, useUserRole } from './use-user-role'
import { useUserAccess } from './use-user-access'
import { userColumns } from './user-columns'
import { userMessages } from './user-messages'

const InviteDialog = onDemand(() => import('./invite-dialog').then((module) => module.InviteDialog))

const roleOptions: { value: UserRole; label: string }[] = [
  { value: 'admin', label: 'Admins' },
  { value: 'customer', label: 'Customers' },
]
const choices = [{ key: 'role', label: 'Filter by role', all: 'All Roles', options: roleOptions }]

const sorts = { '-created': 'Newest first', created: 'Oldest first' } as const

interface UsersScreenProps {
  viewer: { userId: string }
  newsletter?: ReactNode
  importing?: ReactNode
}

/** (requirements §2 User Management) */
export function UsersScreen({ viewer, newsletter, importing }: UsersScreenProps) {
  const { ask, question, leaving } = useOwnDemotion(viewer.userId)
  const view = useAdminList(userListInput)
  const users = trpc.users.list.useQuery(view.input, { placeholderData: keepPreviousData, enabled: !leaving })
  const { shown, change, dialog } = useUserRole()
  const access = useUserAccess()
  const { may, isLimited } = useContext(ViewerContext)
  const mayWrite = may('users', 'write')
  const [isInviting, setInviting] = useState(false)
  const whyNot = useCallback(
    (user: User, change: AccountChange) =>
      mayWrite ? whyNotChange({ userId: viewer.userId, isLimited, isProgram: false }, user, change) : userMessages.readOnly,
    [mayWrite, isLimited, viewer.userId],
  )
  const columns = useMemo(
    () =>
      userColumns(
        (user, role) => {
          if (user.userId === viewer.userId && role !== 'admin') ask()
          else change(user, role)
        },
        access.ask,
        whyNot,
        may,
      ),
    [viewer.userId, ask, change, access.ask, whyNot, may],
  )
  const { data } = users

  return (
    <>
      <ListScreen
        title="User Management"
        subtitle="Customers and staff, with or without an account, and who is an administrator"
        actions={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <HeaderFigures
              label="User totals"
              items={[{ label: 'Total Users', value: data?.total ?? (users.isError ? '–' : undefined) }]}
            />
            {newsletter}
            {importing}
            {mayWrite && !isLimited && (
              <Button size="sm" onClick={() => setInviting(true)}>
                Invite staff
              </Button>
            )}
          </div>
        }
        noun="users"
        messages={userMessages}
        query={users}
        view={view}
        sorts={sorts}
        choices={choices}
        columns={columns}
        list={data && { ...data, rows: data.rows.map(shown) }}
      >
        {isLimited && <p className="mb-4 text-sm text-ink-muted">{mayWrite ? userMessages.limited : userMessages.readOnly}</p>}
      </ListScreen>
      {question}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {access.question}
      {dialog}
    </>
  )
}
