import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Scope } from '~/contracts/identity/api-keys'
import { rolePresets } from '~/contracts/identity/role-presets'
import type { User } from '~/contracts/identity/users'
import { UsersScreen } from '~/features/identity/users/users-screen'
import type { RouterInputs, RouterOutputs } from '~/trpc/client'
import { AskForProof } from '~/features/identity/sign-in/ask-for-proof'
import { AuthContext } from '~/components/auth/auth-context'
import { enterText } from './support/enter-text'
import { authRefusal, refusal, renderScreen, type FakeApi } from './support/fake-api'
import { findToast } from './support/toasts'

const SELF = '99999999-0000-4000-8000-000000000000'

const user = (values: Partial<User> = {}): User => ({
  id: '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d11',
  userId: '11111111-0000-4000-8000-000000000000',
  email: 'ada@example.com',
  fullName: 'Ada Sharp',
  phone: '+44 7700 900123',
  language: null,
  role: 'customer',
  scopes: null,
  createdAt: new Date('2026-03-02T10:00:00Z'),
  updatedAt: new Date('2026-03-02T10:00:00Z'),
  version: 1,
  ...values,
})
const self = user({
  id: '33333333-0000-4000-8000-000000000000',
  userId: SELF,
  email: 'boss@example.com',
  fullName: null,
  phone: '',
  role: 'admin',
})

type List = RouterOutputs['users']['list']
const listOf = (rows: User[], rest: Partial<List> = {}): List => ({
  rows,
  nextCursor: null,
  total: rows.length,
  matching: rows.length,
  counts: { customer: 1, admin: 1 },
  ...rest,
})

const show = (api: FakeApi, query = {}) => renderScreen(<UsersScreen viewer={{ userId: SELF }} />, api, { pathname: '/admin/users', query })
const address = () => JSON.parse(screen.getByTestId('address').textContent) as unknown
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const role = (email = 'ada@example.com') => screen.findByRole<HTMLSelectElement>('combobox', { name: `Role of ${email}` })

/** Users on a server that someone else may change too. */
function shopWith(...users: User[]) {
  const server = {
    users: new Map(users.map((each) => [each.userId, each])),
    lists: 0,
    saves: [] as RouterInputs['users']['updateRole'][],
    failures: [] as unknown[],
    get(userId: string) {
      const found = server.users.get(userId)
      if (!found) throw refusal('NOT_FOUND', 'There is no such user.')
      return found
    },
    set(userId: string, values: Partial<User>) {
      const now = server.get(userId)
      const next = { ...now, ...values, version: now.version + 1 }
      server.users.set(userId, next)
      return next
    },
  }
  const api: FakeApi = {
    'users.list': () => {
      server.lists++
      return listOf([...server.users.values()])
    },
    'users.byId': ({ userId }) => server.get(userId),
    'users.updateRole': (input) => {
      server.saves.push(input)
      if (server.failures.length > 0) throw server.failures.shift()
      if (input.version !== undefined && input.version !== server.get(input.userId).version)
        throw refusal('CONFLICT', 'Someone else has changed this user in the meantime.')
      return server.set(input.userId, { role: input.role })
    },
  }
  return { server, api }
}

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))

