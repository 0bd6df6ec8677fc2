import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { keysOf, recordOf } from '~/contracts/keys'
import { fillTemplate } from '~/contracts/office/email-templates'
import { defaultSettings, type SiteSettings } from '~/contracts/site/settings'
import { allTemplates } from '~/server/office/emails/all-templates'
import { writeEmail } from '~/server/platform/email-texts/write-email'
import { renderEmail } from '~/server/platform/mail/email-layout'
import { letterheadOf } from '~/server/platform/pdf/letterhead'

/** Every email names the company that sends it, and has its reply address. */

const settings: SiteSettings = {
  ...defaultSettings,
  company_name: 'Hash & Sons',
  phone_number: '+44 20 7946 0999',
  contact_email: 'desk@hash.example',
  company_register: {
    legal_name: 'Hash & Sons Ltd',
    company_number: '07654321',
    vat_number: 'GB980780684',
    registered_office: '7 Register Row, Leeds LS1 1AA',
  },
}
const texts = { fill: fillTemplate }
const brandingOf = (of: SiteSettings) => ({ ...letterheadOf(of), siteUrl: 'https://shop.example', texts })
const to = { to: 'ada@example.com', name: 'Ada' }

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(tsx?|mdx)$/.test(path) && !path.startsWith('generated'))
  .toSorted()
  .map((path) => [`src/${path}`, readFileSync(`src/${path}`, 'utf8')] as const)
const using = (what: RegExp) => sources.filter(([, text]) => what.test(text)).map(([path]) => path)

const all = allTemplates.map((template) => {
  const values = recordOf(keysOf(template.fields), (name) => template.fields[name]?.example ?? '')
  return [template.id, writeEmail(brandingOf(settings), template, { ...to, href: 'https://shop.example/x', values })] as const
})

/** The text that a mail program shows. */
const shown = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll('&amp;', '&')

describe('every email', () => {
  it.each(all)('%s names the company as the law asks, a telephone number, and where an answer goes', (_id, email) => {
    for (const text of [email.text, shown(email.html)]) {
      expect(text).toContain('Hash & Sons Ltd, registered in England & Wales with company number 07654321')
      expect(text).toContain('Registered office: 7 Register Row, Leeds LS1 1AA')
      expect(text).toContain('VAT number GB980780684')
      expect(text).toContain('Telephone +44 20 7946 0999')
      expect(text).toContain('desk@hash.example')
    }
    expect(email.replyTo).toBe('desk@hash.example')
  })

  it('is made by the one layout that says so', () => {
    // Every email in the queue was built by the layout's `Email`; the other uses pass its address on or set another.
    expect(using(/\bhtml:\s*`/)).toEqual(['src/server/platform/mail/email-layout.tsx'])
    expect(using(/\breplyTo:/)).toEqual([
      'src/server/platform/mail/email-layout.tsx',
      'src/server/platform/mail/email.ts',
      'src/server/platform/outbox/send-messages.ts',
      // The visitor's own address, so that staff can reply.
      'src/server/site/contact-message.ts',
    ])
    // No letterhead is written by hand.
    expect(using(/\{ companyName, siteUrl/)).toEqual([])
  })

  it('leaves out what nobody has entered, and an address that is none', () => {
    const odd = { ...defaultSettings, contact_email: 'not an address', company_name: 'Odd\nLtd' }
    const content = { ...to, subject: 'x', before: [], after: [], link: { label: 'Open', href: 'https://shop.example' } }
    const email = renderEmail(brandingOf(odd), content)
    expect(email.replyTo).toBeUndefined()
    expect(email.text).toContain(
      'Odd Ltd, registered in England & Wales\nRegistered office: Unit 4, Foundry Yard, London E16 2QU, United Kingdom\nTele',
    )
    expect(email.text).not.toContain('VAT number')
    expect(email.text).not.toContain('company number')
  })
})

describe('a request to call', () => {
  const call = /\b(?:call|ring|phone|telephone) us\b/gi
  /** After 'call us': a phone number, a field or a value with one, or a reference to the foot of the page. */
  const withNumber =
    /^(?: at once)? on (?:\{\{phone\}\}|\$\{[\w.]*phone\}|\+44)|^, and name the number above\. Our address and telephone number are/

  it('never stands without a number', () => {
    const without = sources.flatMap(([path, text]) =>
      [...text.matchAll(call)]
        .filter((found) => !withNumber.test(text.slice(found.index + found[0].length)))
        .map((found) => `${path}: ${found[0]}`),
    )
    expect(without).toEqual([])
    for (const [id, { text }] of all) {
      for (const found of text.matchAll(call)) expect(text.slice(found.index), id).toMatch(/^call us (?:at once )?on \+44/i)
    }
  })
})
