import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AuthSession } from '~/contracts/identity/account'
import { AuthScreen, AuthSession as AuthState } from '~/features/identity/sign-in/auth-screen'
import { onAuthEvent, type AuthEvent } from '~/lib/auth-events'
import type { RouterInputs } from '~/trpc/client'
import { routerAt } from '../setup/router'
import { customer, fakeAuthService } from './support/browser-session'
import { enterText } from './support/enter-text'
import { authRefusal, renderScreen, type FakeApi } from './support/fake-api'
import { findToast } from './support/toasts'

const replace = vi.fn(() => Promise.resolve(true))
const tokens: AuthSession = {
  accessToken: 'access',
  refreshToken: 'refresh-once',
  expiresAt: 2_000_000_000,
  user: { id: '7', email: customer.email, isAdmin: false, factors: [] },
}
const events: AuthEvent[] = []
let stopHearing: () => void

function show(api: FakeApi = {}, returnTo: string | null = null) {
  return renderScreen(
    <RouterContext.Provider value={{ ...routerAt('/auth'), replace }}>
      <AuthState>
        <AuthScreen returnTo={returnTo} contactEmail="desk@example.com" />
      </AuthState>
    </RouterContext.Provider>,
    api,
  )
}
const email = () => screen.findByLabelText<HTMLInputElement>('Email')
const password = () => screen.findByLabelText<HTMLInputElement>('Password')
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const openTab = async (name: string) => userEvent.click(await screen.findByRole('tab', { name }))

async function submit(address = 'Ada@Shop.example', secret = 'secret words') {
  await enterText(await email(), address)
  await enterText(await password(), secret)
  await press('Sign In')
}

/** Nobody is signed in until the refresh token is handed over. */
function visitor(then = customer) {
  const service = fakeAuthService(null)
  service.onPost = (path) => {
    service.session = path === 'signout' ? null : then
  }
  return service
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  history.replaceState(null, '', '/auth')
  events.length = 0
  stopHearing = onAuthEvent((event) => events.push(event))
})
afterEach(() => {
  stopHearing()
  vi.clearAllMocks()
})

