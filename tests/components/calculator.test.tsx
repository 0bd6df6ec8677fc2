import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ActiveMachine } from '~/contracts/catalogue/machines'
import { Calculator } from '~/features/site/trade-in/calculator'

const s19: ActiveMachine = {
  id: 'a',
  category: 'ASIC Miner',
  manufacturer: 'Bitmain',
  model: 'Antminer S19 Pro',
  hashrate: '110 TH/s',
  powerConsumption: '3250W',
  baseValueExcellent: 1300.5,
  baseValueGood: 1000,
  baseValueFair: 600,
  baseValuePoor: 0,
}
const m50: ActiveMachine = { ...s19, id: 'b', manufacturer: 'MicroBT', model: 'Whatsminer M50', baseValueExcellent: 900 }
const rig: ActiveMachine = { ...s19, id: 'c', category: 'GPU Rig', manufacturer: 'AMD', model: 'RX 580 rig', hashrate: '' }
const machines = [s19, m50, rig]

const category = () => screen.getByLabelText<HTMLSelectElement>('Category')
const machine = () => screen.getByLabelText<HTMLSelectElement>('Machine')
const condition = () => screen.getByLabelText<HTMLSelectElement>('Condition')
const estimate = () => screen.getByLabelText('Estimated store credit')
const start = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Start Trade-In' })
const options = (selector: HTMLElement) =>
  within(selector)
    .getAllByRole('option')
    .slice(1)
    .map((option) => option.textContent)

const show = (offered = machines, onlineRequests = true) => {
  const calculator = (list: ActiveMachine[]) => (
    <Calculator machines={list} contactEmail="desk@example.com" onlineRequests={onlineRequests} />
  )
  const view = render(calculator(offered))
  return { change: (next: ActiveMachine[]) => view.rerender(calculator(next)) }
}
const chooseS19 = async (grade = 'excellent') => {
  await userEvent.selectOptions(category(), 'ASIC Miner')
  await userEvent.selectOptions(machine(), 'Bitmain Antminer S19 Pro')
  await userEvent.selectOptions(condition(), grade)
}

