import * as z from 'zod'
import {
  fillTemplate,
  templateFaults,
  templateText,
  type EmailTemplate,
  type FilledText,
  type TemplateText,
} from '~/contracts/office/email-templates'
import type { Database } from '~/server/platform/database/database'
import type { ChangeHub } from '~/server/platform/change-feed/change-hub'
import { Kept } from '~/server/platform/change-feed/kept-value'
import type { Logger } from '~/server/platform/log'

const savedText = z.object({ template: z.string(), number: z.int(), subject: z.string(), body: z.string() })
type SavedText = z.output<typeof savedText>

const readSaved = async (prisma: Pick<Database['prisma'], '$queryRaw'>): Promise<SavedText[]> =>
  z.array(savedText).parse(
    await prisma.$queryRaw`
      SELECT template, number, subject, body FROM (
        SELECT DISTINCT ON (template) template, number, subject, body FROM email_template_versions ORDER BY template, number DESC
      ) AS latest WHERE subject IS NOT NULL AND body IS NOT NULL ORDER BY template`,
  )

/** Null without a fault. Only plain SQL saves faulty texts. */
export function faultOf(template: EmailTemplate, text: TemplateText): string | null {
  const parsed = templateText.safeParse(text)
  return parsed.error?.issues[0]?.message ?? templateFaults(template, text)[0]?.message ?? null
}

/** Saved texts of emails, else the shop's own; in memory and without a query, so that a transaction may use them. */
export class EmailTexts {
  readonly #saved: Kept<readonly SavedText[]>
  readonly #told = new Set<string>()

  constructor(
    db: Database,
    hub: ChangeHub,
    private readonly log: Logger,
  ) {
    this.#saved = new Kept({ table: 'email_template_versions', load: () => readSaved(db.prisma), first: [], hub, log })
  }

  async open(): Promise<void> {
    await this.#saved.fresh()
  }

  changed = (): Promise<void> => this.#saved.changed()

  #textOf(template: EmailTemplate): TemplateText {
    const saved = this.#saved.current.find((each) => each.template === template.id)
    if (!saved) return template
    const fault = faultOf(template, saved)
    if (fault === null) return saved
    const told = `${template.id} ${saved.number}`
    if (!this.#told.has(told)) {
      this.#told.add(told)
      this.log.error(
        { template: template.id, version: saved.number, fault },
        'A saved text of an email cannot be used: the shop’s own goes out',
      )
    }
    return template
  }

  fill(template: EmailTemplate, values: Readonly<Record<string, string>>): FilledText {
    return fillTemplate(this.#textOf(template), values)
  }
}
