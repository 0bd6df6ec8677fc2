import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { CaseRef, OtherCase } from '~/contracts/case-ref'
import { SameDeviceNotice } from '~/features/cases/office/same-device-notice'
import { renderScreen } from './support/fake-api'

const of: CaseRef = { noun: 'repairs', id: '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d11' }
const other = (number: string, isOpen: boolean): OtherCase => ({
  noun: 'tradeIns',
  id: number,
  number,
  status: isOpen ? 'submitted' : 'completed',
  device: {},
  createdAt: new Date('2026-11-20T12:00:00Z'),
  isOpen,
  hasArrived: true,
  outcome: null,
})

it('names the open cases that a device is in beside its own, and no others', async () => {
  const asked: unknown[] = []
  renderScreen(<SameDeviceNotice of={of} device={{ manufacturer: 'Bitmain', model: 'S19', serialNumber: 'SN-1' }} />, {
    'cases.bySerialNumber': (input) => {
      asked.push(input)
      return [other('TRD-7', true), other('TRD-5', false)]
    },
  })
  expect((await screen.findByRole('link', { name: 'TRD-7' })).getAttribute('href')).toBe('/admin/trade-ins/TRD-7')
  expect(screen.getByRole('status').textContent).toContain('Serial number SN-1 is in another open case')
  expect(screen.queryByRole('link', { name: 'TRD-5' })).toBeNull()
  expect(asked).toEqual([{ serialNumber: 'SN-1', except: of }])
})