describe('the calculator (requirements §2, §4, §5)', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('opens the selectors one after the other', async () => {
    show()
    expect(machine().disabled).toBe(true)
    expect(condition().disabled).toBe(true)
    expect(options(category())).toEqual(['ASIC Miner', 'GPU Rig'])

    await userEvent.selectOptions(category(), 'ASIC Miner')
    expect(options(machine())).toEqual(['Bitmain Antminer S19 Pro', 'MicroBT Whatsminer M50'])
    expect(condition().disabled).toBe(true)

    await userEvent.selectOptions(machine(), 'MicroBT Whatsminer M50')
    expect(options(condition())).toEqual([
      'Excellent (Like New)',
      'Good (Minor Wear)',
      'Fair (Functional with Wear)',
      'Poor (Not Functional / Broken)',
    ])
  })

  it('leads to the request with its choice from the start, where requests are taken online, and to an email elsewhere', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => undefined)
    show()
    const anyway = () => screen.getByRole('link', { name: 'Request it all the same' }).getAttribute('href') ?? ''
    expect(anyway()).toBe('/trade-in/submit')
    cleanup()
    const push = vi.fn(() => Promise.resolve(true))
    const replace = vi.fn(() => Promise.resolve(true))
    render(
      <RouterContext value={{ asPath: '/trade-in', pathname: '/trade-in', push, replace } as never}>
        <Calculator machines={machines} contactEmail="desk@example.com" onlineRequests />
      </RouterContext>,
    )
    await chooseS19()
    expect(anyway()).toBe('/trade-in/submit?machine=a&grade=excellent')
    for (const text of [/by email/, /the next step is an email/]) expect(screen.queryByText(text)).toBeNull()
    await userEvent.click(start())
    expect(push).toHaveBeenCalledExactlyOnceWith('/trade-in/submit?machine=a&grade=excellent')
    cleanup()
    show(machines, false)
    await chooseS19()
    expect(screen.getByText(/We agree trade-ins by email/)).toBeDefined()
    await userEvent.click(start())
    expect(screen.queryByRole('link', { name: 'Request it all the same' })).toBeNull()
    expect(screen.getByText(/the next step is an email/)).toBeDefined()
  })

  it('keeps its choice in the address, and begins with the choice of an address', async () => {
    const replace = vi.fn((_address: string, _as: undefined, _how: object) => Promise.resolve(true))
    const at = (asPath: string) =>
      render(
        <RouterContext value={{ asPath, pathname: '/trade-in', replace } as never}>
          <Calculator machines={machines} contactEmail="desk@example.com" onlineRequests />
        </RouterContext>,
      )
    at('/trade-in?machine=b&grade=fair#calculator')
    await waitFor(() => expect(machine().value).toBe('b'))
    expect([category().value, condition().value]).toEqual(['ASIC Miner', 'fair'])
    await userEvent.selectOptions(condition(), 'good')
    expect(replace).toHaveBeenLastCalledWith('/trade-in?machine=b&grade=good', undefined, { shallow: true, scroll: false })
    cleanup()
    at('/trade-in?machine=gone&grade=splendid&category=none')
    expect([category().value, machine().value]).toEqual(['', ''])
  })

  it('shows the value for the condition, and a dash while the choice is incomplete', async () => {
    show()
    expect(estimate().textContent).toBe('–')
    await chooseS19()
    expect(estimate().textContent).toBe('€1,300.50')
    expect(estimate().getAttribute('aria-live')).toBe('polite')
    screen.getByText('110 TH/s')
    screen.getByText('3250W')
  })

  it('clears what follows a choice that is made anew', async () => {
    show()
    await chooseS19()
    await userEvent.selectOptions(machine(), 'MicroBT Whatsminer M50')
    expect(condition().value).toBe('')
    expect(estimate().textContent).toBe('–')

    await chooseS19()
    await userEvent.selectOptions(category(), 'GPU Rig')
    expect(machine().value).toBe('')
    expect(condition().value).toBe('')
    expect(condition().disabled).toBe(true)
  })

  it('starts only with a value, logs, sends nothing, and says what comes next', async () => {
    const logged = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const fetched = vi.fn()
    vi.stubGlobal('fetch', fetched)
    show(machines, false)
    expect(start().disabled).toBe(true)
    await chooseS19('poor')
    expect([estimate().textContent, start().disabled]).toEqual(['€0.00', true])
    await userEvent.selectOptions(condition(), 'good')
    await userEvent.click(start())

    expect(logged).toHaveBeenCalledOnce()
    expect(fetched).not.toHaveBeenCalled()
    screen.getByText(/Nothing has been sent/)
    const href = screen.getByRole('link', { name: 'Email this estimate to desk@example.com' }).getAttribute('href') ?? ''
    expect(href).toMatch(/^mailto:desk@example\.com\?/)
    expect(decodeURIComponent(href)).toContain('Bitmain Antminer S19 Pro')
    expect(decodeURIComponent(href)).toContain('€1,000.00')
  })

  it('keeps the choice when a value changes live, and follows the value', async () => {
    const { change } = show()
    await chooseS19()
    change([{ ...s19, baseValueExcellent: 1450 }, m50])
    expect(machine().value).toBe('a')
    expect(estimate().textContent).toBe('€1,450.00')
  })

  it('forgets a machine that leaves the catalogue, even when it comes back', async () => {
    const { change } = show()
    await chooseS19()
    change([m50, rig])
    expect(category().value).toBe('ASIC Miner')
    expect(machine().value).toBe('')
    change(machines)
    expect(machine().value).toBe('')
    expect(estimate().textContent).toBe('–')

    change([rig])
    expect(category().value).toBe('')
  })

  it('says so when there is no machine to choose', () => {
    show([])
    expect(category().disabled).toBe(true)
    screen.getByText(/empty at the moment/)
    expect(screen.queryByText('All trade-in values')).toBeNull()
  })

  it('tells namesakes apart by their hashrate', async () => {
    show([s19, { ...s19, id: 'd', hashrate: '104 TH/s' }])
    await userEvent.selectOptions(category(), 'ASIC Miner')
    expect(options(machine())).toEqual(['Bitmain Antminer S19 Pro (110 TH/s)', 'Bitmain Antminer S19 Pro (104 TH/s)'])
  })

  it('lists every value when the list is opened', async () => {
    show()
    await userEvent.click(screen.getByText('All trade-in values'))
    const row = await screen.findByRole('row', { name: /Bitmain Antminer S19 Pro/ })
    expect(row.textContent).toBe('Bitmain Antminer S19 Pro€1,300.50€1,000.00€600.00€0.00')
  })
})
