import { keepPreviousData } from '@tanstack/react-query'
import { useCallback, useContext, useMemo, useState, type ReactNode } from 'react'
import { ViewerContext } from '~/components/admin-list/cells'
import { FilterToolbar } from '~/components/admin-list/filter-toolbar'
import { HeaderFigures } from '~/components/admin-list/status-counts'
import { ListPanel } from '~/components/admin-list/list-panel'
import { ListRows } from '~/components/admin-list/list-rows'
import { StatusFilter } from '~/components/admin-list/select-menu'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { LoadFailure } from '~/components/ui/load-failure'
import { Button } from '~/components/ui/button'
import { onDemand } from '~/components/ui/on-demand'
import { useFailureNotice } from '~/components/ui/notify'
import type { UserRole } from '~/contracts/statuses'
import { whyNotChange, type AccountChange } from '~/contracts/identity/account-access'
import { userListInput, type User } from '~/contracts/identity/users'
import { trpc } from '~/trpc/client'
import { useOwnDemotion, useUserRole } from './use-user-role'
import { useUserAccess } from './use-user-access'
import { userColumns } from './user-columns'
import { userMessages } from './user-messages'

const InviteDialog = onDemand(() => import('./invite-dialog').then((module) => module.InviteDialog))

const roleOptions = [
  { value: 'admin', label: 'Admins' },
  { value: 'customer', label: 'Customers' },
] as const satisfies { value: UserRole; label: string }[]

const sorts = { '-created': 'Newest first', created: 'Oldest first' } as const

interface UsersScreenProps {
  viewer: { userId: string }
  /** The way to the newsletter's addresses. */
  newsletter?: ReactNode
  /** The way in for a file of customers. */
  importing?: ReactNode
}

/** User Management (requirements §2): everybody with an account, and who is an administrator. */
export function UsersScreen({ viewer, newsletter, importing }: UsersScreenProps) {
  const { ask, question, leaving } = useOwnDemotion(viewer.userId)
  const view = useAdminList(userListInput)
  const users = trpc.users.list.useQuery(view.input, { placeholderData: keepPreviousData, enabled: !leaving })
  useFailureNotice(users.error, userMessages.loadFailed)
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
      ),
    [viewer.userId, ask, change, access.ask, whyNot],
  )
  const { data } = users

  return (
    <>
      <ScreenHeader title="User Management" subtitle="Everybody with an account, and who is an administrator" dense>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <HeaderFigures label="User totals" items={[{ label: 'Total Users', value: data?.total ?? (users.isError ? '–' : undefined) }]} />
          {newsletter}
          {importing}
          {mayWrite && !isLimited && (
            <Button size="sm" onClick={() => setInviting(true)}>
              Invite staff
            </Button>
          )}
        </div>
      </ScreenHeader>
      {isLimited && <p className="mb-4 text-sm text-ink-muted">{mayWrite ? userMessages.limited : userMessages.readOnly}</p>}
      {users.isError && !data ? (
        <LoadFailure message={userMessages.loadFailed} query={users} />
      ) : (
        <ListPanel>
          <FilterToolbar noun="users" view={view} sorts={sorts}>
            <StatusFilter
              label="Filter by role"
              allLabel="All Roles"
              options={roleOptions}
              value={view.input.role}
              onChange={(role) => view.show({ role })}
            />
          </FilterToolbar>
          <ListRows
            noun="users"
            columns={columns}
            view={view}
            sort={view.input.sort}
            list={data && { ...data, rows: data.rows.map(shown) }}
            loading={users.isPlaceholderData}
            none={userMessages.none}
            noneMatch={userMessages.noneMatch}
            onShowAll={() => view.show({ search: undefined, role: undefined })}
          />
        </ListPanel>
      )}
      {question}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {access.question}
      {dialog}
    </>
  )
}
