import type { ListColumn } from '~/components/admin-list/list-column'
import { DateText } from '~/components/admin-list/relative-time'
import { StatusBadge } from '~/components/admin-list/status-badge'
import { StatusSelect } from '~/components/admin-list/status-select'
import { userRoles, type UserRole } from '~/contracts/statuses'
import type { User } from '~/contracts/users'
import { shortId } from '~/lib/short-id'
import { userWords } from './user-words'

const Unknown = ({ text }: { text: string }) => <span className="text-ink-subtle">{text}</span>

/** The columns of User Management (spec §2); 'created' is what the procedure sorts by. */
export const userColumns = (onRole: (user: User, role: UserRole) => void): ListColumn<User>[] => [
  {
    id: 'user',
    header: 'User',
    card: 'title',
    cell: ({ fullName, id }) => (
      <>
        <span className="block font-medium wrap-anywhere text-ink">{fullName || <Unknown text={userWords.noName} />}</span>
        <span className="block text-xs text-ink-subtle tabular-nums">{shortId(id)}</span>
      </>
    ),
  },
  {
    id: 'email',
    header: 'Email',
    card: 'half',
    cell: ({ email }) => <span className="wrap-anywhere text-ink-muted">{email}</span>,
  },
  {
    id: 'phone',
    header: 'Phone',
    card: 'half',
    cell: ({ phone }) =>
      phone ? <span className="wrap-anywhere text-ink-muted tabular-nums">{phone}</span> : <Unknown text={userWords.noPhone} />,
  },
  {
    id: 'role',
    header: 'Role',
    card: 'half',
    cell: ({ role }) => <StatusBadge status={role} tone={role === 'admin' ? 'accent' : 'neutral'} />,
  },
  {
    id: 'created',
    header: 'Joined',
    sort: 'descending',
    card: 'half',
    cell: ({ createdAt }) => <DateText at={createdAt} className="whitespace-nowrap text-ink-muted" />,
  },
  {
    id: 'actions',
    header: 'Actions',
    align: 'end',
    card: 'foot',
    cell: (user) => (
      <StatusSelect label={`Role of ${user.email}`} values={userRoles} value={user.role} onChange={(role) => onRole(user, role)} />
    ),
  },
]
