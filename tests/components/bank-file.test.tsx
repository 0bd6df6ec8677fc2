import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { BankLine, BankPreview } from '~/contracts/billing/bank'
import type { BankAccount, BankSketch } from '~/contracts/billing/bank-accounts'
import { BankLines } from '~/features/billing/office/bank-lines'
import { BankFile } from '~/features/billing/office/bank-file'
import type { RouterInputs } from '~/trpc/client'
import { authRefusal, renderScreen } from './support/fake-api'
import { findToast } from './support/toasts'

const preview: BankPreview = {
  fileName: 'april.csv',
  format: 'CSV',
  bank: null,
  account: null,
  accountNumber: null,
  currency: null,
  currencyFrom: null,
  days: { order: 'dmy', isProven: false, example: '03/04/2026' },
  leftOut: { pending: 1, balance: 2 },
  outgoing: 1,
  foreign: 1,
  lines: [
    {
      fingerprint: 'a'.repeat(64),
      row: 2,
      bookedOn: '2026-04-03',
      amount: 1250,
      description: 'Oakridge',
      reference: '',
      known: null,
      match: null,
    },
  ],
}
const sketch: BankSketch = {
  mapping: {
    signature: 'b'.repeat(64),
    delimiter: ',',
    namesRow: 0,
    columns: ['day', 'text', 'nothing'],
    dayOrder: 'dmy',
    decimalSign: 'file',
    amounts: 'signed',
    wordForIn: '',
  },
  accountNumber: null,
  rows: [['03/04/2026', 'OAKRIDGE', '1,250.00']],
}
const account: BankAccount = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'HSBC euro',
  currency: 'EUR',
  number: null,
  hasMapping: true,
  version: 1,
}
const lists = { 'payments.bankAccounts': () => [], 'payments.bankLines': () => ({ rows: [], nextCursor: null }) }
/** jsdom's files cannot be read as bytes. */
function csvFile(name: string, content: string | Uint8Array<ArrayBuffer>): File {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return Object.assign(new File([bytes], name, { type: 'text/csv' }), { arrayBuffer: () => Promise.resolve(bytes.buffer) })
}
const choose = (file: File) => userEvent.upload(screen.getByLabelText(/Choose your bank/), file)

it('says what was left out and why, how days are read, and asks for the account of a file without a currency', async () => {
  const user = userEvent.setup()
  const sent: RouterInputs['payments']['previewBank'][] = []
  const saved: RouterInputs['payments']['saveBankAccount'][] = []
  renderScreen(<BankFile mayWrite />, {
    ...lists,
    'payments.previewBank': (input) => {
      sent.push(input)
      return preview
    },
    'payments.saveBankAccount': (input) => {
      saved.push(input)
      return account
    },
  })
  await choose(csvFile('april.csv', 'Date,Amount'))
  expect((await screen.findByRole('status')).textContent).toContain(
    'Left out: 1 outgoing line, 1 in another currency than EUR, 1 not booked yet, 2 balances or totals.',
  )
  expect(screen.getByText(/Days are read with the day first: 03\/04\/2026/).textContent).toContain('No day of the file proves it')
  expect(screen.getByText('1,250.00')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import 1 line' }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Choose its account' }))
  const dialog = await screen.findByRole('dialog', { name: 'Which account is it?' })
  await user.click(within(dialog).getByRole('button', { name: 'Remember and read the file' }))
  expect(await within(dialog).findByText('Choose the currency of the account')).toBeTruthy()
  await user.type(within(dialog).getByLabelText(/^Name of the account/), 'HSBC euro')
  await user.selectOptions(within(dialog).getByLabelText(/Currency of the account/), 'EUR')
  await user.click(within(dialog).getByRole('button', { name: 'Remember and read the file' }))
  expect(await findToast('status', 'HSBC euro is remembered')).toBeTruthy()
  expect(saved).toMatchObject([{ name: 'HSBC euro', currency: 'EUR' }])
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ csv: 'Date,Amount', accountId: account.id }))
})

