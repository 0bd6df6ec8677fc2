import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { AuthProvider } from '~/components/auth/auth-provider'
import { adminLinks, furtherLinks } from '~/components/layouts/admin-nav'
import { allows } from '~/contracts/identity/api-keys'
import { rolePresets } from '~/contracts/identity/role-presets'
import { keysOf } from '~/contracts/keys'
import type { AdminSearch } from '~/contracts/office/search'
import { commandsFor } from '~/features/office/shell/commands'
import { PaletteButton } from '~/features/office/shell/palette-button'
import { viewQuery } from '~/features/office/shell/views'
import { renderScreen } from './support/fake-api'

const results: AdminSearch['results'] = [
  { noun: 'orders', id: 'o-1', title: 'ORD-1001', detail: 'Ada Quill' },
  { noun: 'users', id: 'u-1', title: 'Ada Quill', detail: 'ada@example.com' },
]

const everything = () => true

describe('what the palette offers', () => {
  it('leads a case to its page', () => {
    const found = [{ noun: 'tradeIns', id: 't-1', title: 'TRD 1', detail: '' }] as const
    expect(
      commandsFor('trd', found, everything)
        .at(-1)
        ?.commands.map(({ to }) => to),
    ).toEqual(['/admin/trade-ins/TRD%201'])
  })

  it('is every screen and action at first, and what fits the text afterwards', () => {
    expect(commandsFor('', [], everything).map(({ label, commands }) => [label, commands.length])).toEqual([
      ['Screens', 22],
      ['Actions', 11],
    ])
    expect(commandsFor('  SETT', [], everything).flatMap(({ commands }) => commands.map(({ to }) => to))).toEqual([
      '/admin/settings',
      '/admin/money?tab=settings',
    ])
    expect(commandsFor('zzz', [], everything)).toEqual([])
  })

  it.each(keysOf(rolePresets))('is no screen and no action that is closed to the role %s', (role) => {
    const { scopes } = rolePresets[role]
    const offered = commandsFor('', [], (router, access) => allows(scopes, router, access)).flatMap(({ commands }) => commands)
    const closed = [...adminLinks, ...furtherLinks].filter(({ reads }) => ![reads].flat().some((router) => allows(scopes, router, 'read')))
    const places = offered.flatMap(({ to }) => to ?? [])
    expect(closed.flatMap(({ href, reads }) => (reads.length > 0 && places.includes(href) ? href : []))).toEqual([])
    expect(places.includes('/admin/repairs?add=1')).toBe(allows(scopes, 'repairs', 'write'))
    expect(places.includes('/admin/trade-ins?add=1')).toBe(allows(scopes, 'tradeIns', 'write'))
    expect(places.includes('/admin/users?newsletter=1')).toBe(allows(scopes, 'newsletter', 'read'))
    expect(offered.at(-1)).toMatchObject({ id: 'sign-out' })
  })

  it('leads to details by address', () => {
    expect(commandsFor('quill', results, everything).flatMap(({ commands }) => commands.map(({ to }) => to))).toEqual([
      '/admin/orders?details=o-1',
      '/admin/customers/u-1',
    ])
  })
})

/** Signing out is one of the commands. */
const asAdministrator = (children: ReactNode) => (
  <AuthProvider viewer={{ email: 'admin@example.com', isAdmin: true, needsCode: false }} onSignedOut={() => undefined}>
    {children}
  </AuthProvider>
)

describe('the palette', () => {
  it('opens by Ctrl K, finds records and goes where Enter says', async () => {
    const asked: string[] = []
    renderScreen(asAdministrator(<PaletteButton />), {
      'admin.search': ({ query }) => {
        asked.push(query)
        return { results }
      },
    })
    const user = userEvent.setup()
    await user.keyboard('{Control>}k{/Control}')
    const dialog = await screen.findByRole('dialog', { name: 'Search or jump to' })
    const input = within(dialog).getByRole('combobox')
    await waitFor(() => expect(document.activeElement).toBe(input))
    expect(within(dialog).getByRole('option', { name: 'Dashboard' })).toBeDefined()
    await user.keyboard('quill')
    expect(await within(dialog).findByRole('option', { name: /ORD-1001/ })).toBeDefined()
    expect(asked.at(-1)).toBe('quill')
    await user.keyboard('{ArrowDown}{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('leads to the page of a case, also where Enter comes before the records do', async () => {
    let answer: (found: AdminSearch) => void = () => undefined
    renderScreen(asAdministrator(<PaletteButton />), {
      'admin.search': () => new Promise((resolve) => (answer = resolve)),
    })
    const user = userEvent.setup()
    await user.keyboard('{Control>}k{/Control}')
    const dialog = await screen.findByRole('dialog', { name: 'Search or jump to' })
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByRole('combobox')))
    await user.keyboard('sn-0042{Enter}')
    expect(screen.getByTestId('left-for').textContent).toBe('')
    await waitFor(() => {
      answer({ results: [{ noun: 'repairs', id: 'r-1', title: 'REP-7', detail: 'Ada Quill' }] })
      expect(screen.getByTestId('left-for').textContent).toBe('/admin/repairs/REP-7')
    })
  })

  it('stays away while somebody types a question mark, and shows the keys otherwise', async () => {
    renderScreen(
      <>
        <input aria-label="Elsewhere" />
        <PaletteButton />
      </>,
      {},
    )
    const user = userEvent.setup()
    await user.type(screen.getByLabelText('Elsewhere'), 'why?')
    expect(screen.queryByRole('dialog')).toBeNull()
    screen.getByLabelText('Elsewhere').blur()
    await user.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined()
  })
})

describe('the part of an address that is a view', () => {
  it('has search, filters and sort in one order, and neither page nor what is open', () => {
    expect(viewQuery({ status: 'pending', search: 'a b', page: '3', cursor: 'x', details: '1', sort: '' })).toBe(
      'search=a+b&status=pending',
    )
    expect(viewQuery({})).toBe('')
  })
})
