import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getProviders, getSession, signIn, useSession } from 'next-auth/react'
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Toasts } from '~/components/ui/toasts'
import { AuthScreen } from '~/features/auth/auth-screen'
import { routerAt } from '../setup/router'
import { clearToasts, findToast } from './support/toasts'

vi.mock('next-auth/react', () => ({ getProviders: vi.fn(), getSession: vi.fn(), signIn: vi.fn(), useSession: vi.fn() }))

const replace = vi.fn(() => Promise.resolve(true))
const show = (status: 'loading' | 'unauthenticated' | 'authenticated') => {
  vi.mocked(useSession).mockReturnValue({ status, data: null, update: async () => null } as ReturnType<typeof useSession>)
  return render(
    <RouterContext.Provider value={{ ...routerAt('/auth'), replace }}>
      <AuthScreen />
      <Toasts />
    </RouterContext.Provider>,
  )
}
const answer = (status: number) =>
  vi.mocked(signIn).mockResolvedValue({ ok: status === 200, status, error: status === 200 ? null : 'CredentialsSignin', url: null })
const session = { expires: '2030-01-01T00:00:00.000Z' }
const submit = async (email = 'Admin@Shop.example', password = 'secret words') => {
  await userEvent.type(screen.getByLabelText('Email'), email)
  await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.mocked(getProviders).mockResolvedValue({} as never)
  vi.mocked(getSession).mockResolvedValue(session)
  answer(200)
})
afterEach(() => {
  clearToasts()
  vi.clearAllMocks()
})

describe('the sign-in screen (spec §2 Sign-in, §4 Auth page, §8)', () => {
  it("shows 'Loading...' while it is not known who is there", () => {
    show('loading')
    expect(screen.getByRole('status').textContent).toBe('Loading...')
    expect(screen.queryByRole('tab')).toBeNull()
  })

  it('sends a signed-in user to the home page', async () => {
    show('authenticated')
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/'))
  })

  it("has a card titled 'Welcome' with the tab Sign In chosen", () => {
    show('unauthenticated')
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome' })).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'Sign In' }).getAttribute('aria-selected')).toBe('true')
  })

  it('shows and hides the password', async () => {
    show('unauthenticated')
    const password = screen.getByLabelText<HTMLInputElement>('Password')
    expect(password.type).toBe('password')
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password.type).toBe('text')
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(password.type).toBe('password')
  })

  it('sends nothing before both fields are filled', async () => {
    show('unauthenticated')
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
    expect(await screen.findByText('Email is required')).toBeTruthy()
    expect(screen.getByText('Password is required')).toBeTruthy()
    expect(signIn).not.toHaveBeenCalled()
  })

  it("reads 'Signing In...' and is disabled while it runs", async () => {
    let finish: (value: never) => void = () => undefined
    vi.mocked(signIn).mockReturnValue(new Promise((resolve) => (finish = resolve)))
    show('unauthenticated')
    await submit()
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Signing In...' })).disabled).toBe(true)
    expect(signIn).toHaveBeenCalledWith('credentials', { email: 'admin@shop.example', password: 'secret words', redirect: false })
    finish({ ok: true, status: 200, error: null, url: '/' } as never)
    await screen.findByRole('button', { name: 'Sign In' })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('says that the credentials are wrong and keeps what was typed', async () => {
    answer(401)
    show('unauthenticated')
    await submit()
    await findToast('alert', 'Sign In Failed', 'Invalid login credentials')
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('Admin@Shop.example')
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('secret words')
  })

  it.each([
    ['the server is out of reach', () => vi.mocked(getProviders).mockResolvedValue(null)],
    ['the connection breaks', () => vi.mocked(signIn).mockRejectedValue(new TypeError('Failed to fetch'))],
    ['the answer is a failure of its own', () => answer(500)],
    ['no session came of it', () => vi.mocked(getSession).mockResolvedValue(null)],
  ])('says so when %s', async (_, happens) => {
    happens()
    show('unauthenticated')
    await submit()
    await findToast('alert', 'Sign In Failed', 'The server could not be reached')
  })
})
