import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { TemplateRow } from '~/contracts/office/email-templates'
import { TemplatesScreen } from '~/features/office/emails/templates-screen'
import { renderScreen } from './support/fake-api'

const row = (id: string, group: TemplateRow['group'], name: string, subject: string): TemplateRow => ({
  ...{ id, group, name, subject },
  ...{ isChanged: false, fault: null, savedAt: null, savedBy: null },
})

it('emails are found by name, subject and what they are about', async () => {
  renderScreen(
    <TemplatesScreen />,
    {
      'emails.list': () => [
        row('repairs.completed', 'Repairs', 'Completed', 'Your repair {{number}} is complete'),
        row('tradeIns.offer', 'Trade-ins', 'Offer', 'Offer for your trade-in {{number}}'),
        row('newsletter.welcome', 'Newsletter', 'Welcome', 'You are subscribed'),
      ],
    },
    { pathname: '/admin/emails' },
  )
  const shown = () =>
    screen
      .getAllByRole('listitem')
      .map((item) => item.querySelector('button')?.textContent)
      .join()
  const search = await screen.findByRole('searchbox', { name: 'Search emails...' })
  expect(shown()).toBe('Completed,Offer,Welcome')
  await userEvent.type(search, 'COMPLETE repairs{Enter}')
  expect(shown()).toBe('Completed')
  await userEvent.clear(search)
  await userEvent.type(search, 'subscribed{Enter}')
  expect(shown()).toBe('Welcome')
  await userEvent.type(search, ' x{Enter}')
  expect(screen.getByText('No emails match your search')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Newsletter' })).toBeNull()
})
