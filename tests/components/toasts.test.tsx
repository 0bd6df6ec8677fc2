import { act, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { notify } from '~/components/ui/notify'
import { Toasts } from '~/components/ui/toasts'

const say = (title: string) => notify({ title, description: 'For this browser.', tone: 'success', id: 'one place' })

/** Says something after the toasts have been drawn, and before their clocks start. */
function SayMeanwhile({ title }: { title: string }) {
  useLayoutEffect(() => say(title), [title])
  return null
}

afterEach(() => {
  vi.useRealTimers()
})

it('a notice takes the place of the last one of its id', async () => {
  render(<Toasts />)
  act(() => say('First'))
  expect(await screen.findByText('First')).toBeTruthy()
  act(() => say('Second'))
  expect(await screen.findByText('Second')).toBeTruthy()
  expect(screen.queryByText('First')).toBeNull()
})

it('a notice stays, though the last one of its id has been over since nobody could see it', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 })
  say('Long ago')
  vi.useRealTimers()
  vi.useFakeTimers()
  render(
    <>
      <Toasts />
      <SayMeanwhile title="Now" />
    </>,
  )
  // Longer than a toast takes to go.
  act(() => {
    vi.advanceTimersByTime(400)
  })
  expect(screen.getByText('Now')).toBeTruthy()
  expect(screen.queryByText('Long ago')).toBeNull()
})
