import type { CaseDocumentKind } from '~/contracts/cases/documents'
import { documentOfStatus, type CaseStatus } from '~/contracts/cases/emails'
import { keysOf } from '~/contracts/keys'
import type { EmailTemplate } from '~/contracts/office/email-templates'
import { parcelText } from '~/lib/parcel-text'
import { short } from '~/lib/text'
import { caseFields } from '~/server/platform/email-texts/write-email'

export interface StatusFacts {
  company: { name: string; addressLines: readonly string[]; email: string; phone: string }
  number: string
  /** 'Bitmain Antminer S19'. */
  device: string
  carrier: string | null
  trackingNumber: string | null
}

export interface StatusTexts<Status extends CaseStatus, Facts> {
  templates: Record<Status, (of: Facts) => EmailTemplate>
  values: (of: Facts) => Readonly<Record<string, string>>
}

export interface TemplateOfCase {
  template: EmailTemplate
  values: Readonly<Record<string, string>>
}

export const statusFields = {
  ...caseFields,
  parcel: {
    about: 'Carrier and tracking number of the parcel to the customer; empty while they are not known',
    example: 'Carrier: DPD\nTracking number: 15501234567890',
  },
}

export const CLOSING = ['Questions? Call {{phone}} or email {{email}}, and quote {{number}}.', '{{address}}'] as const

/** A packing slip before the arrival, a receipt after it. */
export function documentOf({ isHere }: { isHere: boolean }, status: CaseStatus): CaseDocumentKind | null {
  const kind = documentOfStatus[status] ?? null
  if (kind === null || status === 'shipped') return kind
  return isHere ? 'receipt' : 'packing-slip'
}

export const statusValues = (of: StatusFacts): Record<keyof typeof statusFields, string> => {
  const { name, addressLines, email, phone } = of.company
  return {
    company: name,
    number: of.number,
    device: of.device,
    phone: short(phone, 60),
    email: short(email, 254),
    address: [name, ...addressLines].map((line) => short(line, 200)).join('\n'),
    parcel: parcelText(of) ?? '',
  }
}

/** @throws where a case is given a status of another kind */
export function statusEmail<Status extends CaseStatus, Facts extends StatusFacts>(
  { templates, values }: StatusTexts<Status, Facts>,
  facts: Facts,
  status: CaseStatus,
): TemplateOfCase {
  const number = short(facts.number, 60)
  const known = keysOf(templates).find((each) => each === status)
  if (!known) throw new TypeError(`No status of ${number}: ${status}`)
  const of = { ...facts, number, device: short(facts.device, 120) }
  return { template: templates[known](of), values: values(of) }
}
