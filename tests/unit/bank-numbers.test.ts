import { describe, expect, it } from 'vitest'
import { accountNumberOf, bicOf, ibanOf, sellerForm, sellerInput, sortCodeOf } from '~/contracts/billing/seller'

describe('an IBAN', () => {
  it.each([
    ['GB33BUKB20201555555555', 'GB33BUKB20201555555555'],
    ['gb33 bukb 2020 1555 5555 55', 'GB33BUKB20201555555555'],
    ['DE89370400440532013000', 'DE89370400440532013000'],
    ['NO93 8601 1117 947', 'NO9386011117947'],
    ['GB33\u00a0BUKB\u00a02020\u202f1555\t5555\u00a055', 'GB33BUKB20201555555555'],
    ['GB33-BUKB-2020-1555-5555-55', 'GB33BUKB20201555555555'],
  ])('%s is %s', (typed, iban) => expect(ibanOf(typed)).toBe(iban))

  it('has the check digits of its country too where the package knows them', () => {
    expect(ibanOf('BE68 5390 0754 7034')).toBe('BE68539007547034')
    // Right by modulus 97, and not the check digits of a Belgian account.
    expect(ibanOf('BE79 5390 0754 7030')).toBeNull()
  })

  it.each(['GB00BUKB20201555555555', 'GB33BUKB2020155555555', 'DE8937040044053201300', 'XX33BUKB20201555555555', 'GB33', '55555555', ''])(
    '%s is none',
    (typed) => expect(ibanOf(typed)).toBeNull(),
  )
})

it('a BIC has eight or eleven characters and a country', () => {
  expect(['BUKBGB22', 'bukb gb22', 'DEUTDEFF500'].map(bicOf)).toEqual(['BUKBGB22', 'BUKBGB22', 'DEUTDEFF500'])
  expect(bicOf('BUKB\u00a0GB22')).toBe('BUKBGB22')
  expect(['XX', 'BUKBGB2', 'BUKBXX22', 'BUKBGB2212', 'BUKB1122'].map(bicOf)).toEqual([null, null, null, null, null])
})

it('a sort code has six digits, an account number eight', () => {
  expect(['20-20-15', '202015', '20 20 15'].map(sortCodeOf)).toEqual(['20-20-15', '20-20-15', '20-20-15'])
  expect(['1', '20-20-1', '20-20-155', 'aa-bb-cc'].map(sortCodeOf)).toEqual([null, null, null, null])
  expect(['55555555', '5555 5555'].map(accountNumberOf)).toEqual(['55555555', '55555555'])
  expect(['abc', '5555555', '555555555', '5555555a'].map(accountNumberOf)).toEqual([null, null, null, null])
})

it('router and form refuse wrong ones beside their fields', () => {
  const wrong = {
    iban: 'GB00BUKB20201555555555',
    bic: 'XX',
    sortCode: '1',
    accountNumber: 'abc',
    termsDays: 14,
    cashLimit: 1000,
    deposits: {},
  }
  const form = { ...wrong, hashboard: 0, control_board: 0, power_supply: 0, other: 0 }
  for (const { error } of [sellerInput.safeParse(wrong), sellerForm.safeParse(form)])
    expect(error?.issues.map(({ path }) => path.join('.')).toSorted()).toEqual(['accountNumber', 'bic', 'iban', 'sortCode'])
  const right = { ...wrong, iban: 'GB33 BUKB 2020 1555 5555 55', bic: 'BUKBGB22', sortCode: '202015', accountNumber: '55555555' }
  expect(sellerInput.parse(right)).toMatchObject({ iban: 'GB33BUKB20201555555555', sortCode: '20-20-15' })
  expect(sellerInput.safeParse({ ...right, iban: 'G'.repeat(100_000) }).success).toBe(false)
})
