import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Machine } from '~/contracts/catalogue/machines'
import { MachinesScreen } from '~/features/catalogue/machines/machines-screen'
import type { RouterInputs, RouterOutputs } from '~/trpc/client'
import { enterText } from './support/enter-text'
import { refusal, renderScreen, type FakeApi } from './support/fake-api'
import { findToast } from './support/toasts'

const machine = (values: Partial<Machine> = {}): Machine => ({
  id: '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d11',
  manufacturer: 'Bitmain',
  model: 'Antminer S19',
  category: 'ASIC Miner',
  hashrate: '95 TH/s',
  powerConsumption: '3250W',
  baseValueExcellent: 1300.5,
  baseValueGood: 900,
  baseValueFair: 500,
  baseValuePoor: 60,
  isActive: true,
  notes: null,
  version: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  ...values,
})

type List = RouterOutputs['machines']['list']
const listOf = (rows: Machine[], rest: Partial<List> = {}): List => ({
  rows,
  nextCursor: null,
  total: rows.length,
  matching: rows.length,
  counts: { active: rows.filter((row) => row.isActive).length, inactive: rows.filter((row) => !row.isActive).length },
  avgMaxValue: 1301,
  ...rest,
})

const show = (api: FakeApi, query = {}) => renderScreen(<MachinesScreen />, api, { pathname: '/admin/machines', query })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const address = () => JSON.parse(screen.getByTestId('address').textContent) as unknown
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))

describe('the machine table (requirements §2 Machine Catalog)', () => {
  it('shows the figures and a row for each machine', async () => {
    show({
      'machines.list': () =>
        listOf([machine(), machine({ id: 'b', model: 'Antminer S9', isActive: false, hashrate: '', powerConsumption: '' })]),
    })
    const table = await screen.findByRole('table', { name: 'Machines' })
    await within(table).findByText('Bitmain Antminer S19')
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['Machine', 'Specs', 'Excellent', 'Good', 'Fair', 'Poor', 'Status', 'Actions'])
    const row = within(table).getByRole('row', { name: /Antminer S19/ }).textContent
    for (const text of ['ASIC Miner', '95 TH/s', '3250W', '€1,300.50', '€900.00', '€500.00', '€60.00', 'Active'])
      expect(row).toContain(text)
    expect(within(table).getByRole('row', { name: /Antminer S9/ }).textContent).toContain('Inactive')

    const figures = (name: string) => screen.getAllByText(name)[0]?.parentElement?.textContent
    expect(figures('Total Machines')).toContain('2')
    expect(figures('Active')).toContain('1')
    expect(figures('Avg. Max Value')).toContain('€1,301')
    expect(screen.getByText('1–2 of 2 machines')).toBeTruthy()
  })

  it('says when nothing matches and when there is nothing', async () => {
    const none = show({ 'machines.list': () => listOf([], { total: 14 }) }, { search: 'zzz' })
    expect(await screen.findByText('No machines match your search')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show all machines' }))
    expect(address()).toEqual({})
    none.unmount()

    show({ 'machines.list': () => listOf([]) })
    expect(await screen.findByText('No machines found')).toBeTruthy()
  })

  it('says that the catalogue could not be loaded, and tries again', async () => {
    let broken = true
    show({
      'machines.list': () => {
        if (broken) throw new Error('Failed to fetch')
        return listOf([machine()])
      },
    })
    await findToast('alert', 'Error', 'Failed to fetch machines catalog')
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Bitmain Antminer S19')).toBeTruthy()
  })
})

