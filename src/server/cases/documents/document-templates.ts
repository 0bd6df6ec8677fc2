import { type LabelledStatus, statusLabels } from '~/lib/status-labels'
import type { CaseNoun } from '~/contracts/case-ref'
import { outcomeLabels, type RepairOutcome } from '~/contracts/repair-outcomes'
import type { Prisma } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import { caseWords } from '~/server/cases/kinds/kind-words'
import { toAmountOrNull } from '~/server/platform/database/column-values'
import { labels } from '~/server/platform/pdf/labels'
import { printableLine } from '~/server/platform/pdf/printed-text'
import type { PdfDocument } from '~/server/platform/pdf/render-pdf'
import { code, facts, grid, mm, paragraph, passage, sheet, signatures, together } from '~/server/platform/pdf/sheet'
import type { Letterhead } from '~/server/platform/pdf/letterhead'

/** Days are written out, '21 November 2026'; null for unknown facts. */
export interface CaseFacts {
  noun: CaseNoun
  letterhead: Letterhead
  number: string
  pageAddress: string
  status: LabelledStatus
  device: string
  serialNumber: string | null
  accessories: string | null
  arrivalCondition: string | null
  customer: { name: string | null; email: string; phone: string | null } | null
  returnAddress: string | null
  receivedOn: string
  dueOn: string | null
  assignedTo: string | null
  /** 'Hashboard repair, 3 to 5 business days'. */
  service: string | null
  texts: readonly (readonly [heading: string, text: string | null])[]
  problem: string | null
  amounts: readonly (readonly [name: string, amount: string | null])[]
  isClaim: boolean
  isExpedited: boolean
  /** Null during a repair, and for a trade-in. */
  outcome: RepairOutcome | null
  fromRepair: string | null
  /** The parcel goes to the company and has not arrived. */
  isInbound: boolean
  /** Other machines of the customer's parcel. */
  together: readonly { number: string; device: string; serialNumber: string | null }[]
  /** Machines that arrived at the same moment, if several. */
  cameTogether: CaseFacts['together']
  carrier: string | null
  trackingNumber: string | null
  passportAddress: string | null
  customerPage: string | null
  printedAt: Date
  printedOn: string
}

/** EUR. */
export const printedAmount = (decimal: Prisma.Decimal | null): string | null => {
  const value = toAmountOrNull(decimal)
  return value === null ? null : formatEuro(value)
}

const device = ({ device: name, serialNumber, accessories, arrivalCondition }: CaseFacts) =>
  [
    ['Device', name],
    ['Serial number', serialNumber],
    ['Came with', accessories],
    ['Condition on arrival', arrivalCondition],
  ] as const

const customer = ({ customer: theirs }: CaseFacts) =>
  [
    ['Customer', theirs ? [theirs.name, theirs.email, theirs.phone].filter((line) => line !== null && line !== '').join('\n') : null],
  ] as const

/** Opens the customer's page on a phone. */
const customerCode = ({ customerPage }: CaseFacts, words: string) =>
  customerPage === null ? [] : [together(paragraph(words), code(customerPage, mm(26), { margin: [0, 0, 0, 10] }))]

export const jobSheet = (of: CaseFacts): PdfDocument =>
  sheet({
    ...of,
    title: 'Job sheet',
    corner: code(of.pageAddress, mm(26), { alignment: 'right' }),
    content: [
      facts([
        ['Kind', caseWords[of.noun].title],
        ['Status', statusLabels[of.status]],
        ['Outcome', of.outcome && outcomeLabels[of.outcome]],
        ['Received', of.receivedOn],
        ['Due', of.dueOn],
        ['Worked on by', of.assignedTo],
        ['Service', [of.service, of.isExpedited ? 'Expedited' : null].filter((part) => part !== null).join(', ') || null],
        ...customer(of),
        ...device(of),
        ...of.amounts,
      ]),
      ...of.texts.flatMap(([heading, text]) => passage(heading, text)),
      ...customerCode(of, 'The customer’s page, for the customer alone: it opens without signing in.'),
      signatures('Worked on by', 'Tested by', 'Date'),
    ],
  })