describe('the sign-in screen (requirements §2 Sign-in, §4 Auth page, §8)', () => {
  it("shows 'Loading...' while it is not known who is there", async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    show()
    expect(screen.getByText('Loading...').getAttribute('role')).toBe('status')
    expect(screen.queryByRole('tab')).toBeNull()
  })

  it.each([
    ['a customer to the home page', false, null, '/'],
    ['an administrator to the home page', true, null, '/'],
    ['an administrator back to the back office', true, '/admin/orders?status=pending', '/admin/orders?status=pending'],
    ['a customer nowhere in the back office', false, '/admin/orders', '/'],
    ['anybody back to their account', false, '/account', '/account'],
    ['nobody to another site', true, '//elsewhere.example/admin', '/'],
    ['nobody to a page that asks for no sign-in', true, '/products', '/'],
  ])('sends %s', async (_, isAdmin, returnTo, target) => {
    fakeAuthService({ ...customer, isAdmin })
    show({}, returnTo)
    await waitFor(() => expect(replace).toHaveBeenCalledWith(target))
  })

  it("has a card titled 'Welcome' with the tabs Sign In, chosen, and Sign Up", async () => {
    visitor()
    show()
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome' })).toBeTruthy()
    expect((await screen.findByRole('tab', { name: 'Sign In' })).getAttribute('aria-selected')).toBe('true')
    expect(screen.getByRole('tab', { name: 'Sign Up' }).getAttribute('aria-selected')).toBe('false')
  })

  it('shows the form when the server does not say who is there', async () => {
    fakeAuthService('unreachable')
    show()
    await submit()
    await findToast('alert', 'Sign In Failed')
  })

  it('takes nobody who may be signed in for a visitor while the database is away', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    document.cookie = 'signed-in=1; path=/; max-age=60'
    const service = fakeAuthService('unavailable')
    show()
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(service.asked).toBeGreaterThan(2)
    expect(screen.getByText('Loading...')).toBeTruthy()
    expect(replace).not.toHaveBeenCalled()
    service.session = customer
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(replace).toHaveBeenCalledWith('/')
    vi.useRealTimers()
    document.cookie = 'signed-in=1; path=/; max-age=0'
  })

  it('shows and hides the password, and keeps what was typed on the other tab', async () => {
    visitor()
    show()
    await enterText(await email(), 'ada@shop.example')
    await enterText(await password(), 'secret')
    expect((await password()).type).toBe('password')
    await press('Show password')
    expect((await password()).type).toBe('text')
    await press('Hide password')
    await openTab('Sign Up')
    expect(await screen.findByLabelText('Full Name')).toBeTruthy()
    await openTab('Sign In')
    expect((await email()).value).toBe('ada@shop.example')
    expect((await password()).value).toBe('secret')
  })

  it('sends nothing before both fields are filled', async () => {
    const signIn = vi.fn()
    visitor()
    show({ 'auth.signIn': signIn })
    await press('Sign In')
    expect(await screen.findByText('Email is required')).toBeTruthy()
    expect(screen.getByText('Password is required')).toBeTruthy()
    expect(signIn).not.toHaveBeenCalled()
  })

  it("reads 'Signing In...' while it runs, hands the token over for the cookie, and keeps it nowhere", async () => {
    let finish: (answer: { session: AuthSession }) => void = () => undefined
    const signIn = vi.fn(() => new Promise<{ session: AuthSession }>((resolve) => (finish = resolve)))
    const service = visitor()
    show({ 'auth.signIn': signIn })
    await submit()
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Signing In...' })).disabled).toBe(true)
    expect(signIn).toHaveBeenCalledWith({ email: 'ada@shop.example', password: 'secret words' })
    finish({ session: tokens })
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/'))
    expect(service.posts.map(({ path, fields }) => [path, fields.refreshToken, fields.csrfToken])).toEqual([
      ['callback/credentials', 'refresh-once', 'a-form-token'],
    ])
    expect(events).toEqual(['SIGNED_IN'])
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('says that the credentials are wrong and keeps what was typed', async () => {
    visitor()
    show({
      'auth.signIn': () => {
        throw authRefusal('UNAUTHORIZED', 'invalid_credentials', 'Invalid login credentials')
      },
    })
    await submit()
    await findToast('alert', 'Sign In Failed', 'Invalid login credentials')
    expect((await email()).value).toBe('Ada@Shop.example')
    expect((await password()).value).toBe('secret words')
  })

  it('says when to try again after too many attempts', async () => {
    visitor()
    show({
      'auth.signIn': () => {
        throw authRefusal('TOO_MANY_REQUESTS', 'over_request_rate_limit', 'Too many attempts. Please try again in 2 minutes.', 120)
      },
    })
    await submit()
    await findToast('alert', 'Sign In Failed', 'in 2 minutes')
    const at = (await screen.findByText(/You can try again at/)).querySelector('time')?.dateTime ?? ''
    expect(new Date(at).getTime() - Date.now()).toBeGreaterThan(60_000)
  })

  it('offers the email again to an address that is not verified', async () => {
    const resend = vi.fn(() => ({ message: 'Please check your email to verify your account.' }))
    visitor()
    show({
      'auth.signIn': () => {
        throw authRefusal('UNAUTHORIZED', 'email_not_confirmed', 'Email not confirmed')
      },
      'auth.resendVerification': resend,
    })
    await submit()
    await findToast('alert', 'Sign In Failed', 'Email not confirmed')
    await press('Send the email again')
    expect(await screen.findByText(/Sent again to ada@shop.example/)).toBeTruthy()
    expect(resend).toHaveBeenCalledExactlyOnceWith({ email: 'ada@shop.example', password: 'secret words' })
  })

  it.each([
    ['the server is out of reach', 'unreachable' as const, 'We could not reach the server'],
    ['no session came of it', null, 'could not be completed'],
  ])('says so when %s', async (_, after, words) => {
    const service = fakeAuthService(null)
    show({
      'auth.signIn': () => {
        service.session = after
        return { session: tokens }
      },
    })
    await submit()
    await findToast('alert', 'Sign In Failed', words)
    expect(events).toEqual([])
  })
})

