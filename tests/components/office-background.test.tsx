import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createTRPCClient, TRPCClientError } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AdminSidebar } from '~/components/layouts/admin-sidebar'
import { notifyError } from '~/components/ui/notify'
import { AuthProvider } from '~/components/auth/auth-provider'
import { NavMarks } from '~/features/office/shell/nav-marks'
import { OfflineBanner } from '~/features/office/shell/offline-banner'
import { useSaveKey } from '~/features/office/shell/use-save-key'
import { useScanner } from '~/features/office/shell/use-scanner'
import type { AppRouter } from '~/server/api/root'
import { timeLimitLink } from '~/trpc/time-limit'
import { renderScreen } from './support/fake-api'
import { findToast } from './support/toasts'

/** The back office's work beside its screens. */

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('the banner of a device without a network', () => {
  it('comes and goes with it', () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    renderScreen(<OfflineBanner />, {})
    expect(screen.queryByText(/You are offline/)).toBeNull()
    online.mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(screen.getByText(/You are offline/)).toBeDefined()
    online.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(screen.queryByText(/You are offline/)).toBeNull()
  })
})

describe('the marks of the navigation', () => {
  it('count cases with unread messages, beside links that are called as ever', async () => {
    renderScreen(
      <AuthProvider viewer={{ email: 'admin@example.com', isAdmin: true, needsCode: false }} onSignedOut={() => undefined}>
        <AdminSidebar email="admin@example.com" />
        <NavMarks />
      </AuthProvider>,
      { 'cases.unread': () => ({ repairs: 3, tradeIns: 0 }) },
    )
    const link = screen.getByRole('link', { name: 'Repairs' })
    await waitFor(() => expect(link.getAttribute('aria-describedby')).not.toBeNull())
    expect(document.getElementById(link.getAttribute('aria-describedby') ?? '')?.textContent).toBe('3 cases with unread messages')
    expect(screen.getByRole('link', { name: 'Trade-ins' }).getAttribute('aria-describedby')).toBeNull()
    expect(screen.getByRole('link', { name: 'Your account' }).getAttribute('href')).toBe('/account/profile')
  })
})

describe('a scanner', () => {
  function Scanned() {
    useScanner()
    return (
      <>
        <input aria-label="A field" />
        <input type="search" aria-label="A search" />
      </>
    )
  }
  const show = () => {
    const codes: string[] = []
    renderScreen(<Scanned />, {
      'admin.scan': ({ code }) => {
        codes.push(code)
        return code === 'SN-0042x' ? { noun: 'repairs', id: 'r-1', title: 'REP-7', detail: '' } : null
      },
    })
    return codes
  }
  const left = () => screen.getByTestId('left-for').textContent
  let clock = 0
  /** Presses keys so many milliseconds apart, by the events' own clock: a busy machine is as quick. @returns which keys the page has kept */
  const press = (target: EventTarget, text: string, gap = 5) => {
    clock += 1_000
    return [...Array.from(text), 'Enter'].filter((key) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: (clock += gap) })
      return !target.dispatchEvent(event)
    })
  }

  it('opens the case of its code, and keeps its keys from the short cuts of the page', async () => {
    show()
    expect(press(document.body, 'SN-0042x')).toEqual(['4', '2', 'x', 'Enter'])
    await waitFor(() => expect(left()).toBe('/admin/repairs/REP-7'))
  })

  it('says so of a code that nothing has', async () => {
    show()
    press(document.body, 'UNKNOWN-1')
    await findToast('alert', 'Nothing has the code UNKNOWN-1')
  })

  it('leaves fields alone, and what people type', async () => {
    const codes = show()
    expect(press(screen.getByLabelText('A field'), 'SN-0042x')).toEqual([])
    expect(press(document.body, 'SN-0042x', 130)).toEqual([])
    expect(press(document.body, 'jjjjjjk')).toEqual([])
    expect(codes).toEqual([])
    // A search keeps the text, and leads on where the code names something.
    expect(press(screen.getByLabelText('A search'), 'SN-0042x')).toEqual([])
    await waitFor(() => expect(left()).toBe('/admin/repairs/REP-7'))
  })
})

describe('Ctrl and Enter', () => {
  it('save the form that somebody is in', async () => {
    const saved: string[] = []
    function Forms() {
      useSaveKey()
      return ['first', 'second'].map((name) => (
        <form
          key={name}
          onSubmit={(event) => {
            event.preventDefault()
            saved.push(name)
          }}
        >
          <textarea aria-label={name} />
          <button type="submit">Save {name}</button>
        </form>
      ))
    }
    renderScreen(
      <main>
        <Forms />
      </main>,
      {},
    )
    const user = userEvent.setup()
    await user.keyboard('{Control>}{Enter}{/Control}')
    // Of two forms neither is meant.
    expect(saved).toEqual([])
    await user.click(screen.getByLabelText('second'))
    await user.keyboard('text{Enter}{Control>}{Enter}{/Control}')
    expect(saved).toEqual(['second'])
  })
})

describe('a call that is not answered', () => {
  const clientOf = (asked: { path: string; signal: AbortSignal | null | undefined }[]) =>
    createTRPCClient<AppRouter>({
      links: [
        timeLimitLink,
        () =>
          ({ op }) =>
            observable((observer) => {
              asked.push({ path: op.path, signal: op.signal })
              // As a browser answers a request that is given up.
              op.signal?.addEventListener('abort', () => observer.error(TRPCClientError.from(new Error('aborted'))))
            }),
      ],
    })

  it('is given up after ten seconds, with what to do in the toast', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const asked: { path: string; signal: AbortSignal | null | undefined }[] = []
    const call = clientOf(asked).orders.list.query({})
    const failure = call.catch((reason: unknown) => reason)
    await vi.advanceTimersByTimeAsync(9_900)
    expect(asked[0]?.signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    const error = await failure
    expect(asked[0]?.signal?.aborted).toBe(true)
    expect(error).toBeInstanceOf(TRPCClientError)
    vi.useRealTimers()
    renderScreen(null, {})
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    notifyError('Failed to fetch orders', error)
    expect((await findToast('alert', 'Failed to fetch orders')).textContent).toContain(
      'did not answer within 10 seconds. Check your connection, then try again.',
    )
  })

  it('may take its time where it works on many rows, and is given up by its caller at once', async () => {
    vi.useFakeTimers()
    const asked: { path: string; signal: AbortSignal | null | undefined }[] = []
    const client = clientOf(asked)
    let settled = false
    void client.orders.updateStatuses.mutate({ ids: [], status: 'pending' }).finally(() => (settled = true))
    const leaving = new AbortController()
    const left = client.orders.list.query({}, { signal: leaving.signal }).catch(() => undefined)
    const leftAt = Date.now()
    leaving.abort()
    await left
    expect(Date.now()).toBe(leftAt)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked.map(({ path, signal }) => [path, signal?.aborted ?? false])).toEqual([
      ['orders.updateStatuses', false],
      ['orders.list', true],
    ])
    expect(settled).toBe(false)
  })
})
