import type * as z from 'zod'
import { keysOf } from '~/contracts/keys'
import {
  templateFaults,
  VERSIONS_SHOWN,
  type EmailTemplate,
  type resetTemplateInput,
  type saveTemplateInput,
  type TemplatePage,
  type TemplateRow,
  type TemplateText,
} from '~/contracts/office/email-templates'
import type { EmailTemplateVersion, Prisma } from '~/generated/prisma/client'
import type { SignedInCall } from '~/server/call'
import { lockDecider } from '~/server/identity/users/second-administrator'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { conflict } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import type { Services } from '~/server/services'
import { allTemplates, templateOf } from './all-templates'
import { faultOf } from '~/server/platform/email-texts/email-texts'

const saver = { saver: { select: { email: true } } } as const
type Version = Omit<EmailTemplateVersion, 'savedBy'> & { saver: { email: string } | null }

/** Null for the shop's own text. */
const textOf = ({ subject, body }: Pick<EmailTemplateVersion, 'subject' | 'body'>): TemplateText | null =>
  subject === null || body === null ? null : { subject, body }

const originalOf = ({ subject, body }: EmailTemplate): TemplateText => ({ subject, body })

function stateOf(template: EmailTemplate, latest: Version | undefined) {
  const text = latest ? textOf(latest) : null
  return {
    id: template.id,
    group: template.group,
    name: template.name,
    isChanged: text !== null,
    fault: text && faultOf(template, text),
    savedAt: latest?.savedAt ?? null,
    savedBy: latest?.saver?.email ?? null,
  }
}

export async function listTemplates({ db }: Pick<Services, 'db'>): Promise<TemplateRow[]> {
  const latest = await db.prisma.$queryRaw<Version[]>`
    SELECT DISTINCT ON (v.template) v.template, v.number, v.subject, v.body, v.saved_at AS "savedAt",
      (SELECT jsonb_build_object('email', u.email) FROM users AS u WHERE u.id = v.saved_by) AS saver
    FROM email_template_versions AS v WHERE v.template = ANY (${allTemplates.map(({ id }) => id)}) ORDER BY v.template, v.number DESC`
  return allTemplates.map((template) => {
    const saved = latest.find((each) => each.template === template.id)
    const state = stateOf(template, saved)
    return { ...state, subject: (state.fault === null && saved?.subject) || template.subject }
  })
}

async function pageOf(tx: Pick<Prisma.TransactionClient, 'emailTemplateVersion'>, template: EmailTemplate): Promise<TemplatePage> {
  const versions = await tx.emailTemplateVersion.findMany({
    where: { template: template.id },
    orderBy: { number: 'desc' },
    take: VERSIONS_SHOWN,
    include: saver,
  })
  const [latest] = versions
  const original = originalOf(template)
  return {
    ...stateOf(template, latest),
    text: (latest && textOf(latest)) ?? original,
    original,
    fields: keysOf(template.fields).map((name) => ({
      name,
      about: template.fields[name]?.about ?? '',
      example: template.fields[name]?.example ?? '',
      isRequired: template.required.includes(name),
    })),
    button: template.button,
    version: latest?.number ?? 0,
    versions: versions.map((version) => ({
      number: version.number,
      text: textOf(version),
      savedAt: version.savedAt,
      savedBy: version.saver?.email ?? null,
    })),
  }
}

/** @throws NOT_FOUND */
export const readTemplate = ({ db }: Pick<Services, 'db'>, { id }: { id: string }): Promise<TemplatePage> =>
  pageOf(db.prisma, templateOf(id))

type SavingCall = SignedInCall<'db' | 'now' | 'outbox'>

async function saveVersion(call: SavingCall, template: EmailTemplate, version: number, text: TemplateText | null): Promise<TemplatePage> {
  const { db, now, viewer, actor, outbox } = call
  const page = await db.prisma.$transaction(async (tx) => {
    await lockDecider(tx, viewer)
    // A missing version cannot be locked.
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${`email_template ${template.id}`}))::text`
    const before = await pageOf(tx, template)
    if (version !== before.version) throw conflict({ one: 'email template' })
    const after = text ?? before.original
    if (before.text.subject === after.subject && before.text.body === after.body && before.isChanged === (text !== null)) return before
    await tx.emailTemplateVersion.create({
      data: {
        template: template.id,
        number: version + 1,
        subject: text?.subject ?? null,
        body: text?.body ?? null,
        savedBy: viewer.userId,
        savedAt: now(),
      },
    })
    await recordAudit(tx, actor, {
      action: text === null ? 'email_template.reset' : 'email_template.saved',
      subjectType: 'email_template',
      subjectId: template.id,
      before: { ...before.text },
      after: { ...after },
    })
    return pageOf(tx, template)
  })
  await outbox.texts.changed()
  return page
}

/** Queued emails keep their text. @throws NOT_FOUND; BAD_REQUEST `subject` or `body` for a wrong or missing field; CONFLICT */
export async function saveTemplate(
  call: SavingCall,
  { id, version, subject, body }: z.output<typeof saveTemplateInput>,
): Promise<TemplatePage> {
  const template = templateOf(id)
  const text = { subject, body: body.replaceAll('\r\n', '\n') }
  const [fault] = templateFaults(template, text)
  if (fault) throw fieldError('validation_failed', fault.path, fault.message)
  return saveVersion(call, template, version, text)
}

/** Restores the shop's own text. @throws NOT_FOUND, CONFLICT for a stale version */
export const resetTemplate = (call: SavingCall, { id, version }: z.output<typeof resetTemplateInput>): Promise<TemplatePage> =>
  saveVersion(call, templateOf(id), version, null)
