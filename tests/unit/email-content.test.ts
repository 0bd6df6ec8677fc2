import { expect, it } from 'vitest'
import { fillTemplate } from '~/contracts/office/email-templates'
import { renderEmail } from '~/server/platform/mail/email-layout'
import { allTemplates } from '~/server/office/emails/all-templates'
import { letterheadOf } from '~/server/platform/pdf/letterhead'
import { defaultSettings } from '~/contracts/site/settings'

const branding = { ...letterheadOf(defaultSettings), siteUrl: 'https://shop.example' }

/** Every email says the same as HTML and as plain text: either has all of it. */

/** The words of a document, without its form. */
const wordsOf = (html: string) =>
  html
    .replace(/<head>.*?<\/head>/s, '')
    .replaceAll(/<a href="([^"]*)"[^>]*>/g, ' $1 ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .split(/\s+/)
    .filter((word) => word !== '')

it.each(allTemplates.map((template) => [template.id, template] as const))('%s', (_id, template) => {
  const values = Object.fromEntries(Object.entries(template.fields).map(([name, { example }]) => [name, example]))
  const text = fillTemplate(template, { ...values, company: branding.companyName })
  const email = renderEmail(branding, {
    to: 'ada@example.com',
    name: 'Ada <b>Byron</b> & Co',
    ...text,
    link: { label: template.button, href: 'https://shop.example/track/secret?a=1&b=2' },
    foot: { label: 'Choose which emails you get', href: 'https://shop.example/account/profile' },
  })
  // The HTML has the subject as its heading, and the button's address once more for programs that show no button.
  const html = wordsOf(email.html)
  const plain = email.text.split(/\s+/).filter((word) => word !== '')
  // A colon leads from a label to its address in plain text.
  const bare = (words: readonly string[]) => new Set(words.map((word) => word.replace(/:$/, '')))
  const only = (some: readonly string[], others: readonly string[]) => [...bare(some)].filter((word) => !bare(others).has(word))
  const heading = `${email.subject} If the button does not work, open this address:`.split(/\s+/)
  expect(only(plain, html)).toEqual([])
  expect(only(html, [...plain, ...heading])).toEqual([])
  // In the same order.
  const order = html.join(' ')
  for (const paragraph of [...text.before, ...text.after]) expect(order).toContain(paragraph.split(/\s+/).join(' ').trim())
})
