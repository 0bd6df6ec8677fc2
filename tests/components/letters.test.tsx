import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChangeEmails } from '~/contracts/change-emails'
import { Button } from '~/components/ui/button'
import { trpc } from '~/trpc/client'
import { renderScreen, type FakeApi } from './support/fake-api'

/** A screen that knows nothing of letters: any change of an administrator's. */
function Anything() {
  const arrived = trpc.cases.arrived.useMutation()
  return <Button onClick={() => arrived.mutate({ noun: 'repairs', id: CHANGE })}>Arrived</Button>
}

const CHANGE = '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d11'
const letter = { to: 'ada@example.com', subject: 'REP-1: your S19 has arrived' }
const one = { count: 1, customers: 1, first: [letter], changes: [CHANGE] }
const none = { change: CHANGE, waiting: null, recalled: null, gone: null }
const answer = (letters: Partial<ChangeEmails>) => ({ arrivedAt: new Date(0), letters: { ...none, ...letters } })

const show = (api: FakeApi) => renderScreen(<Anything />, api)
const said = async (words: RegExp) => expect(await screen.findByText(words)).toBeTruthy()

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))

describe('the letters of a change', () => {
  it('are named beside whatever a screen says, and not sent where somebody says so', async () => {
    const recalled: object[] = []
    show({
      'cases.arrived': () => answer({ waiting: { ...one, seconds: 15 } }),
      'outbox.recall': (input) => {
        recalled.push(input)
        return { letters: { ...none, change: 'another', recalled: one } }
      },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Arrived' }))
    await said(/^Email in 15 seconds$/)
    await said(/^To ada@example.com: REP-1: your S19 has arrived$/)
    await userEvent.click(screen.getByRole('button', { name: 'Don’t send' }))
    await said(/^Email not sent$/)
    expect(recalled).toEqual([{ change: CHANGE }])
    await waitFor(() => expect(screen.queryByText('Email in 15 seconds')).toBeNull())
  })

  it('are counted where they are many, and said to be gone where it is too late', async () => {
    const many = { ...one, count: 12, customers: 9, seconds: 15 }
    show({
      'cases.arrived': () => answer({ waiting: many }),
      'outbox.recall': () => ({ letters: { ...none, change: 'another', gone: { ...one, count: 12, customers: 9 } } }),
    })
    await userEvent.click(screen.getByRole('button', { name: 'Arrived' }))
    await said(/^12 emails to 9 customers in 15 seconds$/)
    await said(/and 11 more/)
    await userEvent.click(screen.getByRole('button', { name: 'Don’t send' }))
    await said(/^12 emails sent already to 9 customers$/)
    await said(/^It was too late to take this back.$/)
  })
})
