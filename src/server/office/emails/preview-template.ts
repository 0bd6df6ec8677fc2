import type * as z from 'zod'
import { caseNouns, type CaseNoun } from '~/contracts/case-ref'
import { caseStatuses } from '~/contracts/cases/emails'
import { deviceName } from '~/contracts/cases/device'
import { allows } from '~/contracts/identity/api-keys'
import { keysOf, recordOf } from '~/contracts/keys'
import { numberSpellings } from '~/contracts/numbers'
import {
  fillTemplate,
  LINK,
  templateFaults,
  type EmailTemplate,
  type previewTemplateInput,
  type TemplatePreview,
} from '~/contracts/office/email-templates'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { calendarDay, formatDay } from '~/lib/instant'
import type { SignedInCall } from '~/server/call'
import { companyValues } from '~/server/cases/case-email-templates'
import { linkLabel, mailable } from '~/server/cases/base/case-emails'
import { listed } from '~/server/cases/intake/request-emails'
import { caseKinds } from '~/server/cases/kinds/case-kinds'
import { caseWords } from '~/server/cases/kinds/kind-words'
import { quoteKinds } from '~/server/cases/quotes/quote-kinds'
import { quoteValues } from '~/server/cases/quotes/unanswered-quotes'
import { safeJson } from '~/server/platform/database/column-values'
import { caseFields } from '~/server/platform/email-texts/write-email'
import { fieldError } from '~/server/platform/errors'
import { renderEmail } from '~/server/platform/mail/email-layout'
import { letterheadOf } from '~/server/platform/pdf/letterhead'
import { readSettings } from '~/server/site/settings/read-settings'
import { templateOf } from './all-templates'

type Tx = Prisma.TransactionClient
type Values = Readonly<Record<string, string>>

interface Real {
  caseNumber: string | null
  name: string | null
  button: string
  values: Values
}

/** Id prefix of emails about either kind of case. */
const EITHER = 'cases.'

const nounsOf = ({ id, fields }: EmailTemplate): readonly CaseNoun[] => {
  if (!('number' in fields || 'case' in fields)) return []
  const own = caseNouns.find((noun) => id.startsWith(`${noun}.`))
  return own ? [own] : id.startsWith(EITHER) ? caseNouns : []
}

async function findCase(tx: Tx, noun: CaseNoun, number: string) {
  const { table, status } = records[noun]
  const column = Prisma.raw(status.number)
  const [found] = await tx.$queryRaw<{ id: string; number: string; deviceInfo: Prisma.JsonValue }[]>`
    SELECT id::text, ${column} AS number, device_info AS "deviceInfo" FROM ${Prisma.raw(table)}
    WHERE ${number === '' ? Prisma.sql`TRUE` : Prisma.sql`${column} = ANY (${numberSpellings(noun, number)}::text[])`} ORDER BY created_at DESC, id DESC LIMIT 1`
  return found
}

async function ofQuote(tx: Tx, noun: CaseNoun, caseId: string, timeZone: string): Promise<Values> {
  const quote = await tx.caseQuote.findFirst({ where: { caseId }, orderBy: { number: 'desc' } })
  if (!quote) return {}
  const lastDay = quote.expiresAt && formatDay(calendarDay(quote.expiresAt, timeZone))
  return {
    ...(await quoteValues(tx, noun, quote)),
    ...(await quoteKinds[noun].text(tx, quote)).values,
    ...(lastDay && { valid_until: lastDay, until: `until ${lastDay}` }),
  }
}

/** For fields that differ by kind, which examples must not fill. */
function ofKind(noun: CaseNoun, { number, device }: { number: string; device: string }): Values {
  const { request, afterArrival } = caseWords[noun]
  const { word, afterwards } = quoteKinds[noun]
  return {
    case: `${records[noun].one} ${number}`,
    device,
    request,
    machines: listed([{ number, device }]),
    which: number,
    more: '',
    ...(noun === 'repairs' && { values_kept: '' }),
    next: afterArrival,
    expedited: '',
    quote: `${word} 1`,
    afterwards,
  }
}

async function ofCase(
  tx: Tx,
  { viewer, businessTimeZone }: SignedInCall<'businessTimeZone'>,
  template: EmailTemplate,
  number: string,
): Promise<Real | null> {
  for (const noun of nounsOf(template)) {
    if (!allows(viewer.scopes, noun, 'read')) continue
    const found = await findCase(tx, noun, number)
    const [facts] = found ? await caseKinds[noun].casesToEmail(tx, [found.id]) : []
    if (!found || !facts) continue
    const [anyStatus] = caseStatuses[noun]
    const values = {
      ...ofKind(noun, { number: found.number, device: deviceName(safeJson(found.deviceInfo)).slice(0, 120) }),
      ...facts.emailOf(anyStatus).values,
      ...(await ofQuote(tx, noun, found.id, businessTimeZone)),
    }
    const isAboutEither = template.id.startsWith(EITHER) && !(LINK in template.fields)
    const button = isAboutEither ? linkLabel(noun, template.id.slice(EITHER.length)) : template.button
    return { button, caseNumber: found.number, name: mailable(facts.user).recipient?.name ?? null, values }
  }
  return null
}

/** The company's own values, where a field of that name means them: another email may call something else an address. */
const ofCompany = ({ fields }: EmailTemplate, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const company = keysOf(caseFields).find((each) => each === name)
      return company === undefined || fields[name]?.about === caseFields[company].about
    }),
  )

/** Examples stand where the case says nothing, and where it has nothing for a required field. */
function withExamples({ fields, required }: EmailTemplate, values: Values): Values {
  return recordOf(keysOf(fields), (name) => {
    const real = values[name]
    const isMissing = real === undefined || (real === '' && required.includes(name))
    return isMissing ? (fields[name]?.example ?? '') : real
  })
}

/** With the named case, the newest readable one, or examples. @throws NOT_FOUND; BAD_REQUEST for an invalid text, and `caseNumber` */
export async function previewTemplate(
  call: SignedInCall<'db' | 'businessTimeZone' | 'siteUrl'>,
  { id, caseNumber: number, ...text }: z.output<typeof previewTemplateInput>,
): Promise<TemplatePreview> {
  const template = templateOf(id)
  const [fault] = templateFaults(template, text)
  if (fault) throw fieldError('validation_failed', fault.path, fault.message)
  return call.db.prisma.$transaction(async (tx) => {
    const settings = await readSettings(tx)
    const real = await ofCase(tx, call, template, number)
    if (number !== '' && !real) throw fieldError('validation_failed', 'caseNumber', 'There is no such case for this email')
    const values = withExamples(template, { ...real?.values, ...ofCompany(template, companyValues(settings)) })
    const email = renderEmail(
      { ...letterheadOf(settings), siteUrl: call.siteUrl },
      {
        to: '',
        name: real?.name ?? null,
        ...fillTemplate(text, values),
        link: { label: real?.button ?? template.button, href: `${call.siteUrl}/` },
      },
    )
    return { caseNumber: real?.caseNumber ?? null, subject: email.subject, html: email.html, text: email.text }
  })
}
