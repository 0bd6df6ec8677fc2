import { describe, expect, it } from 'vitest'
import { addressLines, mailLink } from '~/lib/contact-details'
import { phoneLink } from '~/lib/phone-link'
import { isWebAddress } from '~/contracts/addresses'

describe('links', () => {
  it('begins an email without letting its text add fields', () => {
    expect(mailLink('desk@example.com')).toBe('mailto:desk@example.com')
    expect(mailLink('desk@example.com', { subject: 'A & B', body: 'one\r\ntwo?cc=x' })).toBe(
      'mailto:desk@example.com?subject=A%20%26%20B&body=one%0D%0Atwo%3Fcc%3Dx',
    )
    expect(mailLink('a?b@example.com')).toBe('mailto:a%3Fb@example.com')
  })

  it('dials the digits of a number', () => {
    expect(phoneLink('+44 20 7946 0182')).toBe('tel:+442079460182')
  })

  it('takes only addresses of the web for such', () => {
    expect(isWebAddress('https://example.com/a')).toBe(true)
    expect(['javascript:alert(1)', '', 'example.com', 'https://'].map(isWebAddress)).toEqual([false, false, false, false])
  })
})

describe('addressLines', () => {
  it('takes both forms of an address and leaves empty lines out', () => {
    expect(addressLines({ line1: 'Unit 4', line2: ' ', line3: 'UK' })).toEqual(['Unit 4', 'UK'])
    expect(addressLines('1 High Street\nLeeds\n')).toEqual(['1 High Street', 'Leeds'])
  })
})
