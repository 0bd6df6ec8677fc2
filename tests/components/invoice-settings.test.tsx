import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { SellerDetails } from '~/contracts/billing/seller'
import { Exports } from '~/features/billing/office/book-exports'
import { RatesSection } from '~/features/billing/settings/rates-section'
import { SellerSection } from '~/features/billing/settings/seller-section'
import type { RouterInputs } from '~/trpc/client'
import { enterText } from './support/enter-text'
import { renderScreen } from './support/fake-api'
import { findToast } from './support/toasts'

const seller: SellerDetails = {
  ...{
    legalName: 'Ohmfield Ltd',
    address: null,
    companyNumber: null,
    vatNumber: null,
    registeredOffice: null,
    bankName: null,
    accountName: null,
    iban: null,
  },
  ...{
    bic: null,
    sortCode: null,
    accountNumber: null,
    termsDays: 14,
    cashLimit: 1000,
    deposits: { hashboard: 30 },
    version: 3,
    waiting: null,
  },
}
const refused = () => {
  throw new Error('The database is away')
}

describe('the seller’s details', () => {
  it('are saved with their version, and a wrong VAT number is said beside its field', async () => {
    const user = userEvent.setup()
    const saved: RouterInputs['invoices']['saveSeller'][] = []
    renderScreen(<SellerSection />, {
      'invoices.seller': () => seller,
      'invoices.saveSeller': (input) => {
        saved.push(input)
        return { ...seller, vatNumber: 'GB980780684', version: 4 }
      },
    })
    const number = await screen.findByRole<HTMLInputElement>('textbox', { name: /VAT number/ })
    await enterText(number, 'GB980780685')
    await user.click(screen.getByRole('button', { name: 'Save seller' }))
    expect(await screen.findByText('Not a VAT number, such as GB980780684')).toBeTruthy()
    await user.clear(number)
    await enterText(number, 'GB980780684')
    await user.click(screen.getByRole('button', { name: 'Save seller' }))
    expect(await findToast('status', 'Seller saved')).toBeTruthy()
    expect(saved).toMatchObject([{ version: 3, vatNumber: 'GB980780684', termsDays: 14, cashLimit: 1000, deposits: { hashboard: 30 } }])
  })

  it('refuse a wrong account beside its fields, and say which one waits for whom', async () => {
    const user = userEvent.setup()
    const { bankName, accountName, bic, sortCode, accountNumber } = seller
    const waiting = {
      payee: { bankName, accountName, iban: 'GB33BUKB20201555555555', bic, sortCode, accountNumber },
      by: 'first@example.com',
      at: new Date(),
    }
    const state = { now: seller }
    renderScreen(<SellerSection />, {
      'invoices.seller': () => state.now,
      'invoices.saveSeller': () => (state.now = { ...seller, version: 4, waiting }),
    })
    const iban = await screen.findByRole<HTMLInputElement>('textbox', { name: /^IBAN/ })
    expect(screen.getByText(/Another account waits for a second administrator, and all administrators get an email/)).toBeTruthy()
    await enterText(iban, 'GB00BUKB20201555555555')
    await user.type(screen.getByRole('textbox', { name: /^Sort code/ }), '1')
    await user.click(screen.getByRole('button', { name: 'Save seller' }))
    expect(await screen.findByText(/Not an IBAN, such as/)).toBeTruthy()
    expect(screen.getByText('Not a sort code, such as 20-20-15')).toBeTruthy()
    expect(iban.value).toBe('GB00BUKB20201555555555')
    await user.clear(iban)
    await enterText(iban, 'GB33BUKB20201555555555')
    await user.clear(screen.getByRole('textbox', { name: /^Sort code/ }))
    await user.click(screen.getByRole('button', { name: 'Save seller' }))
    expect(await findToast('status', 'waits for a second administrator')).toBeTruthy()
    expect(await screen.findByText(/IBAN GB33BUKB20201555555555\. Asked for by first@example\.com/)).toBeTruthy()
  })

  it('keep what was typed where saving fails', async () => {
    const user = userEvent.setup()
    renderScreen(<SellerSection />, { 'invoices.seller': () => seller, 'invoices.saveSeller': refused })
    const bank = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Bank/ })
    await enterText(bank, 'A bank')
    await user.click(screen.getByRole('button', { name: 'Save seller' }))
    expect(await findToast('alert', 'were not saved')).toBeTruthy()
    expect(bank.value).toBe('A bank')
  })
})

describe('a rate of exchange', () => {
  it('keeps what was typed where saving fails', async () => {
    const user = userEvent.setup()
    renderScreen(<RatesSection />, { 'invoices.rates': () => [], 'invoices.saveRate': refused })
    await enterText(await screen.findByLabelText(/^Day/), '2026-11-19')
    await enterText(screen.getByRole('spinbutton', { name: /GBP/ }), '0.8534')
    await enterText(screen.getByRole('textbox', { name: /Source/ }), 'HMRC')
    await user.click(screen.getByRole('button', { name: 'Save rate' }))
    expect(await findToast('alert', 'was not saved')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Source/ }).value).toBe('HMRC')
  })
})

describe('exports', () => {
  it('are offered of the last whole month, and of other days in their order', async () => {
    const user = userEvent.setup()
    renderScreen(<Exports />, {})
    const xero = () => screen.getByRole('link', { name: 'Sales invoices for Xero' }).getAttribute('href')
    const now = new Date()
    const last = new Date(now.getFullYear(), now.getMonth() - 1, 15).toISOString().slice(0, 7)
    expect(xero()).toContain(`from=${last}-01&to=${last}-`)
    await user.clear(screen.getByLabelText('To'))
    await enterText(screen.getByLabelText('To'), '2024-03-05')
    await user.click(screen.getByRole('button', { name: 'Month before' }))
    expect(xero()).toBe('/api/books/xero.csv?from=2024-02-01&to=2024-02-29')
    await user.clear(screen.getByLabelText('From'))
    await enterText(screen.getByLabelText('From'), '2024-03-03')
    expect(screen.getByRole('alert').textContent).toBe('The last day is before the first')
    expect(screen.queryByRole('list', { name: 'Files' })).toBeNull()
  })
})
