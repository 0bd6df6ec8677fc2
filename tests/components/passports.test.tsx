import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { PassportContent, PublicPassport, UnitPassports } from '~/contracts/catalogue/passports'
import { PassportView } from '~/features/catalogue/passports/passport-view'
import { UnitPassportSection } from '~/features/catalogue/passports/unit-passport-section'
import { ReadPassport } from '~/features/catalogue/passports/passport-screen'
import type { RouterInputs } from '~/trpc/client'
import { refusal, renderScreen } from './support/fake-api'

const content: PassportContent = {
  unitNumber: 'U-10001',
  manufacturer: 'Bitmain',
  model: 'Antminer S19',
  serialNumber: 'SN-1',
  nominal: { hashrate: 104e12, power: null },
  measured: {
    on: '2026-11-18',
    hashrate: 103.2e12,
    power: 3041,
    efficiency: 29.5,
    boards: [
      { slot: 1, serialNumber: 'B-1', origin: 'original', since: null, hashrate: 34.4e12, chips: 114, expectedChips: 114, temperature: 75 },
      {
        slot: 2,
        serialNumber: null,
        origin: 'replaced',
        since: '2026-11-09',
        hashrate: null,
        chips: null,
        expectedChips: null,
        temperature: null,
      },
    ],
  },
  parts: [{ slot: 'Board 1', name: 'Hashboard S19', on: '2026-11-09' }],
  tests: [{ kind: 'safety', on: '2026-11-18', passed: true, reference: 'PAT 4711' }],
  repairs: [{ on: '2026-11-10', what: 'Hashboard repair', parts: [] }],
  warrantyUntil: '2026-12-10',
  saleWarranty: null,
  pictures: [],
}
const passport: PublicPassport = {
  code: 'code',
  issuedAt: new Date('2026-11-20T12:00:00Z'),
  revoked: null,
  content,
  signed: 'a.b.c',
  pictures: [],
  warrantyDaysLeft: 20,
  isClaimed: false,
  isMine: false,
  isClaimable: true,
}

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))

it('says each figure with its unit, and what nobody knows', () => {
  renderScreen(<PassportView content={content} />, {})
  expect(screen.getByText('103.2 TH/s (nominal 104 TH/s)')).toBeTruthy()
  expect(screen.getByText('3,041 W')).toBeTruthy()
  const [, first, second] = within(screen.getByRole('table', { name: 'Boards' })).getAllByRole('row')
  expect(first?.textContent).toBe('1B-1Original34.4 TH/s114 of 11475 °C')
  expect(second?.textContent).toBe('2Not saidReplaced here9 November 2026Not saidNot saidNot said')
  expect(screen.getByText('Electrical safety test: passed, reference PAT 4711')).toBeTruthy()
})

it('sends a visitor to sign in, and lets whoever is signed in claim the machine', async () => {
  const visitor = renderScreen(<ReadPassport code="code" isSignedIn={false} />, { 'units.passport': () => passport })
  expect((await screen.findByRole('link', { name: 'Sign in to claim it' })).getAttribute('href')).toBe('/passport/code?claim')
  visitor.unmount()
  let isMine = false
  renderScreen(<ReadPassport code="code" isSignedIn />, {
    'units.passport': () => (isMine ? { ...passport, isMine, isClaimed: true, isClaimable: false } : passport),
    'units.claim': () => {
      isMine = true
      return { unitNumber: 'U-10001' }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Claim this machine' }))
  expect(await screen.findByRole('button', { name: 'Release this machine' })).toBeTruthy()
})

it('says that a passport was revoked, and nothing of what it said', async () => {
  const revoked = { at: new Date('2026-11-21T12:00:00Z'), reason: 'Read from another machine' }
  renderScreen(<ReadPassport code="code" isSignedIn={false} />, {
    'units.passport': () => ({ ...passport, revoked, content: null, signed: null, isClaimable: false }),
  })
  expect(await screen.findByText('Reason: Read from another machine')).toBeTruthy()
  expect(screen.queryByText(/103/)).toBeNull()
})

it('says why a machine was not claimed, and that no passport has a code', async () => {
  const taken = renderScreen(<ReadPassport code="code" isSignedIn />, {
    'units.passport': () => passport,
    'units.claim': () => Promise.reject(refusal('CONFLICT', 'Somebody has claimed this machine already.')),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Claim this machine' }))
  expect((await screen.findByText('Somebody has claimed this machine already.')).getAttribute('role')).toBe('alert')
  taken.unmount()
  renderScreen(<ReadPassport code="none" isSignedIn={false} />, {
    'units.passport': () => Promise.reject(refusal('NOT_FOUND', 'There is no such passport.')),
  })
  expect(await screen.findByRole('heading', { name: 'No such passport' })).toBeTruthy()
})

it('issues a passport with the chosen pictures, after showing what it will say, and revokes it with a reason', async () => {
  const picture = { id: 'p1', name: 'Front.jpg', caseNumber: 'REP-1', createdAt: new Date(0), thumbnailAddress: null }
  const data: UnitPassports = { issued: [], preview: content, missing: ['No load test is on record.'], pictures: [picture] }
  const issued: RouterInputs['units']['issuePassport'][] = []
  const revoked: RouterInputs['units']['revokePassport'][] = []
  renderScreen(<UnitPassportSection unitId="u1" mayWrite />, {
    'units.passports': () =>
      issued.length === 0
        ? data
        : {
            ...data,
            issued: [
              {
                ...{ id: 'i1', code: 'code', address: 'https://shop.example/passport/code', issuedAt: new Date(0), issuedBy: null },
                ...{ revokedAt: null, revokedReason: null, claimedAt: null },
              },
            ],
          },
    'units.issuePassport': (input) => {
      issued.push(input)
      return { code: 'code', address: 'https://shop.example/passport/code' }
    },
    'units.revokePassport': (input) => {
      revoked.push(input)
      return { id: input.id }
    },
  })
  expect(await screen.findByText('No load test is on record.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Issue' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Issue a passport' }))
  expect(dialog.getByText('103.2 TH/s (nominal 104 TH/s)')).toBeTruthy()
  await userEvent.click(dialog.getByRole('checkbox', { name: /Front\.jpg/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Issue' }))
  expect(await screen.findByText('https://shop.example/passport/code')).toBeTruthy()
  expect(issued).toEqual([{ id: 'u1', pictures: ['p1'] }])
  await userEvent.click(screen.getByRole('button', { name: 'Revoke' }))
  const ask = within(await screen.findByRole('dialog', { name: 'Revoke the passport' }))
  await userEvent.type(ask.getByRole('textbox'), 'Wrong reading')
  await userEvent.click(ask.getByRole('button', { name: 'Revoke' }))
  await vi.waitFor(() => expect(revoked).toEqual([{ id: 'i1', reason: 'Wrong reading' }]))
})