describe('sign-up (requirements §2, §7, §8)', () => {
  const fill = async () => {
    await openTab('Sign Up')
    await enterText(await screen.findByLabelText('Full Name'), 'Ada Byron')
    await enterText(await email(), 'Ada@Shop.example')
    await enterText(await password(), 'analytical engine 1843')
  }

  it("reads 'Creating Account...' while it runs, then says where to look", async () => {
    let finish: (answer: { message: string }) => void = () => undefined
    const signUp = vi.fn(() => new Promise<{ message: string }>((resolve) => (finish = resolve)))
    visitor()
    show({ 'auth.signUp': signUp })
    await fill()
    await press('Sign Up')
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Creating Account...' })).disabled).toBe(true)
    expect(signUp).toHaveBeenCalledWith({
      email: 'ada@shop.example',
      password: 'analytical engine 1843',
      fullName: 'Ada Byron',
      idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    finish({ message: 'Please check your email to verify your account.' })
    await findToast('status', 'Account Created', 'Please check your email to verify your account.')
    expect(await screen.findByText(/We have written to/)).toBeTruthy()
  })

  it('shows what a password must be, how strong it is, and which fields are wrong', async () => {
    visitor()
    show()
    await openTab('Sign Up')
    expect(screen.getByText(/At least 8 characters/)).toBeTruthy()
    await enterText(await password(), 'short')
    expect(await screen.findByText(/^Strength: (very )?weak$/)).toBeTruthy()
    await press('Sign Up')
    expect(await screen.findByText('Full name is required')).toBeTruthy()
    expect(screen.getByText('Email is required')).toBeTruthy()
    expect(screen.getByText('Use at least 8 characters')).toBeTruthy()
  })

  it('says why it failed and keeps what was typed, the password too', async () => {
    visitor()
    show({
      'auth.signUp': () => {
        throw authRefusal('BAD_REQUEST', 'weak_password', 'This password is one of the most common ones.')
      },
    })
    await fill()
    await press('Sign Up')
    await findToast('alert', 'Sign Up Failed', 'one of the most common')
    expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toBe('Ada Byron')
    expect((await password()).value).toBe('analytical engine 1843')
  })
})

describe('emails', () => {
  it('asks for a new password with the same answer for everybody', async () => {
    const request = vi.fn(() => ({ message: 'If there is an account with this address, we have emailed a link to it.' }))
    visitor()
    show({ 'auth.requestPasswordReset': request })
    await enterText(await email(), 'ada@shop.example')
    await press('Forgot password?')
    const heading = await screen.findByRole('heading', { name: 'Reset your password' })
    expect(document.activeElement).toBe(heading)
    expect((await email()).value).toBe('ada@shop.example')
    await press('Send reset link')
    expect(await screen.findByText(/If there is an account with this address/)).toBeTruthy()
    expect(request).toHaveBeenCalledWith({ email: 'ada@shop.example' })
  })

  it('takes a link for a new password out of the address, and then asks to sign in', async () => {
    const reset = vi.fn(() => ({ message: 'Your password has been changed. Please sign in with the new one.' }))
    history.replaceState({ as: '/auth#reset=a-token' }, '', '/auth#reset=a-token')
    visitor()
    show({ 'auth.resetPassword': reset })
    await enterText(await screen.findByLabelText('New password'), 'another long phrase')
    expect(location.hash).toBe('')
    expect(JSON.stringify(history.state)).not.toContain('a-token')
    await press('Set new password')
    expect(await screen.findByText(/Please sign in with the new one/)).toBeTruthy()
    expect(reset).toHaveBeenCalledWith({ token: 'a-token', password: 'another long phrase' })
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy()
  })

  it('says at once that a link was used, and sends another one on the same screen', async () => {
    history.replaceState(null, '', '/auth#reset=used')
    visitor()
    const renew = vi.fn(() => ({ message: 'We have sent a new link to your email address.' }))
    show({
      'auth.mailLink': () => ({ state: 'used', message: 'This link was used.', canRenew: true, email: null }) as const,
      'auth.renewMailLink': renew,
    })
    expect(await screen.findByText('This link was used.')).toBeTruthy()
    expect(screen.queryByLabelText('New password')).toBeNull()
    await press('Send me a new link')
    expect(await screen.findByText(/We have sent a new link/)).toBeTruthy()
    expect(renew).toHaveBeenCalledWith({ token: 'used' })
  })

  it('leads on to the credit where its link was used and somebody is signed in', async () => {
    history.replaceState(null, '', '/auth#credit=used')
    fakeAuthService(customer)
    show({ 'auth.mailLink': () => ({ state: 'used', message: 'This link was used.', canRenew: true, email: null }) as const })
    await press('Continue')
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/account/credit'))
  })

  it('says that somebody else is signed in, and signs them out where the link stays', async () => {
    history.replaceState(null, '', '/auth#claim=a-token')
    const service = fakeAuthService(customer)
    service.onPost = (path) => {
      if (path === 'signout') service.session = null
    }
    show({ 'auth.mailLink': () => ({ state: 'good', message: '', canRenew: false, email: 'tom@shop.example' }) as const })
    expect(await screen.findByText(/You are signed in as ada@shop\.example\. This link is for tom@shop\.example\./)).toBeTruthy()
    await press('Sign out')
    await waitFor(() => expect(screen.queryByText(/You are signed in as/)).toBeNull())
    expect(screen.getByLabelText('New password')).toBeTruthy()
    expect(replace).not.toHaveBeenCalled()
  })

  it.each([
    [true, '/admin'],
    [false, '/'],
  ])('leads an invited person (administrator: %s) to %s once the password is chosen', async (isAdmin, path) => {
    history.replaceState(null, '', '/auth#claim=a-token')
    visitor({ ...customer, isAdmin })
    show({
      'auth.mailLink': () => ({ state: 'good', message: '', canRenew: false, email: customer.email }) as const,
      'auth.resetPassword': () => ({ message: 'Your password has been changed. Please sign in with the new one.' }),
      'auth.signIn': () => ({ session: { ...tokens, user: { ...tokens.user, isAdmin } } }),
    })
    await enterText(await screen.findByLabelText('New password'), 'another long phrase')
    await press('Set new password')
    await waitFor(() => expect(replace).toHaveBeenCalledWith(path))
    expect(screen.queryByText(/You are signed in as/)).toBeNull()
  })

  it('asks for the address where it is not known whose a link was', async () => {
    history.replaceState(null, '', '/auth#claim=cut-off')
    visitor()
    show({ 'auth.mailLink': () => ({ state: 'unknown', message: 'This link is not valid.', canRenew: false, email: null }) as const })
    expect(await screen.findByText('This link is not valid.')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Send reset link' })).toBeTruthy()
  })

  it('asks to sign in again whoever was signed in when the password changed', async () => {
    history.replaceState(null, '', '/auth#reset=a-token')
    const service = fakeAuthService(customer)
    show({
      'auth.resetPassword': () => {
        service.session = null
        return { message: 'Your password has been changed. Please sign in with the new one.' }
      },
    })
    await enterText(await screen.findByLabelText('New password'), 'another long phrase')
    await press('Set new password')
    expect(await screen.findByText(/Please sign in with the new one/)).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy()
    expect(replace).not.toHaveBeenCalled()
  })

  it('keeps the new password that was typed when the link has expired', async () => {
    history.replaceState(null, '', '/auth#reset=old')
    visitor()
    show({
      'auth.resetPassword': () => {
        throw authRefusal('BAD_REQUEST', 'otp_expired', 'This link has expired or was used already.')
      },
    })
    await enterText(await screen.findByLabelText('New password'), 'another long phrase')
    await press('Set new password')
    await findToast('alert', 'This link has expired')
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('another long phrase')
  })

  it('verifies an address by its link, once, and shows the way in', async () => {
    const verify = vi.fn(() => ({ message: 'Your email address is verified. You can sign in now.' }))
    history.replaceState(null, '', '/auth#verify=a-token')
    visitor()
    show({ 'auth.verifyEmail': verify })
    expect(await screen.findByText('Email verified')).toBeTruthy()
    expect(location.hash).toBe('')
    expect(verify).toHaveBeenCalledExactlyOnceWith({ token: 'a-token' })
    expect(await email()).toBeTruthy()
  })

  describe('a link that is opened in another browser than the one that signed up', () => {
    const token = 'a-token'
    const refuse = (errorCode: string, message: string) => authRefusal('BAD_REQUEST', errorCode, message, null, { password: [message] })
    const server = () =>
      vi.fn(({ password, newPassword }: RouterInputs['auth']['verifyEmail']) => {
        if (newPassword !== undefined) return { message: 'Your email address is verified and your new password is set.' }
        if (password === undefined) throw refuse('validation_failed', 'Enter the password that you signed up with.')
        if (password !== 'analytical engine 1843') throw refuse('invalid_credentials', 'This is not the password.')
        return { message: 'Your email address is verified.' }
      })

    it('asks for that sign-up’s password, keeps a wrong one, and then shows the way in', async () => {
      const verify = server()
      history.replaceState(null, '', `/auth#verify=${token}`)
      visitor()
      show({ 'auth.verifyEmail': verify })
      const heading = await screen.findByRole('heading', { name: 'Verify your email address' })
      expect(document.activeElement).toBe(heading)
      expect(screen.queryByRole('tab')).toBeNull()
      await press('Verify email address')
      expect(await screen.findByText('Password is required')).toBeTruthy()
      await enterText(await password(), 'a guess')
      await press('Verify email address')
      await findToast('alert', 'Email not verified', 'This is not the password.')
      expect((await password()).value).toBe('a guess')
      expect((await password()).getAttribute('aria-invalid')).toBe('true')
      await userEvent.clear(await password())
      await enterText(await password(), 'analytical engine 1843')
      await press('Verify email address')
      expect(await screen.findByText('Email verified')).toBeTruthy()
      expect(verify).toHaveBeenLastCalledWith({ token, password: 'analytical engine 1843' })
      expect(await screen.findByRole('tab', { name: 'Sign In' })).toBeTruthy()
    })

    it('shows no form before it is known which', async () => {
      let refuseNow: (error: Error) => void = () => undefined
      history.replaceState(null, '', `/auth#verify=${token}`)
      visitor()
      const verify = vi.fn(() => new Promise<never>((_, reject) => (refuseNow = reject)))
      show({ 'auth.verifyEmail': verify })
      expect(await screen.findByText('Verifying your email address...')).toBeTruthy()
      expect(screen.queryByLabelText('Password')).toBeNull()
      await waitFor(() => expect(verify).toHaveBeenCalled())
      refuseNow(refuse('validation_failed', 'Enter the password that you signed up with.'))
      expect(await screen.findByRole('heading', { name: 'Verify your email address' })).toBeTruthy()
    })

    it('takes a new password from whoever cannot name it', async () => {
      const verify = server()
      history.replaceState(null, '', `/auth#verify=${token}`)
      visitor()
      show({ 'auth.verifyEmail': verify })
      await press('Set a new password instead')
      expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Choose a new password' }))
      await enterText(await screen.findByLabelText('New password'), 'short')
      await press('Set password and verify')
      expect(await screen.findByText('Use at least 8 characters')).toBeTruthy()
      await enterText(await screen.findByLabelText('New password'), ' but longer now')
      await press('Set password and verify')
      expect(await screen.findByText(/your new password is set/)).toBeTruthy()
      expect(verify).toHaveBeenLastCalledWith({ token, newPassword: 'short but longer now', fullName: null })
    })

    it('lets go of the link when told to', async () => {
      history.replaceState(null, '', `/auth#verify=${token}`)
      fakeAuthService(customer)
      show({ 'auth.verifyEmail': server() })
      await press('Cancel')
      await waitFor(() => expect(replace).toHaveBeenCalledWith('/'))
    })
  })

  it('verifies also while somebody is signed in, and goes on when told to', async () => {
    history.replaceState(null, '', '/auth#verify=a-token')
    fakeAuthService(customer)
    show({ 'auth.verifyEmail': () => ({ message: 'Your email address is verified.' }) })
    expect(await screen.findByText('Email verified')).toBeTruthy()
    expect(replace).not.toHaveBeenCalled()
    await press('Continue')
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/'))
  })

  it('says when a link does not count any more', async () => {
    history.replaceState(null, '', '/auth#verify=old')
    visitor()
    show({
      'auth.verifyEmail': () => {
        throw authRefusal('BAD_REQUEST', 'otp_expired', 'This link has expired or was used already.')
      },
    })
    expect(await screen.findByText('Email not verified')).toBeTruthy()
    expect(screen.getByText('This link has expired or was used already.')).toBeTruthy()
  })

  it('offers another link on the same screen where it is not known whose a cut-off one was', async () => {
    history.replaceState(null, '', '/auth#verify=cut-off')
    fakeAuthService(customer)
    const request = vi.fn(() => ({ message: 'We have emailed a link to it.' }))
    show({
      'auth.verifyEmail': () => {
        throw authRefusal('BAD_REQUEST', 'otp_expired', 'This link is not valid.')
      },
      'auth.mailLink': () => ({ state: 'unknown', message: 'This link is not valid.', canRenew: false, email: null }) as const,
      'auth.requestPasswordReset': request,
    })
    expect(await screen.findByText('This link is not valid.')).toBeTruthy()
    await enterText(await screen.findByLabelText('Email'), 'ada@shop.example')
    await press('Send reset link')
    expect(await screen.findByText(/We have emailed a link/)).toBeTruthy()
    expect(request).toHaveBeenCalledWith({ email: 'ada@shop.example' })
    await press('Back')
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/'))
  })

  it('says whose password a link sets, whoever is signed in', async () => {
    history.replaceState(null, '', '/auth#reset=a-token')
    fakeAuthService(customer)
    show({ 'auth.mailLink': () => ({ state: 'good', message: '', canRenew: false, email: 'other@shop.example' }) as const })
    expect(await screen.findByText(/For other@shop\.example\./)).toBeTruthy()
  })

  it('says of one that was used that the address is verified', async () => {
    history.replaceState(null, '', '/auth#verify=used')
    visitor()
    const words = 'This link was used, or a newer one was: your email address is verified.'
    show({
      'auth.verifyEmail': () => {
        throw authRefusal('BAD_REQUEST', 'otp_expired', words)
      },
      'auth.mailLink': () => Promise.resolve({ state: 'verified', message: words, canRenew: false, email: null }),
    })
    expect(await screen.findByText('Email verified')).toBeTruthy()
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.queryByText('Email not verified')).toBeNull()
  })
})

describe('the second factor (requirements §6)', () => {
  const id = (end: string) => `00000000-0000-4000-8000-00000000000${end}` as const
  const app = {
    id: id('1'),
    factorType: 'totp' as const,
    friendlyName: 'My app',
    status: 'verified' as const,
    createdAt: new Date(0),
    phone: null,
  }
  const phone = { ...app, id: id('2'), factorType: 'phone' as const, friendlyName: 'My phone', phone: '•••• 0182' }
  const halfIn = { ...customer, needsCode: true }
  const proven = (service: ReturnType<typeof fakeAuthService>) => () => {
    service.session = customer
    return { session: tokens }
  }

  it('asks for the code of the app before it goes on', async () => {
    const service = fakeAuthService(halfIn)
    const verify = vi.fn(proven(service))
    show({ 'auth.mfa.factors': () => [app], 'auth.mfa.challenge': () => ({ id: id('9'), expiresAt: 1 }), 'auth.mfa.verify': verify })
    const code = await screen.findByLabelText<HTMLInputElement>('Code')
    expect([code.inputMode, code.autocomplete]).toEqual(['numeric', 'one-time-code'])
    expect(replace).not.toHaveBeenCalled()
    await enterText(code, '12 34')
    await press('Verify')
    expect(await screen.findByText('Enter the six digits')).toBeTruthy()
    await userEvent.type(code, '56')
    await press('Verify')
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/'))
    expect(verify).toHaveBeenCalledWith({ factorId: app.id, challengeId: id('9'), code: '123456' })
    expect(events).toEqual(['MFA_CHALLENGE_VERIFIED'])
  })

  it('sends a code to a phone by the channel that was chosen, and not again at once', async () => {
    const service = fakeAuthService(halfIn)
    const challenge = vi.fn(() => ({ id: id('8'), expiresAt: 1 }))
    const verify = vi.fn(proven(service))
    show({ 'auth.mfa.factors': () => [app, phone], 'auth.mfa.challenge': challenge, 'auth.mfa.verify': verify })
    await userEvent.click(await screen.findByRole('radio', { name: /My phone/ }))
    await userEvent.click(await screen.findByRole('radio', { name: 'WhatsApp' }))
    await press('Send code')
    expect(challenge).toHaveBeenCalledWith({ factorId: phone.id, channel: 'whatsapp' })
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: /Send again in/ })).disabled).toBe(true)
    await enterText(await screen.findByLabelText('Code'), '654321')
    await press('Verify')
    await waitFor(() => expect(verify).toHaveBeenCalledWith({ factorId: phone.id, challengeId: id('8'), code: '654321' }))
  })

  it('keeps a wrong code and says so', async () => {
    fakeAuthService(halfIn)
    show({
      'auth.mfa.factors': () => [app],
      'auth.mfa.challenge': () => ({ id: id('9'), expiresAt: 1 }),
      'auth.mfa.verify': () => {
        throw authRefusal('BAD_REQUEST', 'mfa_verification_failed', 'That code is not right. Check it and try again.')
      },
    })
    await enterText(await screen.findByLabelText('Code'), '000000')
    await press('Verify')
    await findToast('alert', 'Verification failed', 'That code is not right')
    expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('000000')
  })

  it('takes a recovery code instead', async () => {
    const service = fakeAuthService(halfIn)
    const recover = vi.fn(proven(service))
    show({ 'auth.mfa.factors': () => [app], 'auth.mfa.recover': recover })
    await press('Use a recovery code')
    await enterText(await screen.findByLabelText('Recovery code'), 'abcde-12345')
    await press('Verify')
    await waitFor(() => expect(recover).toHaveBeenCalledWith({ code: 'abcde-12345' }))
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/'))
  })

  it('lets go of the sign-in when it is cancelled', async () => {
    const service = fakeAuthService(halfIn)
    service.onPost = () => {
      service.session = null
    }
    show({ 'auth.mfa.factors': () => [app] })
    await press('Cancel')
    expect(await screen.findByRole('tab', { name: 'Sign In' })).toBeTruthy()
    expect(service.posts.map(({ path }) => path)).toEqual(['signout'])
    expect(events).toEqual(['SIGNED_OUT'])
  })
})
