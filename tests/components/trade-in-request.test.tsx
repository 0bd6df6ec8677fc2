import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { TradeInForm } from '~/features/requests/trade-in-form'

const request = vi.hoisted(() => vi.fn())
vi.mock('~/trpc/vanilla-client', () => ({ vanillaClient: { tradeIns: { request: { mutate: request } } } }))

const ID = '11111111-1111-4111-8111-111111111111'
const machines = [
  {
    id: ID,
    manufacturer: 'Bitmain',
    model: 'Antminer S19',
    category: 'ASIC Miner',
    hashrate: '',
    powerConsumption: '',
    baseValueExcellent: 900,
    baseValueGood: 800,
    baseValueFair: 500,
    baseValuePoor: 100,
  },
]
const show = () => render(<TradeInForm machines={machines} signedInAs={null} />)
const row = (number: number) => within(screen.getByRole('listitem', { name: `Machine ${number}` }))
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit trade-in' }))

beforeEach(() => {
  localStorage.clear()
  request.mockReset()
  window.history.replaceState(null, '', `/trade-in/submit?machine=${ID}&grade=good`)
})

describe('the form of a trade-in', () => {
  it('begins with the choice of the address, survives a reload, and is forgotten once it was sent', async () => {
    request.mockResolvedValue({ state: 'waiting', noun: 'tradeIns', email: 'ada@example.com' })
    const first = show()
    expect(screen.getByText('€800.00', { selector: 'output' })).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Name'), 'Ada')
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com')
    first.unmount()
    show()
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ada')
    await submit()
    expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Check your email' }))
    expect(request).toHaveBeenCalledOnce()
    expect(request.mock.calls[0]?.[0]).toMatchObject({
      machines: [{ machineId: ID, grade: 'good' }],
      customer: { fullName: 'Ada', email: 'ada@example.com' },
    })
    expect(localStorage.getItem('request-tradeIns')).toBeNull()
  })

  it('says beside each row what is wrong, sends nothing, and loses nothing', async () => {
    show()
    await userEvent.click(screen.getByText('Add many machines at once'))
    await userEvent.type(screen.getByLabelText('List of machines'), 'Toaster,good,1')
    await userEvent.click(screen.getByRole('button', { name: 'Add the list' }))
    expect(row(2).getByText('‘Toaster’ is not in the list of machines.')).toBeTruthy()
    await submit()
    expect(row(2).getByText('Choose a machine', { selector: 'p' })).toBeTruthy()
    expect(screen.getByText('Name is required')).toBeTruthy()
    expect(request).not.toHaveBeenCalled()
    expect(row(2).getByLabelText<HTMLInputElement>('Serial number').value).toBe('1')
  })
})
