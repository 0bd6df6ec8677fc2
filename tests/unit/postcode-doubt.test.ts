import { describe, expect, it } from 'vitest'
import { addressDoubt, postcodeDoubt } from '~/lib/postcode-doubt'

/** The hint that a British address has no postcode: never more than a hint, and never to addresses elsewhere. */

describe('an address', () => {
  it.each([
    '7 Mill Road\nLeeds',
    '7 Mill Road, Leeds',
    'Unit 4\nBridge Works\nSheffield\nUnited Kingdom',
    '1 High St\nYork\nUK',
    '1 High St\nCardiff\nWales',
    'Flat 2\n14 Park Row\nBristol BS',
  ])('%j gets a hint', (address) => expect(postcodeDoubt(address)).toMatch(/postcode/))

  it.each([
    ...[
      '7 Mill Road\nLeeds\nLS1 4AP',
      '7 Mill Road\nleeds ls14ap',
      'London EC1A 1BB, UK',
      'Girobank\nBootle\nGIR 0AA',
      'Cpl Smith\nBFPO 58',
    ],
    ...[
      'Hauptstr. 1\n10115 Berlin',
      '12 rue de la Paix\n75002 Paris\nFrance',
      '1 Main St\nBallina\nIreland',
      'Storgatan 1\n111 22 Stockholm',
    ],
    ...['5 Quay St\nGalway\nH91 X0KT', 'Kirchgasse 2\nZürich\nSwitzerland', '', 'Ada', '7 Mill Road'],
  ])('%j gets none', (address) => expect(postcodeDoubt(address)).toBeNull())

  it('is judged by the country of its form where that is known', () => {
    const address = '7 Mill Road\nLeeds'
    expect(addressDoubt(address, { country: 'DE' })).toBeNull()
    for (const country of ['GB', 'gb', 'UK', ' uk ']) expect(addressDoubt(address, { country })).toMatch(/postcode/)
    expect(addressDoubt('Hauptstr. 1\n10115 Berlin', { country: 'GB' })).toMatch(/postcode/)
    expect(addressDoubt(address, { country: '' })).toMatch(/postcode/)
  })

  it('that documents cannot print says so first', () => expect(addressDoubt('अजय\nLeeds')).toMatch(/cannot print/))
})