it('shows the first rows of an unknown layout, and remembers which column is what', async () => {
  const user = userEvent.setup()
  const saved: RouterInputs['payments']['saveBankAccount'][] = []
  const sent: RouterInputs['payments']['previewBank'][] = []
  renderScreen(<BankFile mayWrite />, {
    ...lists,
    'payments.previewBank': (input) => {
      sent.push(input)
      if (input.accountId === undefined) throw authRefusal('BAD_REQUEST', 'columns_unknown', 'This file has no row that names its columns')
      return { ...preview, currency: 'EUR', currencyFrom: 'account' }
    },
    'payments.sketchBank': () => sketch,
    'payments.saveBankAccount': (input) => {
      saved.push(input)
      return account
    },
  })
  // Not UTF-8: it is sent as bytes.
  await choose(csvFile('hsbc.csv', new Uint8Array([0xe4, 0x2c, 0x31])))
  const dialog = await screen.findByRole('dialog', { name: 'Which column is what?' })
  expect(within(dialog).getByRole('cell', { name: '1,250.00' })).toBeTruthy()
  await user.type(within(dialog).getByLabelText(/^Name of the account/), 'HSBC euro')
  await user.selectOptions(within(dialog).getByLabelText(/Currency of the account/), 'EUR')
  await user.selectOptions(within(dialog).getByLabelText('Column 3'), 'amount')
  await user.click(within(dialog).getByRole('button', { name: 'Remember and read the file' }))
  await waitFor(() => expect(saved).toMatchObject([{ mapping: { columns: ['day', 'text', 'amount'], namesRow: 0 } }]))
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ bytes: '5Cwx', accountId: account.id }))
  expect(await screen.findByRole('button', { name: 'Import 1 line' })).toBeTruthy()
})

it('reads a file that is shown again by the account that is chosen, and says why its columns are asked for', async () => {
  const user = userEvent.setup()
  const sent: RouterInputs['payments']['previewBank'][] = []
  const asked: RouterInputs['payments']['sketchBank'][] = []
  renderScreen(<BankFile mayWrite />, {
    ...lists,
    'payments.bankAccounts': () => [account],
    'payments.previewBank': (input) => {
      sent.push(input)
      if (sent.length > 2) throw authRefusal('BAD_REQUEST', 'columns_unknown', 'Row 11 has no amount that can be read.')
      return input.accountId === undefined ? preview : { ...preview, currency: 'EUR', currencyFrom: 'account' }
    },
    'payments.sketchBank': (input) => {
      asked.push(input)
      return sketch
    },
  })
  await choose(csvFile('april.csv', 'Date,Amount'))
  expect(await screen.findByText(/Choose its account above, or add it/)).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('Account'), 'HSBC euro (EUR)')
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import 1 line' }).disabled).toBe(false))
  expect(sent.at(-1)).toMatchObject({ csv: 'Date,Amount', accountId: account.id })
  await user.click(screen.getByRole('button', { name: 'Choose another file' }))
  await choose(csvFile('may.csv', 'Date,Amount'))
  const dialog = await screen.findByRole('dialog', { name: 'Which column is what?' })
  expect(within(dialog).getByText(/^Row 11 has no amount that can be read\. Choose what each column holds/)).toBeTruthy()
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^Name of the account/).value).toBe('HSBC euro')
  expect(asked).toMatchObject([{ accountId: account.id }])
})

it('takes back a line that was ignored by mistake, at once or from the ignored ones', async () => {
  const user = userEvent.setup()
  const line: BankLine = {
    ...{ id: account.id, bookedOn: '2026-11-27', amount: 33.1, description: 'Somebody', reference: '', fileName: 'november.csv' },
    ...{ paymentId: null, invoiceId: null, invoiceNumber: null, match: null, createdAt: new Date('2026-11-28T12:00:00Z'), version: 1 },
    state: 'open',
  }
  let state: BankLine['state'] = 'open'
  const set = (next: BankLine['state']) => () => {
    state = next
    return { ...line, state }
  }
  renderScreen(<BankLines mayWrite />, {
    'payments.bankLines': (asked) => ({ rows: asked?.state === state ? [{ ...line, state }] : [], nextCursor: null }),
    'payments.ignoreBankLine': set('ignored'),
    'payments.reopenBankLine': set('open'),
  })
  await user.click(await screen.findByRole('button', { name: 'Ignore Somebody' }))
  expect(await findToast('status', 'The line of €33.10 is ignored')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await user.click(await screen.findByRole('button', { name: 'Ignore Somebody' }))
  expect(await screen.findByText('Every imported line is matched or ignored')).toBeTruthy()
  await user.click(screen.getByText('Ignored lines'))
  await user.click(await screen.findByRole('button', { name: 'Open Somebody again' }))
  expect(await screen.findByRole('button', { name: 'Ignore Somebody' })).toBeTruthy()
  expect(state).toBe('open')
})
