import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { LastUpdated } from '~/features/site/legal/legal-screen'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('shows the day of the making in the HTML and the visitor’s day afterwards, without a mismatch', () => {
  vi.useFakeTimers({ now: new Date(2027, 1, 3, 12), toFake: ['Date'] })
  const failures = vi.spyOn(console, 'error').mockImplementation(() => {})
  const container = document.createElement('p')
  container.innerHTML = renderToString(<LastUpdated madeOn="2026-11-21" />)
  expect(container.textContent).toBe('Last updated: 21 November 2026')

  document.body.append(container)
  render(<LastUpdated madeOn="2026-11-21" />, { container, hydrate: true })
  expect(container.textContent).toBe('Last updated: 3 February 2027')
  expect(screen.getByText('3 February 2027').getAttribute('datetime')).toBe('2027-02-03')
  expect(failures).not.toHaveBeenCalled()
  container.remove()
})
