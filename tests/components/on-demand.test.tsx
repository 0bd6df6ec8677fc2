import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ComponentType } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onDemand } from '~/components/ui/on-demand'

interface Closing {
  onClose: () => void
}
const logged = vi.spyOn(console, 'error')
beforeEach(() => void logged.mockReturnValue())
afterEach(() => logged.mockReset())

const Dialog = ({ onClose }: Closing) => (
  <div role="dialog">
    <button onClick={onClose} ref={(button) => button?.focus()}>
      Done
    </button>
  </div>
)

/** A page with a button that opens a dialog of late code. */
function pageWith(load: () => Promise<ComponentType<Closing>>) {
  const Late = onDemand(load)
  function Page() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button onClick={() => setOpen(true)}>Open</button>
        {open && <Late onClose={() => setOpen(false)} />}
      </>
    )
  }
  return Page
}

it('says that a dialog loads from the press until it is there, and gives the focus back after it', async () => {
  let arrive: ((code: ComponentType<Closing>) => void) | undefined
  const Page = pageWith(() => new Promise((resolve) => (arrive = resolve)))
  render(<Page />)
  const opener = screen.getByRole('button', { name: 'Open' })
  await userEvent.click(opener)
  expect(screen.getByRole('status').textContent).toContain('Loading …')

  arrive?.(Dialog)
  await userEvent.click(await screen.findByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('status')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

it('says that a dialog could not be loaded, tries again at a press, and can be closed', async () => {
  const load = vi.fn<() => Promise<ComponentType<Closing>>>().mockRejectedValue(new Error('offline'))
  const Page = pageWith(load)
  render(<Page />)
  const opener = screen.getByRole('button', { name: 'Open' })
  await userEvent.click(opener)
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')

  await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('alert')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(opener))

  await userEvent.click(opener)
  await screen.findByRole('alert')
  load.mockResolvedValue(Dialog)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('dialog')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('leaves the page and its focus as they are where a part of it cannot be loaded, and offers a second try', async () => {
  const load = vi.fn<() => Promise<ComponentType>>().mockRejectedValueOnce(new Error('offline'))
  const Part = onDemand(load)
  render(
    <main>
      What is there already
      <Part />
    </main>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')
  screen.getByText('What is there already')
  expect(document.activeElement).toBe(document.body)
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  expect(logged).toHaveBeenCalledOnce()

  load.mockResolvedValueOnce(() => <p>The part</p>)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('The part')
  expect(screen.queryByRole('alert')).toBeNull()
})