/** A single label with a code that opens the device's page. */
export const label = (of: CaseFacts): PdfDocument =>
  labels({
    title: `Label ${printableLine(of.number, 60)}`,
    author: of.letterhead.companyName,
    printedAt: of.printedAt,
    labels: [
      {
        address: of.pageAddress,
        name: of.number,
        lines: [
          [of.device, 40],
          [of.serialNumber && `SN ${of.serialNumber}`, 27],
          [of.customer?.name ?? null, 26],
          [of.receivedOn, 40],
        ],
      },
    ],
  })

const machines = (rows: CaseFacts['together']) =>
  grid(
    [{ name: 'Number' }, { name: 'Device' }, { name: 'Serial number' }],
    rows.map(({ number, device: name, serialNumber }) => [number, name, serialNumber ?? '']),
  )

const closing = ({ letterhead: { phone, email }, number }: CaseFacts) =>
  `Questions? Call ${printableLine(phone, 60)} or email ${printableLine(email, 254)}, and quote ${printableLine(number, 60)}.`

function arrival({ noun, isInbound, receivedOn, fromRepair }: CaseFacts): string {
  if (isInbound) return 'As far as we know, this device has not arrived at our workshop yet.'
  if (fromRepair !== null)
    return `We received this device on ${receivedOn}, as repair ${printableLine(fromRepair, 60)}. It is now a trade-in.`
  return `We received this device ${caseWords[noun].receivedAs} on ${receivedOn}.`
}

const afterArrival = (of: CaseFacts): string | null => (of.outcome === null ? caseWords[of.noun].afterReceipt(of) : null)

export const receipt = (of: CaseFacts): PdfDocument =>
  sheet({
    ...of,
    title: 'Receipt',
    content: [
      paragraph(arrival(of)),
      facts([
        ...customer(of),
        ...device(of),
        ['Service', of.service],
        ...of.amounts.slice(0, caseWords[of.noun].amountsOnReceipt),
        ['Result', of.outcome && outcomeLabels[of.outcome]],
      ]),
      ...(of.cameTogether.length > 0 ? [paragraph('Handed over together:'), machines(of.cameTogether)] : []),
      ...passage('Problem', of.problem),
      ...[afterArrival(of)].flatMap((text) => (text === null ? [] : [paragraph(text)])),
      ...customerCode(
        of,
        'Follow it with your phone, and answer us there. Keep this code to yourself: it opens your page without signing in.',
      ),
      together(paragraph(closing(of)), signatures('For the company', 'Customer', 'Date')),
    ],
  })

export const packingSlip = (of: CaseFacts): PdfDocument =>
  sheet({
    ...of,
    title: 'Packing slip',
    corner: code(of.pageAddress, mm(26), { alignment: 'right' }),
    content: [
      ...(of.isInbound ? [facts([['Send to', [of.letterhead.companyName, ...of.letterhead.addressLines].join('\n')]])] : []),
      facts([
        ...(of.isInbound ? [] : ([['Send to', of.returnAddress]] as const)),
        ...customer(of),
        ...(of.isInbound ? ([['Send back to', of.returnAddress]] as const) : []),
        ...(of.together.length > 0
          ? ([['Machines', String(of.together.length)]] as const)
          : ([
              ['Device', of.device],
              ['Serial number', of.serialNumber],
            ] as const)),
        ['Also in the box', of.accessories],
        ['Result', of.outcome && outcomeLabels[of.outcome]],
        ['Carrier', of.carrier],
        ['Tracking number', of.trackingNumber],
      ]),
      ...(of.together.length > 0 ? [machines(of.together)] : []),
      paragraph(
        of.isInbound
          ? 'Put this sheet in the box: its code tells us that the parcel is yours. Please insure the parcel for its full value.'
          : 'Please check the device when it arrives, and tell us at once about any damage in transit.',
      ),
      ...(of.passportAddress === null
        ? []
        : [
            together(
              paragraph('The passport of this machine, with what we measured and did on it:'),
              code(of.passportAddress, mm(26), { margin: [0, 0, 0, 10] }),
            ),
          ]),
      together(paragraph(closing(of)), signatures('Packed by', 'Date')),
    ],
  })
