import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DeskMessages } from '~/features/cases/messages/case-messages'
import { MessageThread } from '~/features/cases/messages/message-thread'
import { UploadError } from '~/lib/send-file'
import { refusal, renderScreen } from './support/fake-api'

/** Tells the component that its parts are in the browser's window, or not. */
let tell: ((isIntersecting: boolean) => void) | undefined
beforeEach(() => {
  tell = undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        tell = (isIntersecting) => act(() => callback([{ isIntersecting }]))
      }
      observe() {}
      disconnect() {}
    },
  )
})

const messageOf = (id: string, isOwn: boolean, body: string) => ({
  id,
  isOwn,
  writer: isOwn ? 'You' : 'Our team',
  body,
  createdAt: new Date('2026-11-20T12:00:00Z'),
  readAt: null,
  pictures: [],
})
type Props = Parameters<typeof MessageThread>[0]

function show(changes: Partial<Props> = {}) {
  const props: Props = {
    thread: { messages: [messageOf('2', false, 'It needs a fan.'), messageOf('1', true, 'How is it?')], unread: 1, end: null },
    query: {
      error: null,
      isError: false,
      isFetching: false,
      refetch: vi.fn(),
      hasNextPage: false,
      isFetchingNextPage: false,
      fetchNextPage: vi.fn(),
    },
    limits: { characters: 4000, pictures: 2, bytes: 100 },
    empty: 'No messages yet.',
    hint: 'The desk reads it.',
    onSend: vi.fn(() => Promise.resolve()),
    onUpload: vi.fn((file: File) => Promise.resolve(`id of ${file.name}`)),
    onRead: vi.fn(),
    ...changes,
  }
  renderScreen(<MessageThread {...props} />, {})
  return props
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' })
const press = () => userEvent.click(screen.getByRole('button', { name: 'Send message' }))
const pick = (...files: File[]) => fireEvent.change(screen.getByLabelText('Pictures'), { target: { files } })
const file = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name, { type: 'image/png' })

describe('a message', () => {
  it('keeps what was typed when it could not be sent, and goes with what was typed when it can', async () => {
    const onSend = vi
      .fn<Props['onSend']>()
      .mockRejectedValueOnce(new Error('socket hang up'))
      .mockRejectedValueOnce(refusal('TOO_MANY_REQUESTS', 'Too many attempts. Please try again in 5 minutes.'))
      .mockResolvedValue()
    show({ onSend })
    await userEvent.type(field(), 'Which board is it?')
    await press()
    await screen.findByText(/Your message could not be sent/)
    expect(field().value).toBe('Which board is it?')
    await press()
    await screen.findByText('Too many attempts. Please try again in 5 minutes.')
    expect(field().value).toBe('Which board is it?')
    await press()
    await waitFor(() => expect(field().value).toBe(''))
    expect(onSend).toHaveBeenLastCalledWith({ body: 'Which board is it?', pictures: [] })
    expect(screen.queryByText(/Too many/)).toBeNull()
  })

  it('sends no picture before its own press, and none twice', async () => {
    const onUpload = vi
      .fn<Props['onUpload']>()
      .mockResolvedValueOnce('first')
      .mockRejectedValueOnce(new UploadError('The connection broke off. Try again.', true))
      .mockResolvedValueOnce('second')
    const { onSend } = show({ onUpload })
    pick(file('board.png'), file('fan.png'))
    expect(screen.getByRole('list', { name: 'Pictures to send' }).textContent).toContain('board.png')
    expect(onUpload).not.toHaveBeenCalled()
    await press()
    await screen.findByText('The connection broke off. Try again.')
    expect(onSend).not.toHaveBeenCalled()
    await press()
    await waitFor(() => expect(onSend).toHaveBeenCalledWith({ body: '', pictures: ['first', 'second'] }))
    expect(onUpload).toHaveBeenCalledTimes(3)
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Pictures to send' })).toBeNull())
  })

  it('takes no picture that is too large, nor one too many, and gives back what was chosen by mistake', async () => {
    show()
    pick(file('huge.png', 101), file('vast.png', 102))
    expect(screen.getByText(/Not added: huge\.png \(larger than .*\), vast\.png/)).toBeTruthy()
    pick(file('1.png'), file('2.png'), file('3.png'), file('4.png'))
    expect(screen.getByText(/Not added: 3\.png \(more than the 2 pictures of a message\), 4\.png/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Remove 1.png' }))
    expect(screen.getByRole('list', { name: 'Pictures to send' }).textContent).not.toContain('1.png')
    expect(screen.getByRole('button', { name: 'Remove 2.png' })).toBeTruthy()
  })
})

it('a half-written message survives a reload, until it is sent', async () => {
  show()
  await userEvent.type(field(), 'It still')
  cleanup()
  show()
  expect(field().value).toBe('It still')
  await userEvent.type(field(), ' hums')
  await press()
  await waitFor(() => expect(field().value).toBe(''))
  cleanup()
  show()
  expect(field().value).toBe('')
})

describe('what was written', () => {
  it('counts as read once it is on the screen, and not by being loaded', () => {
    const { onRead } = show()
    expect(onRead).not.toHaveBeenCalled()
    tell?.(true)
    tell?.(false)
    tell?.(true)
    expect(onRead).toHaveBeenCalledTimes(1)
    expect(onRead).toHaveBeenCalledWith('2')
  })

  it('stands with the newest at the end, and says why nothing more can be written', () => {
    show({
      thread: {
        messages: [messageOf('2', false, 'Later'), messageOf('1', true, 'Before')],
        unread: 0,
        end: 'This conversation has ended.',
      },
    })
    expect(screen.getByRole('region', { name: 'Conversation' }).textContent).toMatch(/Before.*Later/)
    expect(screen.getByText('This conversation has ended.')).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})

describe('the desk’s conversation', () => {
  const shown = async (email: string | null, recipient: string | null = null) => {
    const id = '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d11'
    renderScreen(<DeskMessages noun="repairs" id={id} email={email} fieldRef={() => undefined} />, {
      'cases.messages': () => ({ rows: [], nextCursor: null, unread: 0, end: null, uploadAddress: null }),
      'cases.links': () => ({ active: 0, latest: null, machines: [], recipient }),
    })
    await screen.findByRole('textbox', { name: 'Your message' })
    if (recipient !== null) await screen.findByText(new RegExp(recipient.slice(1)))
    const { textContent } = document.body
    cleanup()
    return textContent
  }

  it('promises an email to those who can get one', async () => {
    expect(await shown('ada@example.com')).toContain('gets an email if they have not read it after 10 minutes')
    const withoutAddress = await shown('')
    expect(withoutAddress).toContain('has no email address, so nothing is emailed')
    expect(withoutAddress).not.toContain('after 10 minutes')
    expect(await shown('', '+447700900123')).toContain('gets a text message at +447700900123 if they have not read it after 10 minutes')
    expect(await shown(null)).toContain('has no customer yet: nobody is told')
  })
})
