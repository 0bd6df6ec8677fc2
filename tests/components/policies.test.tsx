import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { policyNames, type PolicyPage, type PolicyRow } from '~/contracts/office/policies'
import { PoliciesSection } from '~/features/office/policies/policies-section'
import type { RouterInputs } from '~/trpc/client'
import { renderScreen } from './support/fake-api'
import { findToast } from './support/toasts'

const page = (version: number, changes: Partial<Record<string, Partial<PolicyRow>>> = {}): PolicyPage => ({
  version,
  rows: policyNames.map((name) => ({
    name,
    value: 500,
    default: 500,
    isSet: false,
    fault: null,
    wanted: null,
    ...changes[name],
  })),
})
const wanted = { value: 2000, by: 'ada@example.com', isOwn: true, at: new Date('2026-11-20T12:00:00Z'), isFromOwnNetwork: null }

describe('a higher limit', () => {
  it('is shown to wait as soon as it is saved, and can be taken back at once', async () => {
    const user = userEvent.setup()
    const saved: RouterInputs['policies']['save'][] = []
    renderScreen(
      <PoliciesSection />,
      {
        'policies.all': () => page(1),
        'policies.save': (input) => {
          saved.push(input)
          return page(2, { offerLimit: { wanted } })
        },
        'policies.refuse': () => page(3),
      },
      { pathname: '/admin/policies' },
    )
    const limit = await screen.findByRole<HTMLInputElement>('spinbutton', { name: /Offer limit/ })
    await user.type(limit, '2000')
    await user.click(screen.getByRole('button', { name: 'Save limits and periods' }))
    expect(await findToast('status', 'Limits and periods saved')).toBeTruthy()
    expect(await findToast('status', 'Offer limit: waits for another administrator')).toBeTruthy()
    const banner = within(await screen.findByRole('region', { name: 'Offer limit that waits' }))
    expect(banner.getByText(/from €500.00 to €2,000.00, waiting for another administrator/)).toBeTruthy()
    expect(screen.queryByText('Unsaved changes')).toBeNull()
    expect(limit.value).toBe('')
    expect(saved).toMatchObject([{ version: 1, values: { offerLimit: expect.stringMatching(/^2000/) } }])
    await user.click(banner.getByRole('button', { name: 'Take it back' }))
    expect(await findToast('status', 'The limit stays as it is')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Offer limit that waits' })).toBeNull()
  })
})
