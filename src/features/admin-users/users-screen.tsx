import { useMemo } from 'react'
import { HeaderFigures } from '~/components/admin-list/header-figures'
import { ListPanel } from '~/components/admin-list/list-panel'
import { ListRows } from '~/components/admin-list/list-rows'
import { serverMessage } from '~/components/form/server-errors'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { LoadFailure } from '~/components/ui/load-failure'
import { useOwnDemotion } from './use-own-demotion'
import { useUserAccess } from './use-user-access'
import { useUserList } from './use-user-list'
import { useUserRole } from './use-user-role'
import { userColumns } from './user-columns'
import { UserToolbar } from './user-toolbar'
import { userWords } from './user-words'

/** User Management (spec §2): everybody with an account, and who is an administrator. */
export function UsersScreen({ viewer }: { viewer: { userId: string } }) {
  const { ask, question, leaving } = useOwnDemotion(viewer.userId)
  const { view, users } = useUserList(!leaving)
  const { shown, change, dialog } = useUserRole()
  const access = useUserAccess()
  const columns = useMemo(
    () =>
      userColumns((user, role) => {
        if (user.userId === viewer.userId && role !== 'admin') ask()
        else change(user, role)
      }, access.ask),
    [viewer.userId, ask, change, access.ask],
  )
  const { data } = users

  return (
    <>
      <ScreenHeader title="User Management" subtitle="Everybody with an account, and who is an administrator">
        <HeaderFigures label="User totals" items={[{ label: 'Total Users', value: data?.total ?? (users.isError ? '–' : undefined) }]} />
      </ScreenHeader>
      {users.isError && !data ? (
        <LoadFailure
          message={userWords.loadFailed}
          reason={serverMessage(users.error)}
          onRetry={() => void users.refetch()}
          retrying={users.isFetching}
        />
      ) : (
        <ListPanel>
          <UserToolbar view={view} />
          <ListRows
            noun="users"
            columns={columns}
            view={view}
            sort={view.input.sort}
            list={data && { ...data, rows: data.rows.map(shown) }}
            loading={users.isPlaceholderData}
            none={userWords.none}
            noneMatch={userWords.noneMatch}
            onShowAll={() => view.show({ search: undefined, role: undefined })}
          />
        </ListPanel>
      )}
      {question}
      {access.question}
      {dialog}
    </>
  )
}
