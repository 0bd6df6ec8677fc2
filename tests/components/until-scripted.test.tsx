import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { untilScripted, waitingPart } from '~/lib/until-scripted'

function show() {
  const pressed = vi.fn()
  const entered = vi.fn<(value: string) => void>()
  render(
    <div data-testid="part" {...waitingPart}>
      <button onClick={pressed}>Open</button>
      <input aria-label="Name" onInput={(event) => entered(event.currentTarget.value)} />
    </div>,
  )
  return { pressed, entered, part: screen.getByTestId('part') }
}

it('keeps what is done before anybody watches the part, and asks for its script at once then', () => {
  const { pressed, entered, part } = show()
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Ada' } })
  expect(pressed).not.toHaveBeenCalled()

  const need = vi.fn()
  const wait = untilScripted(part, need)
  expect(need).toHaveBeenCalled()
  entered.mockClear()
  wait.end('repeat')
  expect(pressed).toHaveBeenCalledOnce()
  expect(entered).toHaveBeenCalledExactlyOnceWith('Ada')
})

it('leaves a part alone once its script is there, and forgets what was done in one that goes', () => {
  const { pressed, part } = show()
  untilScripted(part, () => undefined).end('repeat')
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(pressed).toHaveBeenCalledOnce()

  const wait = untilScripted(part, () => undefined)
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  wait.end('forget')
  expect(pressed).toHaveBeenCalledOnce()
})
