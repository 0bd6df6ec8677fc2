import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  CONFIRM_ANSWER,
  SUBSCRIBE_ANSWER,
  UNSUBSCRIBE_ANSWER,
  UNSUBSCRIBE_LINK_ANSWER,
  type NewsletterLinkState,
} from '~/contracts/site/newsletter'
import { NewsletterScreen } from '~/features/site/newsletter/newsletter-screen'
import '~/features/site/newsletter/ended-link'
import '~/features/site/newsletter/follow-link'
import { refusal } from './support/fake-api'

const { link, confirm, unsubscribe, subscribe, sendUnsubscribeLink } = vi.hoisted(() => ({
  link: vi.fn<(input: { purpose: string; token: string }) => Promise<{ state: NewsletterLinkState }>>(),
  confirm: vi.fn<(input: { token: string }) => Promise<{ message: string }>>(),
  unsubscribe: vi.fn<(input: { token: string }) => Promise<{ message: string }>>(),
  subscribe: vi.fn<(input: { email: string }) => Promise<{ message: string }>>(),
  sendUnsubscribeLink: vi.fn<(input: { email: string }) => Promise<{ message: string }>>(),
}))
vi.mock('~/trpc/vanilla-client', () => ({
  vanillaClient: {
    newsletter: {
      link: { mutate: link },
      confirm: { mutate: confirm },
      unsubscribe: { mutate: unsubscribe },
      subscribe: { mutate: subscribe },
      sendUnsubscribeLink: { mutate: sendUnsubscribeLink },
    },
  },
}))

const TOKEN = '0d4f8e0a-6a3e-4b52-9b57-2f9d6a1c3e11.secret'
const open = (fragment: string) => {
  history.replaceState(null, '', `/newsletter${fragment}`)
  render(<NewsletterScreen contactEmail="hello@example.com" />)
}

beforeEach(() => {
  vi.resetAllMocks()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  link.mockResolvedValue({ state: 'good' })
})

describe('the page that the links of the newsletter lead to', () => {
  it.each([
    ['confirm', confirm, 'Confirm subscription', CONFIRM_ANSWER],
    ['unsubscribe', unsubscribe, 'Unsubscribe', UNSUBSCRIBE_ANSWER],
  ] as const)('%s: changes nothing before the press, and says then what is done', async (purpose, call, button, answer) => {
    call.mockResolvedValue({ message: answer })
    open(`#${purpose}=${TOKEN}`)
    const press = await screen.findByRole('button', { name: button })
    expect(call).not.toHaveBeenCalled()
    // It stays in no history and no screenshot.
    expect(location.hash).toBe('')
    await userEvent.click(press)
    expect((await screen.findByRole('status')).textContent).toBe(answer)
    expect(call).toHaveBeenCalledExactlyOnceWith({ token: TOKEN })
    expect(screen.queryByRole('button', { name: button })).toBeNull()
  })

  it.each([
    ['confirm', /This link was used: you are subscribed/],
    ['unsubscribe', /This address is not on our list any more/],
  ] as const)('%s: a link that has done its work says so, and has no button', async (purpose, words) => {
    link.mockResolvedValue({ state: 'done' })
    open(`#${purpose}=${TOKEN}`)
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('one that has ended says so at once, and another is asked for on the same screen', async () => {
    link.mockResolvedValue({ state: 'ended' })
    const words = 'Please enter a valid email address'
    subscribe.mockRejectedValueOnce(refusal('BAD_REQUEST', `email: ${words}`, { email: [words] }))
    subscribe.mockResolvedValueOnce({ message: SUBSCRIBE_ANSWER })
    open(`#confirm=${TOKEN}`)
    expect((await screen.findByRole('alert')).textContent).toMatch(/It has ended, or was copied only in part/)
    const field = screen.getByLabelText<HTMLInputElement>('Email')
    await userEvent.type(field, 'ada@')
    await userEvent.click(screen.getByRole('button', { name: 'Send me a new link' }))
    expect(await screen.findByText(words)).toBeTruthy()
    expect(field.value).toBe('ada@')
    await userEvent.type(field, 'example.com')
    await userEvent.click(screen.getByRole('button', { name: 'Send me a new link' }))
    expect(await screen.findByText(SUBSCRIBE_ANSWER)).toBeTruthy()
    expect(subscribe).toHaveBeenLastCalledWith({ email: 'ada@example.com', website: '' })
  })

  it('half of one says so at once, and another that unsubscribes is asked for on the same screen', async () => {
    sendUnsubscribeLink.mockResolvedValueOnce({ message: UNSUBSCRIBE_LINK_ANSWER })
    link.mockRejectedValue(refusal('BAD_REQUEST', 'token: The link is not valid', { token: ['The link is not valid'] }))
    open('#unsubscribe=half')
    expect((await screen.findByRole('alert')).textContent).toMatch(/It was copied only in part/)
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com')
    await userEvent.click(screen.getByRole('button', { name: 'Send me a new link' }))
    expect(await screen.findByText(UNSUBSCRIBE_LINK_ANSWER)).toBeTruthy()
    expect(sendUnsubscribeLink).toHaveBeenCalledExactlyOnceWith({ email: 'ada@example.com', website: '' })
    expect(subscribe).not.toHaveBeenCalled()
  })

  it('keeps its button where the link cannot be looked at or followed, and says what happened', async () => {
    link.mockRejectedValue(new Error('Failed to fetch'))
    confirm.mockRejectedValueOnce(new Error('Failed to fetch'))
    confirm.mockResolvedValueOnce({ message: CONFIRM_ANSWER })
    open(`#confirm=${TOKEN}`)
    const press = await screen.findByRole('button', { name: 'Confirm subscription' })
    await userEvent.click(press)
    expect(await screen.findByText('We could not reach the server. Please try again.')).toBeTruthy()
    await userEvent.click(press)
    expect(await screen.findByText(CONFIRM_ANSWER)).toBeTruthy()
    // A failure does not outlive success.
    expect(screen.queryByText(/could not reach the server/)).toBeNull()
  })

  it('without a link says where it is', async () => {
    open('')
    expect(await screen.findByRole('heading', { name: 'Open the link in our email' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See the products' }).getAttribute('href')).toBe('/products')
  })

  it('takes a second link that is opened in the same tab', async () => {
    open('')
    await screen.findByRole('heading', { name: 'Open the link in our email' })
    act(() => {
      location.hash = `unsubscribe=${TOKEN}`
    })
    expect(await screen.findByRole('heading', { name: 'Unsubscribe from the newsletter' })).toBeTruthy()
  })
})
