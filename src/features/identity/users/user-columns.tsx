import type { Scope } from '~/contracts/identity/api-keys'
import { presetOf, rolePresets } from '~/contracts/identity/role-presets'
import { ArrowLeftRight, LogOut, ShieldHalf, ShieldOff, Wrench } from '~/components/icons/lucide'
import Router from 'next/router'
import type { ListColumn } from '~/components/admin-list/columns'
import { LazyRowMenu } from '~/components/admin-list/lazy-row-menu'
import { RowLink } from '~/components/admin-list/row-link'
import { DateText, StatusBadge, type useMay } from '~/components/admin-list/cells'
import { StatusSelect } from '~/components/admin-list/status-select'
import type { CaseNoun } from '~/contracts/case-ref'
import { userRoles, type UserRole } from '~/contracts/statuses'
import type { User } from '~/contracts/identity/users'
import { customerPage } from '~/components/layouts/admin-nav'
import { listOf } from '~/lib/records'
import { shortId } from '~/lib/text'
import type { AccountChange } from '~/contracts/identity/account-access'
import type { AccessChange } from './use-user-access'
import { userMessages, whoIs } from './user-messages'

const Unknown = ({ text }: { text: string }) => <span className="text-ink-subtle">{text}</span>

/** Opens the dialog for a new repair or trade-in. */
const openFor = ({ userId }: User, noun: CaseNoun) => void Router.push(`${listOf(noun)}?add=1&customer=${userId}`)

const newCases = [
  { noun: 'repairs', label: 'New repair', icon: Wrench },
  { noun: 'tradeIns', label: 'New trade-in', icon: ArrowLeftRight },
] as const

/** The name of a role, or 'Limited' for rights of another kind. */
function roleOf(scopes: readonly Scope[]): string {
  const preset = presetOf(scopes)
  return preset === null ? 'Limited' : rolePresets[preset].label
}

/** (requirements §2 User Management); key 'created' is the procedure's sort. */
export const userColumns = (
  onRole: (user: User, role: UserRole) => void,
  onAccess: (user: User, change: AccessChange) => void,
  whyNot: (user: User, change: AccountChange) => string | null,
  may: ReturnType<typeof useMay>,
): ListColumn<User>[] => [
  {
    id: 'user',
    header: 'User',
    card: 'title',
    cell: ({ fullName, id, userId }) => (
      <>
        <span className="block">
          <RowLink href={customerPage(userId)}>{fullName || <Unknown text={userMessages.noName} />}</RowLink>
        </span>
        <span className="block text-xs text-ink-subtle tabular-nums">{shortId(id)}</span>
      </>
    ),
  },
  {
    id: 'email',
    header: 'Email',
    card: 'half',
    brief: true,
    cell: ({ email }) => (email ? <span className="wrap-anywhere text-ink-muted">{email}</span> : <Unknown text="No email" />),
  },
  {
    id: 'phone',
    header: 'Phone',
    card: 'half',
    cell: ({ phone }) =>
      phone ? <span className="wrap-anywhere text-ink-muted tabular-nums">{phone}</span> : <Unknown text={userMessages.noPhone} />,
  },
  {
    id: 'role',
    header: 'Role',
    card: 'half',
    brief: true,
    cell: ({ role, scopes }) => (
      <>
        <StatusBadge status={role} tone={role === 'admin' ? 'accent' : 'neutral'} />
        {role === 'admin' && scopes !== null && <span className="mt-1 block text-xs text-ink-muted">{roleOf(scopes)}</span>}
      </>
    ),
  },
  {
    id: 'created',
    header: 'Joined',
    sort: 'descending',
    card: 'half',
    cell: ({ createdAt }) => <DateText at={createdAt} className="text-ink-muted" />,
  },
  {
    id: 'actions',
    header: 'Actions',
    align: 'end',
    card: 'foot',
    cell: (user) => (
      <span className="flex items-center justify-end gap-1">
        <StatusSelect
          label={`Role of ${whoIs(user)}`}
          values={userRoles}
          value={user.role}
          onChange={(role) => onRole(user, role)}
          whyNot={whyNot(user, 'role')}
        />
        <LazyRowMenu
          label={`More actions for ${whoIs(user)}`}
          actions={[
            ...newCases
              .filter(({ noun }) => may(noun, 'write'))
              .map(({ noun, ...rest }) => ({ ...rest, onChoose: () => openFor(user, noun) })),
            {
              label: userMessages.endSessions.action,
              icon: LogOut,
              onChoose: () => onAccess(user, 'endSessions'),
              whyNot: whyNot(user, 'sessions'),
            },
            ...(user.role === 'admin'
              ? [
                  {
                    label: userMessages.scopes,
                    icon: ShieldHalf,
                    onChoose: () => onAccess(user, 'scopes'),
                    whyNot: whyNot(user, 'scopes'),
                  },
                ]
              : []),
            {
              label: userMessages.resetFactors.action,
              icon: ShieldOff,
              onChoose: () => onAccess(user, 'resetFactors'),
              whyNot: whyNot(user, 'factors'),
            },
          ]}
        />
      </span>
    ),
  },
]
