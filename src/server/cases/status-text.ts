import type { CaseDocumentKind } from '~/contracts/cases/documents'
import { documentOfStatus, type CaseStatus } from '~/contracts/cases/emails'
import type { CaseEmailText } from '~/contracts/cases/estimates'
import { keysOf } from '~/contracts/keys'

/** Texts to customers at each step of their case: the parts that all kinds share. */

export interface StatusFacts {
  /** The site's own (settings). */
  company: { name: string; addressLines: readonly string[]; email: string; phone: string }
  number: string
  /** 'Bitmain Antminer S19'. */
  device: string
  carrier: string | null
  trackingNumber: string | null
}

/** The text for each status of a kind of case. */
export type StatusTexts<Status extends CaseStatus, Facts> = Record<
  Status,
  (of: Facts) => { subject: string; paragraphs: readonly (string | null)[] }
>

/** Lines and not more, since plain SQL may have left anything. */
export const short = (text: string, most: number) => text.replaceAll(/\s+/g, ' ').trim().slice(0, most)

export const postalAddress = ({ company }: StatusFacts) => [company.name, ...company.addressLines].join('\n')

/** By which carrier it comes, in lines; null while that is not known. */
export function parcel({ carrier, trackingNumber }: StatusFacts): string | null {
  const lines = [
    ['Carrier', carrier],
    ['Tracking number', trackingNumber],
  ].flatMap(([name, text]) => (text ? `${name}: ${short(text, 100)}` : []))
  return lines.length === 0 ? null : lines.join('\n')
}

/** The PDF with the email about a status: a slip for what is still to be sent in, a receipt for what is here. */
export function documentOf({ isHere }: { isHere: boolean }, status: CaseStatus): CaseDocumentKind | null {
  const kind = documentOfStatus[status] ?? null
  if (kind === null || status === 'shipped') return kind
  return isHere ? 'receipt' : 'packing-slip'
}

/** @throws where a case is given a status of another kind */
export function statusText<Status extends CaseStatus, Facts extends StatusFacts>(
  texts: StatusTexts<Status, Facts>,
  facts: Facts,
  status: CaseStatus,
): CaseEmailText {
  const number = short(facts.number, 60)
  const known = keysOf(texts).find((each) => each === status)
  if (!known) throw new TypeError(`No status of ${number}: ${status}`)
  const text = texts[known]({ ...facts, number, device: short(facts.device, 120) })
  const { name, addressLines, email, phone } = facts.company
  const questions = `Questions? Call ${short(phone, 60)} or write to ${short(email, 254)}, and name ${number}.`
  const sender = [name, ...addressLines].map((line) => short(line, 200)).join('\n')
  return { subject: text.subject, body: [...text.paragraphs, questions, sender].filter((paragraph) => paragraph !== null).join('\n\n') }
}