describe('the view in the address', () => {
  it('searches a moment after the last key, filters and sorts', async () => {
    const inputs: RouterInputs['machines']['list'][] = []
    show({
      'machines.list': (asked) => {
        inputs.push(asked)
        return listOf([machine()])
      },
    })
    await screen.findByText('Bitmain Antminer S19')
    await enterText(screen.getByRole('searchbox', { name: 'Search machines...' }), 'S19 ')
    await waitFor(() => expect(address()).toEqual({ search: 'S19' }))
    expect(input('Search machines...').value).toBe('S19 ')

    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filter by status' }), 'Inactive')
    await userEvent.click(screen.getByRole('button', { name: 'Excellent' }))
    await waitFor(() => expect(address()).toEqual({ search: 'S19', status: 'inactive', sort: '-value' }))
    expect(screen.getByRole('columnheader', { name: 'Excellent' }).getAttribute('aria-sort')).toBe('descending')
    await waitFor(() => expect(inputs.at(-1)).toMatchObject({ search: 'S19', status: 'inactive', sort: '-value' }))
    expect(inputs.filter((asked) => asked?.search === 'S1')).toEqual([])

    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filter by status' }), 'All Statuses')
    await waitFor(() => expect(address()).toEqual({ search: 'S19', sort: '-value' }))
  })

  it('falls back to the defaults for what an address cannot mean', async () => {
    const inputs: RouterInputs['machines']['list'][] = []
    show(
      {
        'machines.list': (asked) => {
          inputs.push(asked)
          return listOf([machine()])
        },
      },
      { status: 'sold', sort: 'weight', search: 'S19', limit: '9999' },
    )
    await screen.findByText('Bitmain Antminer S19')
    expect(inputs[0]).toEqual({ search: 'S19', sort: 'name', limit: 50 })
  })

  it('goes to the next page and back', async () => {
    const page = (n: number) =>
      listOf([machine({ model: `Page ${n}` })], { total: 120, matching: 120, nextCursor: n < 3 ? `c${n + 1}` : null })
    show({ 'machines.list': (asked) => page(Number(asked?.cursor?.slice(1) ?? '1')) })
    await screen.findByText('Bitmain Page 1')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' }).disabled).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByText('Bitmain Page 2')
    expect(screen.getByText('51–51 of 120 machines')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByText('Bitmain Page 3')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Previous' }))
    await screen.findByText('Bitmain Page 2')
    await userEvent.click(screen.getByRole('button', { name: 'Previous' }))
    await screen.findByText('Bitmain Page 1')
    expect(address()).toEqual({})
  })

  it('leads to the first page where the way back is unknown', async () => {
    show({ 'machines.list': () => listOf([machine()], { total: 120, matching: 120 }) }, { cursor: 'c3', page: '3' })
    await userEvent.click(await screen.findByRole('button', { name: 'First page' }))
    await waitFor(() => expect(address()).toEqual({}))
  })
})

describe("the dialog 'Add Machine' (requirements §5 Machine form)", () => {
  const open = async (create: FakeApi['machines.create']) => {
    show({ 'machines.list': () => listOf([machine()]), ...(create && { 'machines.create': create }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Add Machine' }))
    return dialog('Add Machine')
  }
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })

  it('saves only when manufacturer and model are filled; what is no number counts as 0', async () => {
    const created: RouterInputs['machines']['create'][] = []
    const shown = await open((values) => {
      created.push(values)
      return machine()
    })
    expect(save().disabled).toBe(true)
    await enterText(shown.getByLabelText('Manufacturer'), 'MicroBT')
    expect(save().disabled).toBe(true)
    await userEvent.type(shown.getByLabelText('Model'), ' ')
    expect(save().disabled).toBe(true)
    await userEvent.type(shown.getByLabelText('Model'), 'M60')
    expect(save().disabled).toBe(false)
    await enterText(shown.getByLabelText('Excellent value'), '1300.505')
    await userEvent.click(shown.getByRole('switch', { name: 'Active' }))
    await userEvent.click(save())

    await findToast('status', 'Success', 'Machine added successfully')
    expect(created).toEqual([
      {
        manufacturer: 'MicroBT',
        model: 'M60',
        category: 'ASIC Miner',
        hashrate: '',
        powerConsumption: '',
        baseValueExcellent: 1300.51,
        baseValueGood: 0,
        baseValueFair: 0,
        baseValuePoor: 0,
        isActive: false,
        notes: null,
        idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it("shows the server's own message, else 'Failed to save machine', and keeps everything typed", async () => {
    const answers: unknown[] = [new Error('Failed to fetch'), refusal('BAD_REQUEST', 'model: Taken', { model: ['Taken'] })]
    const keys = new Set<unknown>()
    const shown = await open(({ idempotencyKey }) => {
      keys.add(idempotencyKey)
      throw answers.shift()
    })
    await enterText(shown.getByLabelText('Manufacturer'), 'MicroBT')
    await userEvent.type(shown.getByLabelText('Model'), 'M60')
    await userEvent.click(save())
    await findToast('alert', 'Error', 'Failed to save machine')
    await userEvent.click(save())
    await findToast('alert', 'Error', 'model: Taken')
    expect(keys.size).toBe(1)
    expect(shown.getByText('Taken')).toBeTruthy()
    expect(input('Manufacturer').value).toBe('MicroBT')
    expect(input('Model').value).toBe('M60')
  })

  it('refuses a negative value beside its field', async () => {
    const shown = await open(() => machine())
    await userEvent.type(shown.getByLabelText('Manufacturer'), 'A')
    await userEvent.type(shown.getByLabelText('Model'), 'B')
    await userEvent.type(shown.getByLabelText('Poor value'), '-1')
    await userEvent.click(save())
    expect(await shown.findByText('Must not be negative')).toBeTruthy()
  })

  it('asks before Escape throws typed text away', async () => {
    const shown = await open(() => machine())
    await enterText(shown.getByLabelText('Notes'), 'typed')
    await userEvent.keyboard('{Escape}')
    const question = await dialog('Discard changes?')
    await userEvent.click(question.getByRole('button', { name: 'Keep editing' }))
    expect(input('Notes').value).toBe('typed')
    await userEvent.keyboard('{Escape}')
    await userEvent.click((await dialog('Discard changes?')).getByRole('button', { name: 'Discard changes' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('closes at once while nothing is typed', async () => {
    await open(() => machine())
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe("the dialog 'Edit Machine'", () => {
  /** The catalogue with one machine, which someone else may change. */
  async function edit(api: FakeApi = {}) {
    const server = { now: machine(), saves: [] as RouterInputs['machines']['update'][] }
    show({
      'machines.list': () => listOf([server.now]),
      'machines.byId': () => server.now,
      'machines.update': (values) => {
        server.saves.push(values)
        if (values.version !== server.now.version) throw refusal('CONFLICT', 'Someone else has changed this machine in the meantime.')
        server.now = machine({
          ...server.now,
          baseValueGood: Number(values.baseValueGood),
          notes: values.notes ?? null,
          version: server.now.version + 1,
        })
        return server.now
      },
      ...api,
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Bitmain Antminer S19' }))
    return { server, shown: await dialog('Edit Machine') }
  }
  const retype = async (label: string, text: string) => {
    await userEvent.clear(input(label))
    await enterText(input(label), text)
  }

  it('starts with the machine, saves over its version and shows the new row', async () => {
    const { server, shown } = await edit()
    expect(input('Excellent value').value).toBe('1300.50')
    await retype('Good value', '950')
    await userEvent.click(shown.getByRole('button', { name: 'Save' }))
    await findToast('status', 'Success', 'Machine updated successfully')
    expect(server.saves).toMatchObject([{ id: machine().id, version: 1, baseValueGood: 950, notes: null }])
    expect(await screen.findByText('€950.00')).toBeTruthy()
  })

  it('shows both versions when someone else saved first; Keep mine joins them', async () => {
    const { server, shown } = await edit()
    await retype('Good value', '950')
    server.now = machine({ baseValueGood: 700, notes: 'Theirs', version: 2 })
    await userEvent.click(shown.getByRole('button', { name: 'Save' }))

    const keep = await shown.findByRole('button', { name: 'Keep mine' })
    expect(shown.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Good value.*Yours.*€950\.00.*Saved by someone else.*€700\.00/),
      expect.stringMatching(/Notes.*Yours.*Empty.*Saved by someone else.*Theirs/),
    ])
    await userEvent.click(keep)
    await findToast('status', 'Success', 'Machine updated successfully')
    expect(server.saves.at(-1)).toMatchObject({ version: 2, baseValueGood: 950, notes: 'Theirs' })
  })

  it('tells behind History who changed what, in the words of the form', async () => {
    const entry = { id: '1', at: new Date(Date.now() - 60_000 * 5), actor: 'boss@example.com', action: 'machine.updated' }
    const { shown } = await edit({
      'audit.history': ({ subjectType, subjectId }) => ({
        rows:
          subjectType === 'machine' && subjectId === machine().id
            ? [{ ...entry, before: { notes: null, baseValueGood: 900 }, after: { notes: 'Loud', baseValueGood: 950.5 } }]
            : [],
        nextCursor: null,
      }),
    })
    await userEvent.click(shown.getByRole('button', { name: 'History' }))
    const list = within(await shown.findByRole('list', { name: 'History' }))
    expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringMatching(/Good value changed.*€900\.00.*€950\.50.*boss@example\.com.*5 minutes ago/),
      expect.stringMatching(/Notes changed.*Empty.*Loud/),
    ])
  })

  it('Use theirs puts their version into the form; Escape leads back to what was typed', async () => {
    const { server, shown } = await edit()
    await retype('Good value', '950')
    server.now = machine({ baseValueGood: 700, version: 2 })
    await userEvent.click(shown.getByRole('button', { name: 'Save' }))
    await shown.findByRole('button', { name: 'Keep mine' })
    await userEvent.keyboard('{Escape}')
    expect(input('Good value').value).toBe('950.00')

    await userEvent.click(shown.getByRole('button', { name: 'Save' }))
    await userEvent.click(await shown.findByRole('button', { name: 'Use theirs' }))
    await waitFor(() => expect(input('Good value').value).toBe('700.00'))
    await retype('Good value', '720')
    await userEvent.click(shown.getByRole('button', { name: 'Save' }))
    await findToast('status', 'Success', 'Machine updated successfully')
    expect(server.saves.at(-1)).toMatchObject({ version: 2, baseValueGood: 720 })
  })
})