describe('the user table (requirements §2 User Management)', () => {
  it('shows the total and a row for each user, with words for what is not known', async () => {
    show({ 'users.list': () => listOf([user(), self], { total: 31 }) })
    const table = within(await screen.findByRole('table', { name: 'Users' }))
    await table.findByText('Ada Sharp')
    expect(table.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'User',
      'Email',
      'Phone',
      'Role',
      'Joined',
      'Actions',
    ])
    const text = (name: RegExp) => table.getByRole('row', { name }).textContent
    for (const part of ['Ada Sharp', '7b0c7a52', 'ada@example.com', '+44 7700 900123', 'Customer', '2 Mar 2026'])
      expect(text(/ada@example/)).toContain(part)
    for (const part of ['No name provided', '33333333', 'Not provided', 'Admin']) expect(text(/boss@example/)).toContain(part)
    expect(screen.getByText('Total Users').closest('div')?.textContent).toBe('Total Users31')
    expect([...(await role()).options].map((option) => option.text)).toEqual(['Customer', 'Admin'])
  })

  it('filters by role and search, which stand in the address', async () => {
    const asked: RouterInputs['users']['list'][] = []
    show({
      'users.list': (input) => {
        asked.push(input)
        return listOf([user()])
      },
    })
    await screen.findByText('Ada Sharp')
    const filter = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Filter by role' })
    expect([...filter.options].map((option) => option.text)).toEqual(['All Roles', 'Admins', 'Customers'])
    await userEvent.selectOptions(filter, 'Admins')
    await userEvent.type(screen.getByPlaceholderText('Search users...'), 'ada')
    await waitFor(() => expect(address()).toEqual({ role: 'admin', search: 'ada' }))
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ role: 'admin', search: 'ada', sort: '-created' }))
    await userEvent.click(screen.getByRole('button', { name: 'Joined' }))
    expect(address()).toEqual({ role: 'admin', search: 'ada', sort: 'created' })
  })

  it('says when nothing matches and when there is nothing', async () => {
    const none = show({ 'users.list': () => listOf([], { total: 4 }) }, { search: 'zzz', role: 'admin' })
    expect(await screen.findByText('No users match your filters')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show all users' }))
    expect(address()).toEqual({})
    none.unmount()

    show({ 'users.list': () => listOf([]) })
    expect(await screen.findByText('No users found')).toBeTruthy()
  })

  it('says that users could not be loaded, and tries again', async () => {
    let broken = true
    show({
      'users.list': () => {
        if (broken) throw new Error('Failed to fetch')
        return listOf([user()])
      },
    })
    await findToast('alert', 'Error', 'Failed to fetch users')
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Ada Sharp')).toBeTruthy()
  })
})

describe('changing a role (requirements §6, §8)', () => {
  it('is said, and undone from the toast', async () => {
    const { server, api } = shopWith(user(), self)
    show(api)
    await userEvent.selectOptions(await role(), 'Admin')
    await findToast('status', 'Success', 'User role updated to admin')
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await findToast('status', 'Success', 'User role updated to customer')
    expect(server.saves).toEqual([
      { userId: user().userId, role: 'admin', version: 1 },
      { userId: user().userId, role: 'customer', version: 2 },
    ])
    expect((await role()).value).toBe('customer')
  })

  it('goes back when saving fails', async () => {
    const { server, api } = shopWith(user(), self)
    server.failures.push(refusal('INTERNAL_SERVER_ERROR', 'Something went wrong on our side.'))
    show(api)
    await userEvent.selectOptions(await role(), 'Admin')
    await findToast('alert', 'Error', 'Failed to update user role')
    await waitFor(async () => expect((await role()).value).toBe('customer'))
  })

  it('asks when someone else has changed the user, and takes theirs', async () => {
    const { server, api } = shopWith(user({ role: 'admin' }), self)
    show(api)
    const select = await role()
    server.set(user().userId, { role: 'admin', phone: null })
    await userEvent.selectOptions(select, 'Customer')
    const shown = await dialog('Changed by someone else')
    expect(shown.getByRole('alert').textContent).toContain('Someone else saved this user')
    await userEvent.click(shown.getByRole('button', { name: 'Use theirs' }))
    expect((await role()).value).toBe('admin')
    expect(server.saves).toHaveLength(1)
  })
})

