import * as z from 'zod'
import { longest, storable } from '~/contracts/fields'
import { fromEntries, keysOf } from '~/contracts/keys'

export interface TemplateField {
  about: string
  /** Fills a preview without a real case. */
  example: string
}

export const templateGroups = [
  'Repairs',
  'Trade-ins',
  'Requests and messages',
  'Orders',
  'Store credit',
  'Invoices',
  'Accounts',
  'Newsletter',
] as const
export type TemplateGroup = (typeof templateGroups)[number]

/** @typeParam Field the names of its fields */
export interface EmailTemplate<Field extends string = string> {
  /** 'repairs.completed'. */
  id: string
  group: TemplateGroup
  name: string
  fields: Readonly<Record<Field, TemplateField>>
  required: readonly NoInfer<Field>[]
  subject: string
  /** An empty line ends a paragraph; lines with only empty fields are left out. */
  body: string
  /** Text of the button, which stands below the text or at the field `link`. */
  button: string
}

export interface TemplateText {
  subject: string
  body: string
}

/** The button's field, for templates with text below it. */
export const LINK = 'link'

/** Characters. */
const LONGEST_SUBJECT = 200
export const LONGEST_BODY = 5_000

export const templateText = z.object({
  subject: z
    .string({ error: 'Subject is required' })
    .trim()
    .check(longest(LONGEST_SUBJECT))
    .min(1, 'Subject is required')
    .regex(/^[^\r\n\u2028\u2029]*$/, 'A subject is one line')
    .check(storable),
  body: z
    .string({ error: 'Text is required' })
    .check(longest(LONGEST_BODY))
    .refine((text) => text.trim() !== '', 'Text is required')
    .check(storable),
})

const id = z.string().check(longest(60))
/** The edited version; 0 for the shop's own text. A stale one is CONFLICT. */
const version = z.int().nonnegative()

export const templateInput = z.object({ id })
export const saveTemplateInput = templateText.extend({ id, version })
export const resetTemplateInput = z.object({ id, version })
export const previewTemplateInput = templateText.extend({
  id,
  /** The case for the preview; without it the newest one. */
  caseNumber: z.string().trim().check(longest(60)).default(''),
})

const FIELD = /\{\{([^{}]*)\}\}/g
const nameOf = (inBraces: string) => inBraces.trim()

const namesIn = (text: string): string[] => [...text.matchAll(FIELD)].map(([, name = '']) => nameOf(name))

export const inBraces = (name: string) => `{{${name}}}`

const paragraphsOf = (body: string): string[] =>
  body.split(/\r?\n[^\S\n]*(?:\r?\n[^\S\n]*)+/).flatMap((paragraph) => paragraph.trim() || [])

const isLink = (paragraph: string) => /^\{\{\s*link\s*\}\}$/.test(paragraph)

export interface TemplateFault {
  path: keyof TemplateText
  message: string
}

export function templateFaults({ fields, required }: EmailTemplate, text: TemplateText): TemplateFault[] {
  const known: readonly string[] = keysOf(fields)
  const listed = known.map(inBraces).join(', ')
  const parts = [
    { path: 'subject', names: namesIn(text.subject) },
    { path: 'body', names: namesIn(text.body) },
  ] as const
  const faults: TemplateFault[] = parts.flatMap(({ path, names }) => {
    const unknown = [...new Set(names)].filter((name) => !known.includes(name))
    const unclosed = /\{\{|\}\}/.test(text[path].replaceAll(FIELD, ''))
    return [
      ...unknown.map((name) => ({ path, message: `This email has no field ${inBraces(name.slice(0, 60))}. Its fields are ${listed}.` })),
      ...(unclosed ? [{ path, message: 'Write a field between two pairs of braces, like {{number}}.' }] : []),
    ]
  })
  const used = new Set(parts.flatMap(({ names }) => names))
  for (const name of required) {
    if (!used.has(name)) faults.push({ path: 'body', message: `This email needs the field ${inBraces(name)}.` })
  }
  if (LINK in fields && used.has(LINK)) {
    const links = namesIn(text.body).filter((name) => name === LINK).length + namesIn(text.subject).filter((name) => name === LINK).length
    if (links !== 1 || !paragraphsOf(text.body).some(isLink)) {
      faults.push({ path: 'body', message: `${inBraces(LINK)} is the button: use it once, in a paragraph of its own.` })
    }
  }
  return faults
}

export interface FilledText {
  subject: string
  before: string[]
  after: string[]
}

/** Fills one line or paragraph. Removes blanks around an empty field, and lines that become empty. */
function filled(text: string, values: Readonly<Record<string, string>>): string {
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const names = namesIn(line)
    const whole = line.replaceAll(FIELD, (_field, name: string) => values[nameOf(name)] ?? '')
    if (!names.some((name) => (values[name] ?? '') === '')) return [whole]
    const rest = whole.replaceAll(/[^\S\n]{2,}/g, ' ').trim()
    return rest === '' ? [] : [rest]
  })
  return lines.join('\n').trim()
}

/** @param text without faults; fields inside values are not filled */
export function fillTemplate({ subject, body }: TemplateText, values: Readonly<Record<string, string>>): FilledText {
  const paragraphs = paragraphsOf(body)
  const link = paragraphs.findIndex(isLink)
  const fill = (some: readonly string[]) => some.map((paragraph) => filled(paragraph, values)).filter((paragraph) => paragraph !== '')
  return {
    subject: filled(subject, values).replaceAll(/\s+/g, ' '),
    before: fill(link < 0 ? paragraphs : paragraphs.slice(0, link)),
    after: fill(link < 0 ? [] : paragraphs.slice(link + 1)),
  }
}

export interface TemplateRow {
  id: string
  group: TemplateGroup
  name: string
  subject: string
  isChanged: boolean
  fault: string | null
  savedAt: Date | null
  savedBy: string | null
}

export interface TemplateVersion {
  number: number
  /** Null for a return to the shop's own text. */
  text: TemplateText | null
  savedAt: Date
  /** Email address; null for a deleted account, and if not saved in the back office. */
  savedBy: string | null
}

export interface TemplatePage extends Omit<TemplateRow, 'subject'> {
  text: TemplateText
  original: TemplateText
  fields: (TemplateField & { name: string; isRequired: boolean })[]
  button: string
  /** 0 for a text that was never saved. */
  version: number
  versions: TemplateVersion[]
}

export const VERSIONS_SHOWN = 50

export interface TemplatePreview {
  caseNumber: string | null
  subject: string
  html: string
  text: string
}

export const templateOfPage = ({ fields, ...page }: TemplatePage): EmailTemplate => ({
  ...page,
  ...page.original,
  fields: fromEntries(fields.map((field) => [field.name, field] as const)),
  required: fields.flatMap(({ name, isRequired }) => (isRequired ? [name] : [])),
})

export const textFor = (page: TemplatePage) =>
  templateText.superRefine((text, context) => {
    for (const { path, message } of templateFaults(templateOfPage(page), text)) context.addIssue({ code: 'custom', path: [path], message })
  })
