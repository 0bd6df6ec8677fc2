import { expect, it } from 'vitest'
import { companyPhoneLink } from '~/lib/company-phone-link'
import { phoneLink } from '~/lib/phone-link'

it.each(['+44 20 7946 0182', '+44 (0)20 7946 0182', '020 7946 0182', '(020) 7946-0182', '+49 (0) 30 901820'])(
  'the company’s number %s is dialled from the frame of a page as from everywhere else',
  (number) => {
    expect(companyPhoneLink(number)).toBe(phoneLink(number))
  },
)

it('an extension is left to the person who dials', () => {
  expect(companyPhoneLink('+44 20 7946 0182 ext. 12')).toBe('tel:+442079460182')
})
