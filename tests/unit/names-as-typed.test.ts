import { expect, it } from 'vitest'
import { ownBuyerInput } from '~/contracts/billing/buyers'
import { defaultSettings } from '~/contracts/site/settings'
import { renderEmail } from '~/server/platform/mail/email-layout'
import { letterheadOf } from '~/server/platform/pdf/letterhead'

/** Programs that take names and addresses apart lose titles, honours and localities: findings/ has some of them. */

const name = 'Dr Ada BYRON-KING MBE'
const address = '5 High Street\nDidsbury\nManchester\nm20 2aa'

it('names and addresses stay as people type them', () => {
  expect(ownBuyerInput.parse({ fullName: ` ${name} `, billingAddress: address, postalAddress: `${address}\n` })).toMatchObject({
    fullName: name,
    billingAddress: address,
    postalAddress: address,
  })
})

it('an email greets by the whole name', () => {
  const branding = { ...letterheadOf(defaultSettings), siteUrl: 'https://shop.example' }
  const link = { label: 'Open', href: 'https://shop.example/x' }
  const { text, html } = renderEmail(branding, { to: 'ada@example.com', subject: 'Ready', name, before: [], link, after: [] })
  expect(text).toContain(`Hello ${name},`)
  expect(html).toContain(`Hello ${name},`)
})
