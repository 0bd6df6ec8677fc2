import { cleanup, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { onDemand } from '~/components/ui/on-demand'

it('leaves the page as it is where a part cannot be loaded, says so, and tries again at the next opening', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const load = vi.fn<() => Promise<() => string>>().mockRejectedValueOnce(new Error('offline'))
  const Part = onDemand(load)
  render(
    <main>
      What is there already
      <Part />
    </main>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')
  screen.getByText('What is there already')
  expect(logged).toHaveBeenCalledOnce()

  cleanup()
  load.mockResolvedValueOnce(() => 'The part')
  render(<Part />)
  await screen.findByText('The part')
  expect(screen.queryByRole('alert')).toBeNull()
})
