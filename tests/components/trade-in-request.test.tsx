import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TRPCClientError } from '@trpc/client'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { TradeInForm } from '~/features/cases/customer/requests/trade-in-form'
import { formatEuro } from '~/lib/money'
import { enterText } from './support/enter-text'

const request = vi.hoisted(() => vi.fn())
vi.mock('~/lib/money', { spy: true })
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
const emptyRow = { machineId: '', grade: '', serialNumber: '' }
/** Shows the form, once what was stored has been read. */
const show = async () => {
  const view = render(<TradeInForm machines={machines} signedInAs={null} />)
  await screen.findByLabelText('Remarks')
  return view
}
const row = (number: number) => within(screen.getByRole('listitem', { name: `Machine ${number}` }))
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit trade-in' }))

beforeEach(() => {
  localStorage.clear()
  request.mockReset()
  window.history.replaceState(null, '', `/trade-in/submit?machine=${ID}&grade=good`)
})

describe('the form of a trade-in', () => {
  it('that was stored takes the next choice of the calculator up, once', async () => {
    const grades = () => screen.getAllByLabelText<HTMLSelectElement>('Condition').map(({ value }) => value)
    const first = await show()
    await userEvent.type(row(1).getByLabelText('Serial number'), 'A1')
    first.unmount()
    const reloaded = await show()
    expect(grades()).toEqual(['good'])
    reloaded.unmount()
    window.history.replaceState(null, '', `/trade-in/submit?machine=${ID}&grade=fair`)
    const chosen = await show()
    expect(grades()).toEqual(['good', 'fair'])
    expect(row(1).getByLabelText<HTMLInputElement>('Serial number').value).toBe('A1')
    await userEvent.click(screen.getByRole('button', { name: 'Remove machine 2' }))
    chosen.unmount()
    await show()
    expect(grades()).toEqual(['good'])
  })

  it('that was sent in another tab says so, and makes room for another one', async () => {
    const conflict = new TRPCClientError('This request has been sent already. Reload the page to begin another one.', {
      result: { error: { code: -32009, message: '', data: { code: 'CONFLICT', httpStatus: 409 } } },
    })
    request.mockRejectedValue(conflict)
    const first = await show()
    await userEvent.type(screen.getByLabelText('Name'), 'Ada')
    await enterText(screen.getByLabelText('Email'), 'ada@example.com')
    await submit()
    expect(await screen.findByText(/has been sent already/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ada')
    await enterText(screen.getByLabelText('Remarks'), 'Once more')
    first.unmount()
    await show()
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('')
    const drafts = [localStorage.getItem('request-tradeIns'), request.mock.calls[0]?.[0]]
    expect(drafts).toMatchObject([null, { draft: expect.any(String) as string }])
  })

  it('draws what was typed into again, and not every machine with it', async () => {
    const rows = Array.from({ length: 20 }, (_row, index) => ({ machineId: ID, grade: 'good', serialNumber: String(index) }))
    localStorage.setItem('request-tradeIns', JSON.stringify({ draft: 'd', key: 'k', values: { rows }, files: [] }))
    window.history.replaceState(null, '', '/trade-in/submit')
    await show()
    const name = screen.getByLabelText('Name')
    vi.mocked(formatEuro).mockClear()
    fireEvent.change(name, { target: { value: 'Ada' } })
    // The sum of all, and no machine's own.
    expect(formatEuro).toHaveBeenCalledOnce()
    vi.mocked(formatEuro).mockClear()
    fireEvent.change(screen.getByDisplayValue('19'), { target: { value: 'SN' } })
    expect(formatEuro).toHaveBeenCalledTimes(2)
  })

  it('goes to the first field that is wrong, marks selects too, and lets go of what is mended', async () => {
    window.history.replaceState(null, '', '/trade-in/submit')
    await show()
    await submit()
    const [machine, condition] = [row(1).getByLabelText('Machine'), row(1).getByLabelText('Condition')]
    await waitFor(() => expect(document.activeElement).toBe(machine))
    for (const field of [machine, condition, screen.getByLabelText('Name')]) expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByLabelText('Remarks').getAttribute('aria-invalid')).toBe('false')
    await userEvent.selectOptions(condition, 'good')
    await userEvent.type(screen.getByLabelText('Name'), 'Ada')
    for (const field of [condition, screen.getByLabelText('Name')]) expect(field.getAttribute('aria-invalid')).toBe('false')
    expect(machine.getAttribute('aria-invalid')).toBe('true')
    await userEvent.type(screen.getByLabelText('Email'), 'ada')
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
  })

  it('keeps the shop’s refusal beside its row until that row is changed', async () => {
    const told = 'Bitmain Antminer S19 is no longer accepted as a trade-in. Choose another machine, or remove it.'
    request.mockRejectedValue(
      new TRPCClientError(told, {
        result: {
          error: {
            code: -32600,
            message: told,
            data: { code: 'BAD_REQUEST', httpStatus: 400, zodError: { fieldErrors: { 'machines.0.machineId': [told] } } },
          },
        },
      }),
    )
    await show()
    await userEvent.type(screen.getByLabelText('Name'), 'Ada')
    await enterText(screen.getByLabelText('Email'), 'ada@example.com')
    await submit()
    expect(await row(1).findByText(told)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(row(1).getByLabelText('Machine')))
    await userEvent.type(screen.getByLabelText('Remarks'), 'x')
    expect(row(1).getByText(told)).toBeTruthy()
    await userEvent.selectOptions(row(1).getByLabelText('Machine'), 'My machine is not listed')
    expect(row(1).queryByText(told)).toBeNull()
  })

  it('finds ‘S19’, takes a list that is pasted, a quantity, and a machine that is not listed', async () => {
    request.mockResolvedValue({ state: 'waiting', noun: 'tradeIns', email: 'ada@example.com' })
    window.history.replaceState(null, '', '/trade-in/submit')
    await show()
    const search = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Find your machine' })
    const first = search()
    await userEvent.type(first, 'S')
    // The field with the list takes the place of the first one, with its text and the focus.
    await waitFor(() => expect(search()).not.toBe(first))
    expect([search().value, search().selectionStart]).toEqual(['S', 1])
    expect(document.activeElement).toBe(search())
    await userEvent.keyboard('19')
    await userEvent.click(await screen.findByRole('option', { name: /Up to €900/ }))
    await userEvent.selectOptions(row(1).getByLabelText('Condition'), 'good')
    await userEvent.clear(row(1).getByLabelText('Quantity'))
    await userEvent.type(row(1).getByLabelText('Quantity'), '3')
    expect(row(1).getByText('€2,400.00')).toBeTruthy()
    await userEvent.type(search(), 'DG1')
    await userEvent.click(await screen.findByRole('option', { name: /not listedTell us/ }))
    expect(row(2).getByLabelText<HTMLInputElement>('Model').value).toBe('DG1')
    // As the one before, until another condition is chosen.
    expect(row(2).getByLabelText<HTMLSelectElement>('Condition').value).toBe('good')
    await userEvent.type(row(2).getByLabelText('Manufacturer'), 'Elphapex')
    await userEvent.selectOptions(row(2).getByLabelText('Condition'), 'fair')
    await userEvent.click(search())
    await userEvent.paste('Antminer S19,fair,A1\nAntminer S19,fair,a1')
    expect(screen.getByText('2 rows read. 1 row repeats a serial number: each stands here once.')).toBeTruthy()
    expect(row(3).getByText(/came more than once/)).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Name'), 'Ada')
    await enterText(screen.getByLabelText('Email'), 'ada@example.com')
    await submit()
    await screen.findByRole('heading', { name: 'Check your email' })
    expect(request.mock.calls[0]?.[0]).toMatchObject({
      machines: [
        { machineId: ID, grade: 'good', quantity: 3 },
        { device: { manufacturer: 'Elphapex', model: 'DG1' }, grade: 'fair', quantity: 1 },
        { machineId: ID, grade: 'fair', serialNumber: 'A1', quantity: 1 },
      ],
    })
  })

  it('names every picture that is refused, and shows those that were taken', async () => {
    const answers = [
      { status: 422, body: { message: 'This is no picture.' } },
      { status: 201, body: { file: { id: 'f1', kind: 'picture', name: 'back.png', bytes: 3 } } },
      { status: 422, body: { message: 'This picture is too large.' } },
    ]
    vi.stubGlobal(
      'fetch',
      vi.fn(() => {
        const { status, body } = answers.shift() ?? { status: 500, body: {} }
        return Promise.resolve(new Response(JSON.stringify(body), { status }))
      }),
    )
    try {
      await show()
      const files = ['front.png', 'back.png', 'side.png'].map((name) => new File(['x'], name, { type: 'image/png' }))
      await userEvent.upload(screen.getByLabelText('Add pictures'), files)
      expect(await screen.findByText('side.png: This picture is too large.')).toBeTruthy()
      expect(screen.getByText('front.png: This is no picture.')).toBeTruthy()
      const thumbnail = screen.getByText('back.png').parentElement?.querySelector('img')
      expect(thumbnail?.getAttribute('src')).toMatch(/^\/api\/request-files\?draft=[\da-f]{32}&id=f1$/)
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('says in words of its own that a picture could not be sent', async () => {
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('Failed to fetch')))
    try {
      await show()
      await userEvent.upload(screen.getByLabelText('Add pictures'), new File(['x'], 'front.png', { type: 'image/png' }))
      expect(await screen.findByText('front.png: The file could not be added. Please try again.')).toBeTruthy()
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('keeps every picture with its machine when a list is added', async () => {
    const form = {
      draft: 'a draft of this browser',
      key: 'its key',
      values: {
        rows: [{ machineId: ID, grade: 'good', serialNumber: '' }, emptyRow, { machineId: ID, grade: 'fair', serialNumber: 'B' }, emptyRow],
      },
      files: [{ id: '1', kind: 'picture', name: 'back.png', bytes: 1, machine: 2 }],
    }
    localStorage.setItem('request-tradeIns', JSON.stringify(form))
    window.history.replaceState(null, '', '/trade-in/submit')
    await show()
    await userEvent.click(screen.getByText('Add many machines at once'))
    await enterText(screen.getByLabelText('List of machines'), 'Antminer S19,poor,1')
    await userEvent.click(screen.getByRole('button', { name: 'Add the list' }))
    expect(screen.getAllByLabelText<HTMLSelectElement>('Condition').map(({ value }) => value)).toEqual(['good', '', 'fair', 'poor'])
    const of = screen.getByLabelText<HTMLSelectElement>('Machine of back.png')
    expect(row(Number(of.value) + 1).getByLabelText<HTMLInputElement>('Serial number').value).toBe('B')
  })

  it('begins with the choice of the address, survives a reload, and is forgotten once it was sent', async () => {
    request.mockResolvedValue({ state: 'waiting', noun: 'tradeIns', email: 'ada@example.com' })
    const first = await show()
    expect(screen.getByText('€800.00', { selector: 'output' })).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Name'), 'Ada')
    await enterText(screen.getByLabelText('Email'), 'ada@example.com')
    first.unmount()
    await show()
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

  it('is sent once by a press that comes while it is being checked', async () => {
    request.mockResolvedValue({ state: 'waiting', noun: 'tradeIns', email: 'ada@example.com' })
    await show()
    await userEvent.type(screen.getByLabelText('Name'), 'Ada')
    await enterText(screen.getByLabelText('Email'), 'ada@example.com')
    const button = screen.getByRole('button', { name: 'Submit trade-in' })
    fireEvent.click(button)
    fireEvent.click(button)
    await screen.findByRole('heading', { name: 'Check your email' })
    expect(request).toHaveBeenCalledOnce()
  })

  it('says beside each row what is wrong, sends nothing, and loses nothing', async () => {
    await show()
    await userEvent.click(screen.getByText('Add many machines at once'))
    await enterText(screen.getByLabelText('List of machines'), 'Toaster,good,1')
    await userEvent.click(screen.getByRole('button', { name: 'Add the list' }))
    expect(row(2).getByText('‘Toaster’ is not in the list of machines.')).toBeTruthy()
    await submit()
    expect(await row(2).findByText('Choose a machine', { selector: 'p' })).toBeTruthy()
    expect(screen.getByText('Name is required')).toBeTruthy()
    expect(request).not.toHaveBeenCalled()
    expect(row(2).getByLabelText<HTMLInputElement>('Serial number').value).toBe('1')
  })
})
