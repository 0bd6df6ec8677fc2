import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaveForAuth } from '~/components/auth/sign-out'
import type { AccountProfile, AccountSession, ListedFactor } from '~/contracts/identity/account'
import type { AccountEnd, EmailChoices } from '~/contracts/identity/own-data'
import { AccountScreen } from '~/features/identity/account/account-screen'
import { AccountSession as AccountState } from '~/features/identity/account/account-session'
import { AskForProof } from '~/features/identity/sign-in/ask-for-proof'
import { customer, fakeAuthService } from './support/browser-session'
import { enterText } from './support/enter-text'
import { authRefusal, refusal, renderScreen, type FakeApi } from './support/fake-api'
import { findToast } from './support/toasts'

vi.mock('~/components/auth/sign-out', async (original) => ({ ...(await original<object>()), leaveForAuth: vi.fn() }))

const id = (end: number) => `00000000-0000-4000-8000-00000000000${end}` as const
const profile: AccountProfile = { email: customer.email, fullName: 'Ada Byron', phone: null, role: 'customer', createdAt: new Date(0) }
const here: AccountSession = {
  id: id(1),
  createdAt: new Date(0),
  lastSeenAt: new Date(),
  expiresAt: new Date(2_000_000_000_000),
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  ip: '203.0.113.7',
  aal: 'aal1',
  isCurrent: true,
}
const phone: AccountSession = {
  ...here,
  id: id(2),
  isCurrent: false,
  lastSeenAt: new Date(Date.now() - 3 * 60 * 60 * 1000),
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
}
const app: ListedFactor = { id: id(5), factorType: 'totp', friendlyName: 'My app', status: 'verified', createdAt: new Date(0), phone: null }
const session = {
  session: { accessToken: 'a', refreshToken: 'r', expiresAt: 1, user: { id: '7', email: customer.email, isAdmin: false, factors: [] } },
}
const free: AccountEnd = {
  obstacles: [],
  obstacleCount: 0,
  isLastAdmin: false,
  isStaff: false,
  owed: 0,
  onAccount: 0,
  owedOn: [],
  stillHere: [],
  pending: 0,
  credit: 0,
  heldCredit: 0,
  isCreditMoving: false,
  auditDays: 2557,
}
const tenCodes = Array.from({ length: 10 }, (_, n) => `ABCDE-0000${n}`)

const show = (api: FakeApi = {}, props: { mustEnroll?: boolean } = {}) =>
  renderScreen(
    <AccountState viewer={customer}>
      <AccountScreen {...props} />
      <AskForProof />
    </AccountState>,
    {
      'account.profile': () => profile,
      'account.emails': () => ({ reminders: true, messages: true, newsletter: false }),
      'account.sessions': () => [here, phone],
      'auth.mfa.factors': () => [],
      ...api,
    },
    { pathname: '/account' },
  )
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fakeAuthService(customer)
})
afterEach(() => {
  vi.clearAllMocks()
})

describe('the account page: details and password', () => {
  it('saves name and phone', async () => {
    const update = vi.fn(({ fullName, phone: number }: { fullName: string; phone?: string | null | undefined }) => ({
      ...profile,
      fullName,
      phone: number ?? null,
    }))
    show({ 'account.update': update })
    const name = await screen.findByLabelText<HTMLInputElement>('Full Name')
    await userEvent.clear(name)
    await press('Save details')
    expect(await screen.findByText('Full name is required')).toBeTruthy()
    await enterText(name, 'Ada Lovelace')
    await enterText(screen.getByLabelText('Phone'), '+44 20 7946 0182')
    await press('Save details')
    await findToast('status', 'Your details have been saved')
    expect(update).toHaveBeenCalledWith({ fullName: 'Ada Lovelace', phone: '+44 20 7946 0182' })
  })

  it('offers another try when the details could not be loaded', async () => {
    let answers = 0
    show({
      'account.profile': () => {
        if (answers++ === 0) throw refusal('INTERNAL_SERVER_ERROR', 'Something went wrong on our side.')
        return profile
      },
    })
    expect(await screen.findByText('Your details could not be loaded')).toBeTruthy()
    await press('Try again')
    expect((await screen.findByLabelText<HTMLInputElement>('Full Name')).value).toBe('Ada Byron')
  })

  it('keeps both passwords when the change is refused, and clears them when it is done', async () => {
    let right = false
    show({
      'auth.reauthenticate': ({ password }) => {
        expect(password).toBe('my old phrase')
        if (!right) throw authRefusal('BAD_REQUEST', 'invalid_credentials', 'The current password is not right.')
        return session
      },
      'account.changePassword': () => ({ message: 'Your password has been changed.' }),
    })
    const current = await screen.findByLabelText<HTMLInputElement>('Current password')
    const fresh = screen.getByLabelText<HTMLInputElement>('New password')
    await enterText(current, 'my old phrase')
    await enterText(fresh, 'my new phrase')
    await press('Change password')
    await findToast('alert', 'Password not changed', 'The current password is not right.')
    expect([current.value, fresh.value]).toEqual(['my old phrase', 'my new phrase'])
    right = true
    await press('Change password')
    await findToast('status', 'Your password has been changed.')
    await waitFor(() => expect([current.value, fresh.value]).toEqual(['', '']))
  })
})

