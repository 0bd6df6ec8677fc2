import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { ReportPeriod } from '~/contracts/office/reports'
import { ReportsScreen } from '~/features/office/reports/reports-screen'
import { refusal, renderScreen, type FakeApi } from './support/fake-api'

// The drawings are for eyes; the tables say the same.
vi.mock('~/components/charts/charts', () => ({ MonthChart: () => null, NameChart: () => null }))

const days = { from: '2025-12-01', to: '2026-11-20' }
const taken = { completed: 10, median: 3, percentile90: 6, due: 8, onTime: 6 }

function open(api: Partial<FakeApi> = {}, query: Record<string, string> = {}) {
  const asked: ReportPeriod[] = []
  renderScreen(
    <ReportsScreen />,
    {
      'reports.turnaround': (period = {}) => {
        asked.push(period)
        const { from = days.from, to = days.to } = period
        return {
          days: { from, to },
          all: { ...taken, completed: 12 },
          services: [
            { service: 'hashboard', ...taken },
            { service: null, completed: 2, median: 1, percentile90: 1, due: 0, onTime: 0 },
          ],
        }
      },
      'reports.months': () => ({ days, months: [] }),
      'reports.estimates': () => ({
        days,
        months: [
          {
            month: '2026-11',
            states: {
              accepted: { rows: 3, amount: 450 },
              declined: { rows: 1, amount: 90 },
              expired: { rows: 0, amount: 0 },
              sent: { rows: 5, amount: 500 },
            },
          },
        ],
      }),
      'reports.offers': () => ({ days, months: [] }),
      'reports.machines': () => ({
        days,
        rows: [{ name: null, tradeIns: 2, quoted: 1000, final: 937 }],
        others: { tradeIns: 1, quoted: 10, final: 10 },
        all: { tradeIns: 3, quoted: 1010, final: 947 },
      }),
      'reports.reasons': () => ({ days, rows: [], others: null, all: { tradeIns: 0, quoted: 0, final: 0 } }),
      'reports.unrepaired': () => ({ days, reasons: [], all: { repairs: 0, fees: 0 } }),
      ...api,
    },
    { pathname: '/admin/reports', query },
  )
  return { asked, user: userEvent.setup() }
}

const address = (): unknown => JSON.parse(screen.getByTestId('address').textContent)
const tableRows = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...within(row).queryAllByRole('rowheader'), ...within(row).queryAllByRole('cell')].map(({ textContent }) => textContent))

describe('the reports', () => {
  it('say in tables what their charts draw, and what nothing is known of', async () => {
    open()
    expect((await tableRows('Turnaround by service')).slice(1)).toEqual([
      ['Hashboard repair', '10', '3 days', '6 days', '3–5 days', '6 of 8 (75%)'],
      ['Not stated', '2', '1 day', '1 day', '–', '–'],
      ['All services', '12', '3 days', '6 days', '–', '6 of 8 (75%)'],
    ])
    expect((await tableRows('Estimates by month'))[1]).toEqual(['November 2026', '3', '1', '0', '5', '75%', '€450.00'])
    expect((await tableRows('Quoted and final value by machine')).slice(1)).toEqual([
      ['Not stated', '2', '€1,000.00', '€937.00', '-6.3%'],
      ['Other machines', '1', '€10.00', '€10.00', '0%'],
      ['All trade-ins', '3', '€1,010.00', '€947.00', '-6.2%'],
    ])
    expect(screen.getByText('No completed trade-in of this period has a deduction')).toBeTruthy()
  })

  it('have tables that scroll by the keyboard where they are shown in place of a chart', async () => {
    const { user } = open()
    await tableRows('Turnaround by service')
    expect(screen.queryByRole('region', { name: 'Turnaround by service table' })).toBeNull()
    const [first] = screen.getAllByRole('button', { name: 'Show as table' })
    if (first) await user.click(first)
    expect(screen.getByRole('region', { name: 'Turnaround by service table' }).tabIndex).toBe(0)
  })

  it('are of the period in the address, which a preset or two days change', async () => {
    const { asked, user } = open({}, { preset: 'thisYear' })
    expect(screen.getByRole('button', { name: 'This year' }).getAttribute('aria-pressed')).toBe('true')
    await waitFor(() => expect(asked).toEqual([{ preset: 'thisYear' }]))
    await user.click(screen.getByRole('button', { name: 'Last month' }))
    expect(address()).toEqual({ preset: 'lastMonth' })

    const from = await screen.findByLabelText('From')
    await user.clear(from)
    await user.type(from, '2026-03-01')
    await user.clear(screen.getByLabelText('To'))
    await user.type(screen.getByLabelText('To'), '2026-02-01')
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect(await screen.findByText('The last day is before the first')).toBeTruthy()
    expect(address()).toEqual({ preset: 'lastMonth' })
    expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('2026-03-01')

    await user.clear(screen.getByLabelText('To'))
    await user.type(screen.getByLabelText('To'), '2026-03-31')
    await user.click(screen.getByRole('button', { name: 'Show' }))
    await waitFor(() => expect(address()).toEqual({ from: '2026-03-01', to: '2026-03-31' }))
    await waitFor(() => expect(asked.at(-1)).toEqual({ from: '2026-03-01', to: '2026-03-31' }))
    expect(await screen.findByText('1 March 2026 – 31 March 2026')).toBeTruthy()
    const panel = within(screen.getByRole('region', { name: 'Turnaround by service' }))
    expect(panel.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
      '/api/export/report-turnaround.csv?from=2026-03-01&to=2026-03-31',
    )
  })

  it('take the usual period where the address names none that there is', async () => {
    const { asked } = open({}, { from: '2026-13-01', to: 'today' })
    await waitFor(() => expect(asked).toEqual([{}]))
    expect(screen.getByRole('button', { name: 'Last 12 months' }).getAttribute('aria-pressed')).toBe('true')
  })

  it('can be tried again one by one, and the others stay', async () => {
    const months = vi.fn<NonNullable<FakeApi['reports.months']>>(() => {
      throw refusal('INTERNAL_SERVER_ERROR', 'Something went wrong.')
    })
    const { user } = open({ 'reports.months': months })
    const panel = within(screen.getByRole('region', { name: 'Repairs by month' }))
    const again = await panel.findByRole('button', { name: 'Try again' })
    expect(await tableRows('Turnaround by service')).toHaveLength(4)
    months.mockImplementation(() => ({
      days,
      months: [{ month: '2026-11', repairsOpened: 4, repairsCompleted: 2, repairsValue: 300, tradeInsCompleted: 0, tradeInsValue: 0 }],
    }))
    await user.click(again)
    expect((await tableRows('Repairs by month'))[1]).toEqual(['November 2026', '4', '2'])
  })
})
