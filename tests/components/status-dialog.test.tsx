import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { StatusEmailPreview } from '~/contracts/cases/emails'
import { StatusDialog } from '~/features/cases/office/status-dialog'
import type { StatusNotice } from '~/lib/status-change'
import { refusal, renderScreen } from './support/fake-api'
import { findToast } from './support/toasts'

const id = '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d11'

function open(
  status: 'completed' | 'shipped' | 'testing',
  values: Partial<StatusEmailPreview> = {},
  save = (_told: StatusNotice) => Promise.resolve(),
) {
  const saved: StatusNotice[] = []
  const onClose = vi.fn()
  renderScreen(
    <StatusDialog
      of={{ noun: 'repairs', id }}
      status={status}
      parcel={{ carrier: null, trackingNumber: null }}
      save={async (told) => {
        saved.push(told)
        await save(told)
      }}
      onClose={onClose}
    />,
    {
      'cases.previewStatusEmail': ({ carrier, trackingNumber }) => ({
        recipient: 'ada@example.com',
        missing: null,
        isEnabled: true,
        writtenAt: null,
        subject: 'Your repair',
        body: `It is done.${carrier ? ` By ${carrier}: ${trackingNumber ?? ''}` : ''}`,
        document: null,
        returnAddress: '1 Mill Lane\nYork',
        ...values,
      }),
    },
    { pathname: '/admin/repairs/[number]' },
  )
  return { saved, onClose, user: userEvent.setup() }
}
const inDialog = async (title: string) => within(await screen.findByRole('dialog', { name: title }))

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))

describe('a new status of a case', () => {
  it('is saved with the email as it was changed, and keeps what was typed where that fails', async () => {
    let fails = true
    const { saved, onClose, user } = open('completed', {}, () => {
      if (!fails) return Promise.resolve()
      fails = false
      return Promise.reject(refusal('CONFLICT', 'Someone else has changed this repair in the meantime.'))
    })
    const dialog = await inDialog('Change status to Completed')
    const message = await dialog.findByLabelText<HTMLTextAreaElement>('Message')
    await user.type(message, ' Call us.')
    await user.click(dialog.getByRole('button', { name: 'Change status' }))
    await findToast('alert', 'Failed to change status')
    expect(message.value).toBe('It is done. Call us.')
    await user.click(dialog.getByRole('button', { name: 'Change status' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(saved[1]).toEqual({ email: { subject: 'Your repair', body: 'It is done. Call us.' } })
  })

  it('is saved without an email where the rule or somebody says so', async () => {
    const { saved, user } = open('testing', { isEnabled: false })
    const dialog = await inDialog('Change status to Testing')
    const sends = await dialog.findByRole<HTMLInputElement>('checkbox', { name: 'Send email' })
    expect(sends.checked).toBe(false)
    expect(dialog.queryByLabelText('Message')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Change status' }))
    await waitFor(() => expect(saved).toEqual([{ email: false }]))
  })

  it('says why nothing can be sent', async () => {
    const { saved, user } = open('completed', { recipient: null, missing: 'no_customer' })
    const dialog = await inDialog('Change status to Completed')
    expect(await dialog.findByText(/has no customer, so no email is sent/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Change status' }))
    await waitFor(() => expect(saved).toEqual([{ email: false }]))
  })

  it('says of a customer without an address that they have none', async () => {
    open('completed', { recipient: null, missing: 'no_address' })
    const dialog = await inDialog('Change status to Completed')
    expect(await dialog.findByText(/has no email address, and no mobile number that gets texts, so nothing is sent/)).toBeTruthy()
  })

  it('takes the parcel, and names it in the email', async () => {
    const { saved, user } = open('shipped')
    const dialog = await inDialog('Change status to Shipped')
    await user.type(await dialog.findByLabelText('Carrier'), 'DPD')
    await user.type(dialog.getByLabelText('Tracking number'), '1550')
    await user.click(dialog.getByRole('button', { name: 'Change status' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]).toEqual({
      email: { subject: 'Your repair', body: 'It is done. By DPD: 1550' },
      carrier: 'DPD',
      trackingNumber: '1550',
      returnAddress: '1 Mill Lane\nYork',
    })
  })

  it('knows the carrier from the number, and points out a wrong check digit while it is typed', async () => {
    const { saved, user } = open('shipped')
    const dialog = await inDialog('Change status to Shipped')
    await user.type(await dialog.findByLabelText('Tracking number'), '1Z 5R8 939 03 5756 7128')
    expect(await dialog.findByText(/^The check digit does not fit/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Change status' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]).toMatchObject({ carrier: 'UPS', trackingNumber: '1Z5R89390357567128' })
  })

  it('says what a parcel lacks, and asks for its address before it is sent; without a parcel the customer collects it', async () => {
    const { saved, user } = open('shipped', { returnAddress: null })
    const dialog = await inDialog('Change status to Shipped')
    expect(await dialog.findByText(/^Missing: the address, the carrier, the tracking number. Leave them out only where/)).toBeTruthy()
    await user.type(dialog.getByLabelText('Carrier'), 'DPD')
    expect(await dialog.findByText('Missing: the address, the tracking number.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Change status' }))
    expect(await dialog.findByText('Enter the address that the parcel goes to')).toBeTruthy()
    expect(saved).toEqual([])
    await user.type(dialog.getByLabelText('Goes to'), '2 High Street{Enter}Leeds')
    await user.click(dialog.getByRole('button', { name: 'Change status' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]).toMatchObject({ carrier: 'DPD', trackingNumber: null, returnAddress: '2 High Street\nLeeds' })
    cleanup()
    const collected = open('shipped', { returnAddress: null })
    await collected.user.click(await (await inDialog('Change status to Shipped')).findByRole('button', { name: 'Change status' }))
    await waitFor(() => expect(collected.saved).toMatchObject([{ carrier: null, returnAddress: null }]))
  })
})
