import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { keysOf, recordOf } from '~/contracts/keys'
import { fillTemplate, inBraces, LONGEST_BODY, templateFaults, templateText } from '~/contracts/office/email-templates'
import type { CaseEmail } from '~/server/cases/base/case-emails'
import { allTemplates } from '~/server/office/emails/all-templates'
import { emailTemplate, linkFields } from '~/server/platform/email-texts/write-email'

const template = emailTemplate({
  id: 'test',
  group: 'Accounts',
  name: 'A test',
  fields: { ...linkFields, device: { about: '', example: '' }, cost: { about: '', example: '' } },
  required: ['link'],
  subject: 'About {{device}}',
  body: ['{{device}}', '{{link}}'],
  button: 'Open',
})
const faults = (subject: string, body: string) =>
  templateFaults(template, { subject, body }).map(({ path, message }) => `${path}: ${message}`)

describe('a template', () => {
  it('fills in fields once, and leaves out what empty ones leave', () => {
    const body = 'Your {{ device }}  costs {{cost}} now.\n\n{{cost}}\n\nFirst\n{{cost}}\nLast\n\n{{link}}\n\n\nBelow.'
    expect(fillTemplate({ subject: 'About\n{{device}}', body }, { device: '{{cost}} <b>', cost: '' })).toEqual({
      subject: 'About {{cost}} <b>',
      before: ['Your {{cost}} <b> costs now.', 'First\nLast'],
      after: ['Below.'],
    })
    expect(fillTemplate({ subject: 'x', body: '{{cost}}' }, { cost: 'a  b\n\nc' }).before).toEqual(['a  b\n\nc'])
  })

  it('names a field that there is not, in its place', () => {
    expect(faults('{{devise}}', 'x\n\n{{link}}')).toEqual([
      'subject: This email has no field {{devise}}. Its fields are {{company}}, {{link}}, {{device}}, {{cost}}.',
    ])
    expect(faults('x', '{{constructor}}\n\n{{link}}')[0]).toContain('body: This email has no field {{constructor}}')
    expect(faults('x', '{{device}\n\n{{link}}')[0]).toContain('between two pairs of braces')
  })

  it('needs its required fields, and the button alone in its paragraph', () => {
    expect(faults('x', 'No link')).toEqual(['body: This email needs the field {{link}}.'])
    const alone = 'body: {{link}} is the button: use it once, in a paragraph of its own.'
    expect(faults('x', 'Press {{link}} now')).toEqual([alone])
    expect(faults('{{link}}', '{{link}}')).toEqual([alone])
    expect(faults('x', '{{link}}\n\n{{link}}')).toEqual([alone])
    expect(faults('x', 'Above\r\n \r\n{{ link }}\r\n\r\nBelow')).toEqual([])
  })

  it('is bounded, and its subject is one line', () => {
    expect(templateText.safeParse({ subject: 'a\nb', body: 'x' }).error?.issues[0]?.message).toBe('A subject is one line')
    expect(templateText.safeParse({ subject: ' ', body: ' \n' }).error?.issues.map(({ message }) => message)).toEqual([
      'Subject is required',
      'Text is required',
    ])
    expect(templateText.safeParse({ subject: 'x', body: 'x'.repeat(LONGEST_BODY + 1) }).success).toBe(false)
  })
})

describe('the shop’s own templates', () => {
  it('could be saved as they are, each under an id of its own', () => {
    expect(new Set(allTemplates.map(({ id }) => id)).size).toBe(allTemplates.length)
    for (const each of allTemplates) {
      expect(templateText.safeParse(each).success, each.id).toBe(true)
      expect(templateFaults(each, each), each.id).toEqual([])
    }
  })

  it('have no field without words for it, and leave no brace when all are filled in', () => {
    for (const each of allTemplates) {
      for (const name of keysOf(each.fields)) expect(each.fields[name]?.about, `${each.id} ${inBraces(name)}`).toMatch(/\w/)
      const { subject, before, after } = fillTemplate(
        each,
        recordOf(keysOf(each.fields), (name) => `(${name})`),
      )
      expect([subject, ...before, ...after].join('\n'), each.id).not.toMatch(/[{}]/)
    }
  })
})

describe('an email to a customer', () => {
  const sources = readdirSync('src/server', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => `src/server/${path}`)
  const using = (what: RegExp) => sources.filter((path) => what.test(readFileSync(path, 'utf8'))).toSorted()

  it('about a case has the words of a template, or those that an administrator has read through', () => {
    const to = { to: 'ada@example.com', name: null, of: { noun: 'repairs' as const, id: '' }, kind: 'answer', authorId: null }
    // @ts-expect-error -- No other words are of the type.
    const hardCoded: CaseEmail = { ...to, subject: 'Hello', body: 'Fixed text' }
    expect(hardCoded.subject).toBe('Hello')
    expect(using(/\bwordsRead\(/)).toEqual([
      'src/server/cases/quotes/offers-together.ts',
      'src/server/cases/quotes/send-quote.ts',
      'src/server/cases/status-emails.ts',
    ])
  })

  it('is set with a template: without one only administrators are written to', () => {
    expect(using(/\brenderEmail\(/)).toEqual([
      // With words that are from templates.
      'src/server/cases/base/case-emails.ts',
      // To the desk.
      'src/server/cases/messages/unread-emails.ts',
      'src/server/identity/users/approvers.ts',
      'src/server/identity/users/role-changes.ts',
      // The text that an administrator looks at, and `writeEmail`.
      'src/server/office/emails/preview-template.ts',
      'src/server/office/policies/manage-policies.ts',
      'src/server/office/webhooks/deliver-webhooks.ts',
      'src/server/platform/email-texts/write-email.ts',
      'src/server/platform/mail/email-layout.tsx',
      // Of emails that were each set with one.
      'src/server/platform/mail/merge-emails.ts',
      'src/server/site/contact-message.ts',
    ])
  })

  it('can be changed by administrators: every template is in the list', async () => {
    const files = using(/\bemailTemplate\(/).filter((path) => path !== 'src/server/office/emails/all-templates.ts')
    const modules = await Promise.all(files.map((path): Promise<object> => import(`../../${path}`)))
    const isTemplate = (value: unknown) => typeof value === 'object' && value !== null && 'button' in value && 'required' in value
    const exported = modules.flatMap((module): unknown[] => Object.values(module).flat()).filter(isTemplate)
    expect(exported.length).toBeGreaterThan(30)
    const listed = new Set<unknown>(allTemplates)
    expect(exported.filter((template) => !listed.has(template))).toEqual([])
  })
})
