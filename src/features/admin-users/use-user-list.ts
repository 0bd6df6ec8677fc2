import { keepPreviousData } from '@tanstack/react-query'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { useFailureNotice } from '~/components/ui/use-failure-notice'
import { userListInput } from '~/contracts/users'
import { trpc } from '~/trpc/client'
import { userWords } from './user-words'

/**
 * The view that the address names, and its rows; the rows before stay while the next ones load.
 * @param enabled false while they may not be read
 */
export function useUserList(enabled: boolean) {
  const view = useAdminList(userListInput)
  const users = trpc.users.list.useQuery(view.input, { placeholderData: keepPreviousData, enabled })
  useFailureNotice(users.error, userWords.loadFailed)
  return { view, users }
}

export type UserView = ReturnType<typeof useUserList>['view']
