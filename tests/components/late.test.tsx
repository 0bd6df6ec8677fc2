import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot, type Root } from 'react-dom/client'
import { prerender } from 'react-dom/static'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { late } from '~/components/late'
import { untilScripted, waitingPart } from '~/lib/until-scripted'
import { useHydrating } from '~/lib/use-hydrating'

interface Names {
  one: string
  two: string
}

/** A field as React controls it: it is drawn again as soon as React has it, and shows then what its state says. */
function Choice({ one, two }: Names) {
  const [chosen, choose] = useState('all')
  const hydrating = useHydrating()
  return (
    <>
      <select aria-label="Kind" value={chosen} onChange={(event) => choose(event.target.value)}>
        <option value="all">All</option>
        <option value="one">{one}</option>
        <option value="two">{two}</option>
      </select>
      <output aria-busy={hydrating}>{chosen}</output>
    </>
  )
}

const names = { one: 'One', two: 'Two' }

/** The part as a server sends it, in a page whose scripts have not run. */
async function served() {
  const { window } = globalThis
  vi.stubGlobal('window', undefined)
  const Part = late(() => Promise.resolve(Choice))
  const { prelude } = await prerender(<Part {...names} />)
  vi.stubGlobal('window', window)
  document.body.innerHTML = `<div id="root">${await new Response(prelude).text()}</div>`
  const root = document.querySelector('#root')
  const field = document.querySelector('select')
  if (!root || !field) throw new Error('The part has no field')
  return { root, field }
}

/** React takes the page over up to the part, whose code comes when `arrive` says so. */
async function hydrate(container: Element) {
  let resolve: (code: typeof Choice) => void = () => undefined
  const code = new Promise<typeof Choice>((settle) => (resolve = settle))
  const load = vi.fn(() => code)
  const Part = late(load)
  const root = hydrateRoot(container, <Part {...names} />)
  roots.push(root)
  await vi.waitFor(() => expect(load).toHaveBeenCalled())
  return {
    /** The code is there, and React has not come to use it. */
    arrive: async () => {
      resolve(Choice)
      for (let index = 0; index < 20; index++) await Promise.resolve()
    },
    show: (props: Names) => flushSync(() => root.render(<Part {...props} />)),
  }
}

/** What a browser does when a visitor chooses: both events at once. */
function choose(field: HTMLSelectElement, value: string) {
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

const state = () => document.querySelector('output')?.textContent
const waits = () => document.querySelector('[data-waiting]') !== null
const roots: Root[] = []

describe('a part whose code comes late', () => {
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  })
  afterEach(() => {
    for (const root of roots.splice(0)) root.unmount()
    document.body.innerHTML = ''
  })

  it('counts a choice made between the arrival of the code and React’s use of it', async () => {
    const { root, field } = await served()
    const { arrive } = await hydrate(root)
    await arrive()
    choose(field, 'two')

    await vi.waitFor(() => expect(waits()).toBe(false))
    await vi.waitFor(() => expect(state()).toBe('two'))
    expect(field.value).toBe('two')
  })

  it('counts a choice made before the first script', async () => {
    const { root, field } = await served()
    field.value = 'two'
    const { arrive } = await hydrate(root)
    await arrive()

    await vi.waitFor(() => expect(waits()).toBe(false))
    await vi.waitFor(() => expect(state()).toBe('two'))
    expect(field.value).toBe('two')
  })

  it('keeps the page of the server, and what was done in it, when other props come with the code', async () => {
    const { root, field } = await served()
    const { arrive, show } = await hydrate(root)
    choose(field, 'two')
    await arrive()
    show({ one: 'Un', two: 'Deux' })

    await vi.waitFor(() => expect(field.options[2]).toHaveProperty('text', 'Deux'))
    await vi.waitFor(() => expect(state()).toBe('two'))
    expect(document.querySelector('select')).toBe(field)
    expect(field.value).toBe('two')
  })
})

describe('what is done while a part waits', () => {
  function showPart() {
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

  it('keeps what is done before anybody watches the part, and asks for its script at once then', async () => {
    const { pressed, entered, part } = showPart()
    fireEvent.click(screen.getByRole('button', { name: 'Open' }))
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Ada' } })
    expect(pressed).not.toHaveBeenCalled()

    const need = vi.fn()
    const wait = untilScripted(part, need)
    expect(need).toHaveBeenCalled()
    entered.mockClear()
    wait.end('repeat')
    await vi.waitFor(() => expect(entered).toHaveBeenCalled())
    expect(pressed).toHaveBeenCalledOnce()
    expect(entered).toHaveBeenCalledExactlyOnceWith('Ada')
  })

  it('leaves a part alone once its script is there, and forgets what was done in one that goes', () => {
    const { pressed, part } = showPart()
    untilScripted(part, () => undefined).end('repeat')
    fireEvent.click(screen.getByRole('button', { name: 'Open' }))
    expect(pressed).toHaveBeenCalledOnce()

    const wait = untilScripted(part, () => undefined)
    fireEvent.click(screen.getByRole('button', { name: 'Open' }))
    wait.end('forget')
    expect(pressed).toHaveBeenCalledOnce()
  })
})