describe('giving up one’s own role', () => {
  const question = 'Give up your administrator role?'

  it('is asked about first', async () => {
    const { server, api } = shopWith(user(), self)
    show(api)
    await userEvent.selectOptions(await role('boss@example.com'), 'Customer')
    await userEvent.click((await dialog(question)).getByRole('button', { name: 'Stay administrator' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect((await role('boss@example.com')).value).toBe('admin')
    expect(server.saves).toEqual([])
  })

  it('leads to where customers are, reads nothing more and offers no way back', async () => {
    const { server, api } = shopWith(user(), self)
    show(api)
    await userEvent.selectOptions(await role('boss@example.com'), 'Customer')
    const read = server.lists
    await userEvent.click((await dialog(question)).getByRole('button', { name: 'Become a customer' }))
    await findToast('status', 'Success', 'User role updated to customer')
    expect(server.get(SELF).role).toBe('customer')
    await waitFor(() => expect(screen.getByTestId('left-for').textContent).toBe('/'))
    expect(server.lists).toBe(read)
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('stays where it is when saving fails', async () => {
    const { server, api } = shopWith(user(), self)
    server.failures.push(new Error('Failed to fetch'))
    show(api)
    await userEvent.selectOptions(await role('boss@example.com'), 'Customer')
    await userEvent.click((await dialog(question)).getByRole('button', { name: 'Become a customer' }))
    await findToast('alert', 'Error', 'Failed to update user role')
    expect(screen.getByTestId('left-for').textContent).toBe('')
    expect((await role('boss@example.com')).value).toBe('admin')
  })
})

describe('for a limited administrator', () => {
  const showLimited = (scopes: Scope[]) => {
    const { api } = shopWith(user(), self)
    renderScreen(<UsersScreen viewer={{ userId: 'a0000000-0000-4000-8000-000000000000' }} />, api, { pathname: '/admin/users', scopes })
  }
  const menuOf = async (email: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `More actions for ${email}` }))
    const items = await screen.findAllByRole('menuitem')
    const found = items.map((item) => [item.textContent, item.getAttribute('aria-disabled') === 'true'])
    await userEvent.keyboard('{Escape}')
    return Object.fromEntries(found) as Record<string, boolean>
  }

  it('says why roles, and the accounts of administrators, are not theirs to change', async () => {
    showLimited(['users:write'])
    const select = await role()
    expect([select.disabled, select.getAttribute('aria-description')]).toEqual([
      true,
      'Only an administrator without limits may change roles and access.',
    ])
    expect(screen.getByText(/^Your access is limited\. Administrators without limits change roles/)).toBeTruthy()
    expect(await menuOf('ada@example.com')).toMatchObject({ 'End sessions…': false, 'Reset second factors…': false })
    expect(await menuOf('boss@example.com')).toMatchObject({
      'End sessions…Only an administrator without limits may end the sessions of an administrator.': true,
      'Access…Only an administrator without limits may change roles and access.': true,
      'Reset second factors…Only an administrator without limits may remove the second factor of an administrator.': true,
    })
  })

  it('who only reads users, everything says so', async () => {
    showLimited(['users:read'])
    expect((await role()).getAttribute('aria-description')).toBe('Your access does not include changing users.')
    expect(await menuOf('ada@example.com')).toMatchObject({ 'End sessions…Your access does not include changing users.': true })
  })
})

describe('staff and their access', () => {
  it('are invited with a role of the shop, or with rights of their own', async () => {
    const { api } = shopWith(user(), self)
    const invited: RouterInputs['users']['invite'][] = []
    show({
      ...api,
      'users.invite': (input) => {
        invited.push(input)
        if (invited.length === 1) throw refusal('CONFLICT', 'Somebody has this address already.')
        return user({ email: input.email, role: 'admin' })
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Invite staff' }))
    const form = await dialog('Invite staff')
    await enterText(form.getByLabelText('Email'), 'tom@example.com')
    expect(form.getByRole<HTMLInputElement>('radio', { name: /^Desk/ }).checked).toBe(true)
    await userEvent.click(form.getByRole('button', { name: 'Invite' }))
    await findToast('alert', 'Failed to invite', 'Somebody has this address already.')
    expect(form.getByLabelText<HTMLInputElement>('Email').value).toBe('tom@example.com')
    await userEvent.click(form.getByRole('radio', { name: /^Owner/ }))
    await userEvent.click(form.getByRole('button', { name: 'Invite' }))
    await findToast('status', 'tom@example.com is invited')
    expect(invited.map(({ scopes }) => scopes)).toEqual([rolePresets.desk.scopes, null])
  })

  it('get another role, as it was read last, and keep the dialog where that fails', async () => {
    const tom = user({ email: 'tom@example.com', role: 'admin', scopes: [...rolePresets.technician.scopes], version: 4 })
    const { api } = shopWith(tom, self)
    const saved: RouterInputs['users']['updateScopes'][] = []
    show({
      ...api,
      'users.updateScopes': (input) => {
        saved.push(input)
        return tom
      },
    })
    // The list says what they are, in the word of the role.
    expect(await screen.findByText('Technician')).toBeTruthy()
    await userEvent.click(await screen.findByRole('button', { name: 'More actions for tom@example.com' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: /^Access/ }))
    const form = await dialog('What tom@example.com may do')
    expect(form.getByRole<HTMLInputElement>('radio', { name: /^Technician/ }).checked).toBe(true)
    await userEvent.click(form.getByRole('radio', { name: /^Only some parts/ }))
    expect(form.getByRole('group', { name: 'Parts of the back office' })).toBeTruthy()
    await userEvent.click(form.getByRole('radio', { name: /^Bookkeeper/ }))
    await userEvent.click(form.getByRole('button', { name: 'Save access' }))
    await findToast('status', 'Access of tom@example.com saved')
    expect(saved).toEqual([{ userId: tom.userId, version: 4, scopes: rolePresets.bookkeeper.scopes }])
  })
})

describe('what needs a fresh proof', () => {
  const session = {
    session: {
      accessToken: 'a',
      refreshToken: 'r',
      expiresAt: 1,
      user: { id: SELF, email: 'boss@example.com', isAdmin: true, factors: [] },
    },
  }
  /** A shop whose administrator signed in a while ago. */
  function showOld(api: FakeApi = {}) {
    const { server, api: shop } = shopWith(user(), self)
    let proven = false
    const guarded =
      <In, Out>(call: (input: In) => Out) =>
      (input: In) => {
        if (!proven) throw authRefusal('FORBIDDEN', 'reauthentication_needed', 'Please confirm with your password first.')
        return call(input)
      }
    const ended = vi.fn(() => ({ ended: 2 }))
    const auth = { session: null, status: 'signed-in', reload: () => Promise.resolve(null), signOut: () => Promise.resolve() } as const
    renderScreen(
      <AuthContext value={auth}>
        <UsersScreen viewer={{ userId: SELF }} />
        <AskForProof />
      </AuthContext>,
      {
        ...shop,
        'users.updateRole': guarded(shop['users.updateRole'] ?? (() => user())),
        'users.endSessions': guarded(ended),
        'users.resetFactors': guarded(() => ({ removed: 0 })),
        'auth.mfa.factors': () => [],
        'auth.reauthenticate': () => {
          proven = true
          return session
        },
        ...api,
      },
      { pathname: '/admin/users' },
    )
    return { server, ended }
  }
  const confirm = async () => userEvent.type(await (await dialog('Confirm that it is you')).findByLabelText('Password'), 'my phrase{Enter}')

  it('makes an administrator after the password, without another press', async () => {
    const { server } = showOld()
    await userEvent.selectOptions(await role(), 'admin')
    await confirm()
    await findToast('status', 'User role updated to admin')
    expect(server.saves).toHaveLength(1)
    expect((await role()).value).toBe('admin')
  })

  it('goes back to the role before when it is given up', async () => {
    showOld()
    await userEvent.selectOptions(await role(), 'admin')
    await userEvent.click(await (await dialog('Confirm that it is you')).findByRole('button', { name: 'Cancel' }))
    await findToast('alert', 'Failed to update user role')
    expect((await role()).value).toBe('customer')
  })

  it('ends a user’s sessions, and resets factors, from the row’s menu', async () => {
    const { ended } = showOld()
    await userEvent.click(await screen.findByRole('button', { name: 'More actions for ada@example.com' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'End sessions…' }))
    await userEvent.click((await dialog('End all sessions of this user?')).getByRole('button', { name: 'End sessions' }))
    await confirm()
    await findToast('status', 'ada@example.com has been signed out everywhere')
    expect(ended).toHaveBeenCalledExactlyOnceWith({ userId: '11111111-0000-4000-8000-000000000000' })

    await userEvent.click(await screen.findByRole('button', { name: 'More actions for ada@example.com' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Reset second factors…' }))
    await userEvent.click((await dialog('Reset the second factors of this user?')).getByRole('button', { name: 'Reset second factors' }))
    await findToast('status', 'ada@example.com has no second factor')
  })
})

it('offers a new case of somebody to those alone who may open one', async () => {
  const offered = async (scopes: readonly Scope[]) => {
    const { api } = shopWith(user(), self)
    const { unmount } = renderScreen(<UsersScreen viewer={{ userId: SELF }} />, api, { pathname: '/admin/users', scopes: [...scopes] })
    await userEvent.click(await screen.findByRole('button', { name: 'More actions for ada@example.com' }))
    await screen.findAllByRole('menuitem')
    const names = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
    unmount()
    return names.filter((name) => name.startsWith('New '))
  }
  expect(await offered(rolePresets.desk.scopes)).toEqual(['New repair', 'New trade-in'])
  expect(await offered(rolePresets.bookkeeper.scopes)).toEqual([])
})
