import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { PassportContent, PublicPassport, UnitPassports } from '~/contracts/stock/passports'
import type { WaitingClaim } from '~/contracts/stock/claims'
import { AnswerClaim } from '~/features/stock/claims/answer-claim'
import { WaitingClaims } from '~/features/stock/claims/waiting-claims'
import { PassportView } from '~/features/stock/passports/passport-view'
import { UnitPassportSection } from '~/features/stock/passports/unit-passport-section'
import { ReadPassport } from '~/features/stock/passports/passport-screen'
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
  mustAsk: false,
  claim: null,
  asked: [],
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
      return { unitNumber: 'U-10001', outcome: 'yours' }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Claim this machine' }))
  expect(await screen.findByRole('button', { name: 'Release this machine' })).toBeTruthy()
})

it('asks for a machine of somebody else, says that the request waits, and withdraws it', async () => {
  let claim: PublicPassport['claim'] = null
  renderScreen(<ReadPassport code="code" isSignedIn />, {
    'units.passport': () => ({ ...passport, isClaimed: true, mustAsk: true, claim }),
    'units.claim': () => {
      claim = { id: 'c1', state: 'waiting', at: new Date('2026-11-21T12:00:00Z') }
      return { unitNumber: 'U-10001', outcome: 'waiting' }
    },
    'units.withdrawClaim': () => {
      claim = null
      return { unitNumber: 'U-10001' }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Ask for this machine' }))
  expect(await screen.findByText(/^You asked for this machine on/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw the request' }))
  expect(await screen.findByRole('button', { name: 'Ask for this machine' })).toBeTruthy()
})

it('lets the owner answer by the link, once', async () => {
  const given: RouterInputs['units']['answerClaim'][] = []
  const linked = { id: 'c1', unitNumber: 'U-10001', manufacturer: 'Bitmain', model: 'Antminer S19', serialNumber: 'SN-1' }
  renderScreen(<AnswerClaim token="secret" />, {
    'units.linkedClaim': () => ({ ...linked, createdAt: new Date('2026-11-20T12:00:00Z'), until: new Date('2026-12-04T12:00:00Z') }),
    'units.answerClaim': (input) => {
      given.push(input)
      return { unitNumber: 'U-10001' }
    },
  })
  expect(await screen.findByRole('heading', { name: 'Bitmain Antminer S19' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Hand it over' }))
  expect((await screen.findByRole('status')).textContent).toContain('has left your account')
  expect(given).toEqual([{ token: 'secret', answer: 'agree' }])
  expect(screen.queryByRole('button')).toBeNull()
})

it('shows staff who asks for whose machine, and sends the reason of a refusal', async () => {
  const decided: RouterInputs['units']['decideClaim'][] = []
  const claim: WaitingClaim = {
    ...{ id: 'c1', unitNumber: 'U-10001', manufacturer: 'Bitmain', model: 'Antminer S19', serialNumber: null, createdAt: new Date(0) },
    claimant: { userId: 'u2', email: 'ben@example.com' },
    owner: { userId: 'u1', email: 'anna@example.com' },
    ...{ askedAt: null, linkUntil: null, needsStaff: true },
  }
  renderScreen(<WaitingClaims mayWrite />, {
    'units.claims': () => (decided.length === 0 ? [claim] : []),
    'units.decideClaim': (input) => {
      decided.push(input)
      return { unitNumber: 'U-10001' }
    },
  })
  expect(await screen.findByText('The owner could not be asked by email. Please decide.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Refuse the request for U-10001' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Refuse the request for U-10001?' }))
  await userEvent.type(dialog.getByRole('textbox'), 'No receipt')
  await userEvent.click(dialog.getByRole('button', { name: 'Refuse' }))
  await vi.waitFor(() => expect(decided).toEqual([{ id: 'c1', answer: 'refuse', note: 'No receipt' }]))
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
    'units.claim': () => Promise.reject(refusal('CONFLICT', 'Your request for this machine was refused.')),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Claim this machine' }))
  expect((await screen.findByText('Your request for this machine was refused.')).getAttribute('role')).toBe('alert')
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
