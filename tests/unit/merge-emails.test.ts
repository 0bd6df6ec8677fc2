import { expect, it } from 'vitest'
import { mergeEmails, type EmailPart } from '~/server/platform/mail/merge-emails'

const branding = {
  ...{ companyName: 'Ohmfield', siteUrl: 'https://shop.example', email: 'hello@example.com', phone: '+44 20 7946 0182' },
  ...{ addressLines: ['1 High Street'], register: [], vatNote: '' },
}
const part = (number: string, before: string[]): EmailPart => ({
  title: `${number}, Antminer S19`,
  content: {
    to: 'ada@example.com',
    name: 'Ada',
    subject: `Offer for ${number}`,
    before,
    link: { label: 'Answer', href: `https://shop.example/${number}` },
    after: [],
  },
})

it('says once what all say, but each amount of each machine, in the order of their numbers', () => {
  const texts = (number: string) => [`We have inspected ${number}.`, 'Our offer: €110.00 of store credit', 'It includes VAT.']
  const parts = ['TRD-10', 'TRD-9', 'TRD-8'].map((number) => part(number, texts(number)))
  const { subject, text } = mergeEmails(branding, [part('TRD-11', texts('TRD-11')), ...parts])
  expect(subject).toBe('Offer for TRD-8, and 3 more')
  expect(text.match(/TRD-\d+, Antminer S19\nWe have inspected TRD-\d+\.\nOur offer: €110\.00 of store credit/g)).toHaveLength(4)
  expect([...text.matchAll(/inspected (TRD-\d+)/g)].map(([, number]) => number)).toEqual(['TRD-8', 'TRD-9', 'TRD-10', 'TRD-11'])
  expect(text.match(/It includes VAT\./g)).toHaveLength(1)
  expect(text).toContain('https://shop.example/TRD-8')
})
