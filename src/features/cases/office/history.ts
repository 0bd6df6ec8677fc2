import type { TimelineEntry } from '~/contracts/cases/timeline'
import { isTextedTo } from '~/contracts/cases/emails'
import { repairFields, tradeInFields } from '~/contracts/cases/fields'
import type { CaseNoun } from '~/contracts/case-ref'
import { repairServiceIds, repairServices } from '~/contracts/repair-services'
import { unrepairedReasonLabels, unrepairedReasons } from '~/contracts/repair-outcomes'
import { records } from '~/contracts/records'
import { conditionGrades, conditionLabels } from '~/contracts/catalogue/trade-in-estimate'
import { historyFields } from '~/lib/field-values'
import { historyLines, type HistoryField } from '~/lib/history-lines'
import { formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { capitalised } from '~/lib/text'
import { storedStatusLabel } from '~/lib/status-labels'
import { deviceName } from '~/contracts/cases/device'

type Written = NonNullable<HistoryField['write']>

const asService: Written = (value) => {
  const known = repairServiceIds.find((id) => id === value)
  return known ? repairServices[known].label : 'None'
}
const asGrade: Written = (value) => {
  const known = conditionGrades.find((grade) => grade === value)
  return known ? conditionLabels[known] : 'None'
}
const asUnrepaired: Written = (value) => {
  const known = unrepairedReasons.find((reason) => reason === value)
  return known ? unrepairedReasonLabels[known] : 'No'
}
const asDevice: Written = (value) => {
  if (value === undefined) return 'Empty'
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const serial = isObject ? value.serialNumber : undefined
  return typeof serial === 'string' ? `${deviceName(value)} (${serial})` : deviceName(value)
}
const asEuro: Written = (value) => (typeof value === 'number' ? formatEuro(value) : 'Not set')
const asPerson: Written = (value) => (typeof value === 'string' ? value : 'Nobody')
const asDay: Written = (value) => (typeof value === 'string' ? formatDay(value) : 'Not set')

const asAddress: Written = (value) => (typeof value === 'string' ? value : 'Nobody')

const common: Record<string, HistoryField> = {
  customer: { label: 'Customer', write: asAddress },
  status: { label: 'Status', write: storedStatusLabel },
  deviceInfo: { label: 'Device', write: asDevice },
  dueOn: { label: 'Due date', write: asDay },
  assignee: { label: 'Assigned to', write: asPerson },
  convertedTo: { label: 'Turned into trade-in' },
  convertedFrom: { label: 'Turned from repair' },
  carrier: { label: 'Carrier' },
  trackingNumber: { label: 'Tracking number' },
}
const fields: Record<CaseNoun, Record<string, HistoryField>> = {
  repairs: {
    ...common,
    service: { label: 'Service', write: asService },
    unrepairedReason: { label: 'Returned unrepaired', write: asUnrepaired },
    ...historyFields(repairFields),
  },
  tradeIns: {
    ...common,
    grade: { label: 'Grade', write: asGrade },
    foundGrade: { label: 'Grade found', write: asGrade },
    offeredValue: { label: 'Value to offer', write: asEuro },
    confirmedValue: { label: 'Final value confirmed, which the customer has not accepted', write: asEuro },
    deductions: { label: 'Deductions' },
    ...historyFields(tradeInFields),
  },
}

const fileKindTexts: Record<string, string> = { picture: 'Picture', document: 'Document', reading: 'Reading' }
/** Audit actions on files. */
const fileChanges = [
  ['.file_removed', 'File removed'],
  ['.file_restored', 'File put back'],
  ['.file_shared', 'Picture shown to the customer'],
  ['.file_unshared', 'Picture no longer shown to the customer'],
] as const
/** Audit actions of customers and their parcels, with the fields to show. */
const requestChanges = [
  ['.requested', 'Requested online', ['remarks']],
  ['.sent_in', 'Sent in by the customer', ['inboundCarrier', 'inboundTrackingNumber']],
  ['.arrived', 'Arrived', ['dueOn']],
  ['.withdrawn', 'Withdrawn by the customer', []],
] as const
const toldOf = (after: Record<string, unknown> | null, field: string) => {
  const told = textOf(after?.[field])
  return told !== undefined && field === 'dueOn' ? `Due by ${formatDay(told)}` : told
}
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
const eventTexts: Record<string, string> = {
  sent: 'sent',
  approved: 'approved',
  accepted: 'accepted',
  declined: 'declined',
  disputed: 'disputed',
  expired: 'expired',
}

type Change = Extract<TimelineEntry, { kind: 'change' }>['detail']

const converted: Partial<Record<CaseNoun, string>> = { repairs: 'Turned into a trade-in', tradeIns: 'Turned from a repair' }

function changeText(noun: CaseNoun, { action, after }: Change): string {
  const One = capitalised(records[noun].one)
  const number = typeof after?.estimate === 'number' ? ` ${after.estimate}` : ''
  const offer = typeof after?.offer === 'number' ? ` ${after.offer}` : ''
  const total = typeof after?.total === 'number' ? `: ${formatEuro(after.total)}` : ''
  switch (action.split('.').at(-1)) {
    case 'created':
      return `${One} opened`
    case 'estimate_saved':
      return `Draft of estimate${number} saved${total}`
    case 'estimate_expired':
      return `Estimate${number} expired`
    case 'lines_saved':
      return 'Actual work changed'
    case 'evaluation_saved':
      return 'Evaluation saved'
    case 'offer_requested':
      return `Approval of offer${offer} asked for`
    case 'offer_expired':
      return `Offer${offer} expired`
    case 'estimate_taken_back':
      return `Customer has taken back that they accept estimate${number}${total}`
    case 'offer_taken_back':
      return `Customer has taken back that they accept offer${offer}`
    case 'collection_notice_sent':
      return typeof after?.notice === 'number' ? `Notice ${after.notice} to collect the machine sent` : 'Notice to collect the machine sent'
    case 'converted':
      return converted[noun] ?? `${One} changed`
    case 'address_changed':
      return 'Return address changed'
    case 'parts_reserved':
      return 'Reserved from stock'
    case 'parts_released':
      return 'Given back to stock'
    case 'parts_used':
      return 'Used from stock'
    case 'parts_unused':
      return 'Use from stock taken back'
    case 'link_given':
      return 'Link for the customer copied or printed'
    case 'links_revoked':
      return "The customer's links revoked"
    default:
      return `${One} changed`
  }
}

/** A change of several fields has a line for each. */
export function caseHistoryLines(noun: CaseNoun, entry: TimelineEntry) {
  const { id, at, actor } = entry
  const line = (what: string, text?: string) => [{ id, at, actor, what, text }]
  switch (entry.kind) {
    case 'change': {
      const { action, before, after } = entry.detail
      const changedFile = fileChanges.find(([suffix]) => action.endsWith(suffix))
      if (action.endsWith('.email_recalled')) return line('Email not sent', textOf(after?.subject))
      if (changedFile) return line(changedFile[1], textOf((before ?? after)?.file))
      const change = requestChanges.find(([suffix]) => action.endsWith(suffix))
      if (change) return line(change[1], change[2].flatMap((field) => toldOf(after, field) ?? []).join(', ') || undefined)
      const parts = textOf(after?.parts)
      if (parts !== undefined) return line(`${changeText(noun, entry.detail)}: ${parts}`, textOf(after?.numbers))
      return historyLines({ id, at, actor, ...entry.detail }, changeText(noun, entry.detail), fields[noun])
    }
    case 'note':
      return line('Note', entry.detail.body)
    case 'message':
      return line(entry.detail.side === 'desk' ? 'Message to the customer' : 'Message from the customer', entry.detail.body || 'Pictures')
    case 'email': {
      const { subject, recipient, isSent } = entry.detail
      const what = isTextedTo(recipient) ? 'Text message' : 'Email'
      return line(isSent ? `${what} sent` : `${what} waits to be sent`, `${subject}\nTo ${recipient}`)
    }
    case 'file':
      return line(
        `${fileKindTexts[entry.detail.kind] ?? 'File'} ${entry.detail.isRemoved ? 'added, removed since' : 'added'}`,
        entry.detail.name,
      )
    case 'reading':
      return line(entry.detail.phase === 'after' ? 'Machine read after the work' : 'Machine read before the work')
    case 'estimate':
    case 'offer': {
      const { number, event, total, answerNote, answerVia } = entry.detail
      const what = `${capitalised(entry.kind)} ${number} ${eventTexts[event] ?? event}`
      const by = event === 'sent' || answerVia === null ? '' : answerVia === 'telephone' ? ' by telephone' : ' online'
      return line(`${what}${by}: ${formatEuro(total)}`, event === 'sent' ? undefined : (answerNote ?? undefined))
    }
  }
}