describe('the account page: second factors', () => {
  it('adds an app by picture or secret, then shows recovery codes once', async () => {
    let added = false
    const enroll = vi.fn(() => ({
      id: app.id,
      factorType: 'totp' as const,
      friendlyName: 'My app',
      totp: { qrCode: '<svg/>', secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' },
    }))
    const verify = vi.fn(() => {
      added = true
      return session
    })
    show({
      'auth.mfa.factors': () => (added ? [app] : []),
      'auth.mfa.enroll': enroll,
      'auth.mfa.challenge': () => ({ id: id(9), expiresAt: 1 }),
      'auth.mfa.verify': verify,
      'auth.mfa.recoveryCodes': () => ({ codes: tenCodes }),
      'auth.mfa.recoveryCodesLeft': () => ({ left: 10 }),
    })
    expect(await screen.findByText('Off. You sign in with your password alone.')).toBeTruthy()
    await press('Add authenticator app')
    const name = await screen.findByLabelText('Name')
    await userEvent.clear(name)
    await enterText(name, 'My app')
    await press('Continue')
    expect((await screen.findByRole<HTMLImageElement>('img', { name: /QR code/ })).src).toContain('data:image/svg+xml')
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
    await enterText(screen.getByLabelText('Code'), '123456')
    await press('Verify')
    const dialog = await screen.findByRole('dialog', { name: 'Your recovery codes' })
    for (const code of tenCodes) expect(dialog.textContent).toContain(code)
    expect(enroll).toHaveBeenCalledWith({ friendlyName: 'My app', factorType: 'totp' })
    expect(verify).toHaveBeenCalledWith({ factorId: app.id, challengeId: id(9), code: '123456' })

    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(await screen.findByRole('dialog', { name: 'Have you saved the codes?' })).toBeTruthy()
    await press('Back to the codes')
    await press('I have saved them')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(within(await screen.findByRole('list', { name: 'Second factors' })).getByText('My app')).toBeTruthy()
    expect(await screen.findByText(/10 left/)).toBeTruthy()
  })

  it('says when phones cannot be sent codes, and keeps what was typed', async () => {
    show({
      'auth.mfa.enroll': () => {
        throw authRefusal('BAD_REQUEST', 'phone_provider_disabled', 'Codes by text message are not available.')
      },
    })
    await press('Add phone number')
    await press('Continue')
    expect(await screen.findByText('Phone number is required')).toBeTruthy()
    await enterText(screen.getByLabelText('Phone number'), '+44 7700 900123')
    await press('Continue')
    await findToast('alert', 'Not added', 'Codes by text message are not available.')
    expect(screen.getByLabelText<HTMLInputElement>('Phone number').value).toBe('+44 7700 900123')
  })

  it('removes a factor after asking', async () => {
    let factors = [app]
    const unenroll = vi.fn(() => {
      factors = []
      return { id: app.id }
    })
    show({ 'auth.mfa.factors': () => factors, 'auth.mfa.unenroll': unenroll, 'auth.mfa.recoveryCodesLeft': () => ({ left: 2 }) })
    expect(await screen.findByText(/Make new ones soon/)).toBeTruthy()
    await press('Remove My app')
    expect(within(await screen.findByRole('dialog', { name: 'Remove My app?' })).getByText(/your only second factor/)).toBeTruthy()
    await press('Remove')
    await findToast('status', 'My app has been removed')
    expect(unenroll).toHaveBeenCalledWith({ factorId: app.id })
    expect(await screen.findByText('Off. You sign in with your password alone.')).toBeTruthy()
  })
})

describe('the account page: signed-in devices', () => {
  it('names them by browser, address and last use, this one first', async () => {
    show()
    const rows = within(await screen.findByRole('list', { name: 'Signed-in devices' })).getAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Chrome on Windows203\.0\.113\.7 · Last seen now.*This device$/),
      expect.stringMatching(/^Safari on iPhone203\.0\.113\.7 · Last seen 3 hours ago.*Sign out$/),
    ])
  })

  it('signs one of them out, then all others', async () => {
    let sessions = [here, phone, { ...phone, id: id(3) }]
    const endSession = vi.fn(({ sessionId }: { sessionId: string }) => {
      sessions = sessions.filter((one) => one.id !== sessionId)
      return { id: sessionId }
    })
    const endOthers = vi.fn(() => {
      sessions = [here]
      return { ended: 1 }
    })
    show({ 'account.sessions': () => sessions, 'account.endSession': endSession, 'account.endOtherSessions': endOthers })
    const first = (await screen.findAllByRole('button', { name: 'Sign out Safari on iPhone' }))[0]
    if (first) await userEvent.click(first)
    await findToast('status', 'The device has been signed out')
    expect(endSession).toHaveBeenCalledWith({ sessionId: phone.id })
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Sign out Safari on iPhone' })).toHaveLength(1))
    await press('Sign out all other devices')
    await press('Sign out the others')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign out Safari on iPhone' })).toBeNull())
    expect(endOthers).toHaveBeenCalledOnce()
  })

  it('leaves after signing out here', async () => {
    fakeAuthService(null)
    show()
    await press('Sign Out')
    await waitFor(() => expect(leaveForAuth).toHaveBeenCalledExactlyOnceWith('choice'))
  })
})

