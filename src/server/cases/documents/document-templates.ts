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

/** The facts in the documents of a case. Days are written out, '21 November 2026'; null where something is not known. */
export interface CaseFacts {
  noun: CaseNoun
  letterhead: Letterhead
  number: string
  /** The address of its page in the back office, for staff who scan the code. */
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
  /** The first of them, for the customer. */
  problem: string | null
  amounts: readonly (readonly [name: string, amount: string | null])[]
  /** It claims the warranty of an earlier repair. */
  isClaim: boolean
  /** Its customer asks for it to be done first. */
  isExpedited: boolean
  /** The result of a repair; null while it is worked on, and for a trade-in. */
  outcome: RepairOutcome | null
  fromRepair: string | null
  /** True if the parcel is the customer's to the company; until it is here, it has not arrived. */
  isInbound: boolean
  /** The machines of the customer's parcel, where it is for several. */
  together: readonly { number: string; device: string; serialNumber: string | null }[]
  /** The machines that came at the same moment, where there are several. */
  cameTogether: CaseFacts['together']
  carrier: string | null
  trackingNumber: string | null
  /** The page of the machine's passport, in the parcel that goes back to its customer; null where it has none. */
  passportAddress: string | null
  /** The customer's page, which opens without signing in; null where it is not given. */
  customerPage: string | null
  printedAt: Date
  printedOn: string
}

/** An amount (EUR) as documents name it; null while it is not set. */
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

/** For the bench: all that is known of a case, and room to sign. */
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

/** For the device: its number, and a code that opens its page on a phone. Always one label. */
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

/** The next step; null once the repair is over. */
const afterArrival = (of: CaseFacts): string | null => (of.outcome === null ? caseWords[of.noun].afterReceipt(of) : null)

/** For the customer: what they have handed over, in which condition, and why. */
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

/** In the box with the device: to whom it goes, and what is in the box. */
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