describe('a change that needs a fresh proof', () => {
  const needed = () => authRefusal('FORBIDDEN', 'reauthentication_needed', 'Please confirm with your password first.')
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
  const enrolled = {
    id: id(6),
    factorType: 'totp' as const,
    friendlyName: 'Desk',
    totp: { qrCode: '<svg xmlns="http://www.w3.org/2000/svg"/>', secret: 'ABCDEFGH', uri: 'otpauth://totp/x' },
  }
  /** An account whose session is too old until it is proven. */
  function old(api: FakeApi = {}) {
    const account = { proven: false, enrolled: [] as string[], password: vi.fn() }
    show({
      'auth.reauthenticate': (input) => {
        account.password(input.password)
        if (input.password !== 'my phrase') throw authRefusal('BAD_REQUEST', 'invalid_credentials', 'The current password is not right.')
        account.proven = true
        return session
      },
      'auth.mfa.enroll': ({ friendlyName }) => {
        if (!account.proven) throw needed()
        account.enrolled.push(friendlyName)
        return enrolled
      },
      ...api,
    })
    return account
  }
  async function addDesk() {
    await press('Add authenticator app')
    const name = await screen.findByLabelText('Name')
    await userEvent.clear(name)
    await enterText(name, 'Desk')
    await press('Continue')
  }

  it('asks for the password in place, and goes on with what was being done', async () => {
    const account = old()
    await addDesk()
    const asked = await dialog()
    await enterText(await asked.findByLabelText('Password'), 'not this')
    await userEvent.click(asked.getByRole('button', { name: 'Confirm' }))
    await findToast('alert', 'Not confirmed', 'The current password is not right.')
    const field = asked.getByLabelText<HTMLInputElement>('Password')
    expect(field.value).toBe('not this')
    await userEvent.clear(field)
    await enterText(field, 'my phrase')
    await userEvent.click(asked.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('ABCD EFGH')).toBeTruthy()
    expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull()
    expect(account.enrolled).toEqual(['Desk'])
  })

  it('given up, says what is missing and keeps what was typed', async () => {
    const account = old()
    await addDesk()
    await userEvent.click(await (await dialog()).findByRole('button', { name: 'Cancel' }))
    await findToast('alert', 'Not added', 'Please confirm with your password first.')
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Desk')
    await press('Continue')
    await userEvent.type(await (await dialog()).findByLabelText('Password'), 'my phrase{Enter}')
    expect(await screen.findByText('ABCD EFGH')).toBeTruthy()
    expect(account.password).toHaveBeenCalledOnce()
  })

  it('asks for a code where the account has a second factor', async () => {
    let proven = false
    let left: ListedFactor[] = [app]
    show({
      'auth.mfa.factors': () => left,
      'auth.mfa.recoveryCodesLeft': () => ({ left: 10 }),
      'auth.mfa.challenge': () => ({ id: id(8), expiresAt: 1 }),
      'auth.mfa.verify': ({ code }) => {
        if (code !== '123456') throw authRefusal('BAD_REQUEST', 'mfa_verification_failed', 'That code is not right.')
        proven = true
        return session
      },
      'auth.mfa.unenroll': ({ factorId }) => {
        if (!proven) throw needed()
        left = []
        return { id: factorId }
      },
    })
    await press('Remove My app')
    await press('Remove')
    const asked = await dialog()
    await enterText(await asked.findByLabelText('Code'), '123456')
    await userEvent.click(asked.getByRole('button', { name: 'Verify' }))
    await findToast('status', 'My app has been removed')
    expect(asked.queryByLabelText('Password')).toBeNull()
  })

  it('does not ask when an enrolment is given up', async () => {
    old({ 'auth.mfa.enroll': () => enrolled, 'auth.mfa.unenroll': () => Promise.reject(needed()) })
    await addDesk()
    await screen.findByText('ABCD EFGH')
    await press('Cancel')
    await waitFor(() => expect(screen.queryByText('ABCD EFGH')).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

it('shows an administrator who must add a second factor nothing else', async () => {
  show({ 'auth.mfa.factors': () => [] }, { mustEnroll: true })
  expect(await screen.findByText(/Administrators of this shop need a second factor/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Add authenticator app' })).toBeTruthy()
  for (const heading of ['Your details', 'Password', 'Signed-in devices'])
    expect(screen.queryByRole('heading', { name: heading })).toBeNull()
})

describe('one’s own data', () => {
  const emails: EmailChoices = { reminders: true, messages: true, newsletter: false }

  it('says which emails one wants, with each press', async () => {
    const chosen = vi.fn((input: object) => ({ ...emails, ...input }))
    show({ 'account.emails': () => emails, 'account.chooseEmails': chosen })
    await userEvent.click(await screen.findByRole('switch', { name: 'Reminders' }))
    await waitFor(() => expect(chosen).toHaveBeenCalledWith({ reminders: false, messages: true, newsletter: false }))
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Reminders' }).getAttribute('aria-checked')).toBe('false'))
  })

  it('names what prevents the end of the account, and offers no way round', async () => {
    show({ 'account.end': () => ({ ...free, obstacleCount: 12, obstacles: [{ kind: 'repair', number: 'REP-7' }] }) })
    await press('Delete my account')
    const dialog = await screen.findByRole('dialog', { name: 'Delete my account' })
    await within(dialog).findByText('repair REP-7')
    within(dialog).getByText('and 11 more')
    expect(within(dialog).queryByRole('button', { name: 'Delete my account' })).toBeNull()
  })

  it('names the money on both sides, and goes on once it is confirmed to be read', async () => {
    const money = { owed: 500, onAccount: 300, credit: 120.5, pending: 0 }
    const message = 'Please confirm that you have read what becomes of the money.'
    const remove = vi.fn(() => {
      throw refusal('BAD_REQUEST', message, { confirmed: [message] })
    })
    show({ 'account.end': () => ({ ...free, ...money, owedOn: ['INV-2026-00042'] }), 'account.delete': remove })
    await press('Delete my account')
    const dialog = await screen.findByRole('dialog', { name: 'Delete my account' })
    await within(dialog).findByText(/^You owe €500.00 on INV-2026-00042/)
    within(dialog).getByText(/^€300.00 that you paid is on account/)
    within(dialog).getByText(/^You have €120.50 of store credit/)
    within(dialog).getByText(/^Invoices and credit notes that we issued.*Why: tax and company law/)
    await enterText(within(dialog).getByLabelText('Your email address, to confirm'), 'ada@example.com')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete my account' }))
    expect((await within(dialog).findByText(message)).getAttribute('role')).toBe('alert')
    expect(remove).toHaveBeenLastCalledWith({ email: 'ada@example.com' })
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'I have read what becomes of the money' }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete my account' }))
    await waitFor(() => expect(remove).toHaveBeenLastCalledWith({ email: 'ada@example.com', confirmed: money }))
  })

  it('says that credit is lost, and keeps what was typed where the address is another', async () => {
    const message = 'This is not the address of your account.'
    const remove = vi.fn(() => {
      throw refusal('BAD_REQUEST', message, { email: [message] })
    })
    show({ 'account.end': () => ({ ...free, credit: 120.5 }), 'account.delete': remove })
    await press('Delete my account')
    const dialog = await screen.findByRole('dialog', { name: 'Delete my account' })
    await within(dialog).findByText(/You have €120.50 of store credit/)
    await enterText(within(dialog).getByLabelText('Your email address, to confirm'), 'else@example.com')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete my account' }))
    await within(dialog).findByText(message)
    await findToast('alert', 'Account not deleted')
    expect(remove).toHaveBeenCalledWith({ email: 'else@example.com' })
    expect(within(dialog).getByLabelText<HTMLInputElement>('Your email address, to confirm').value).toBe('else@example.com')
  })
})
