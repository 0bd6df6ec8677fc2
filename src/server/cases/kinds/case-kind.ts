import type { CaseOwner } from '~/contracts/cases/cases'
import type { CustomerChoice } from '~/contracts/identity/customer-choice'
import type { CaseNoun } from '~/contracts/case-ref'
import type { CaseStatus } from '~/contracts/cases/emails'
import type { RequestedOnline, RequestRepair, RequestTradeIns } from '~/contracts/cases/requests'
import type { TrackedCase } from '~/contracts/cases/tracking'
import type { CaseSort, Customer } from '~/contracts/status-inputs'
import type { Prisma, PrismaClient, Repair } from '~/generated/prisma/client'
import { caseFilter, caseListSorts } from '~/server/cases/case-list'
import type { CustomerCase } from '~/server/cases/base/customer-case'
import type { CaseViewer } from '~/server/cases/base/customer-access'
import type { TrackingServices } from '~/server/cases/customer/read-tracked-case'
import type { CaseFacts } from '~/server/cases/documents/document-templates'
import type { RequestDetails } from '~/server/cases/intake/request-details'
import { addressOfStatus } from '~/server/cases/address-of-status'
import { emailStatusChange, type EmailedKind } from '~/server/cases/status-emails'
import { statusRecords, type Definition, type StatusCall, type StatusRecords } from '~/server/platform/records/status-records'
import type { Services } from '~/server/services'

/** A kind of case, such as a repair, says here what is its own. All else is written once for all of them. */

type Tx = Prisma.TransactionClient

/** A call that opens or changes cases. */
export type CaseCall = StatusCall & Pick<Services, 'offerLimit' | 'warrantyDays'>

interface CaseRow {
  id: string
  version: number
  userId: string | null
  status: CaseStatus
  deviceInfo: unknown
  carrier: string | null
  trackingNumber: string | null
  returnAddress: string | null
  customer: Customer
  assignee: Customer | null
}

interface Device {
  manufacturer: string
  model: string
  serialNumber?: string | undefined
}

interface OpenedInput {
  customer: CustomerChoice
  deviceInfo: Device
  dueOn?: string | null | undefined
  assignedTo?: string | null | undefined
  accessories: string | null
  arrivalCondition: string | null
  returnAddress: string | null
  /** Further machines of one intake. */
  others?: readonly Pick<OpenedInput, 'deviceInfo' | 'accessories' | 'arrivalCondition'>[]
  idempotencyKey?: string | undefined
}

/** Changes of every case; fields left out stay as they are. */
interface ChangedInput {
  id: string
  version?: number | undefined
  customer?: CustomerChoice | undefined
  deviceInfo?: Device | undefined
  dueOn?: string | null | undefined
  assignedTo?: string | null | undefined
  accessories?: string | null | undefined
  arrivalCondition?: string | null | undefined
  returnAddress?: string | null | undefined
  carrier?: string | null | undefined
  trackingNumber?: string | null | undefined
}

/** The types of a kind: its row as it is answered, what comes in, and what its page shows. */
export interface CaseTypes {
  row: CaseRow
  status: CaseStatus
  figures: object
  create: OpenedInput
  update: ChangedInput
  request: RequestRepair | RequestTradeIns
  /** Its page shows this beside its row and its owner. */
  beside: object
  page: object
}

/** The columns of every case, as they are written when one is opened or changed. */
export interface CaseColumns {
  userId?: string
  /** Machines of one intake have it in common, and the time at which they came. */
  requestId?: string
  arrivedAt?: Date
  deviceInfo?: Prisma.InputJsonObject
  dueOn?: Date | null
  assignedTo?: string | null
  accessories?: string | null
  arrivalCondition?: string | null
  returnAddress?: string | null
  carrier?: string | null
  trackingNumber?: string | null
}

export interface DocumentedCase {
  row: Pick<
    Repair,
    | 'deviceInfo'
    | 'accessories'
    | 'arrivalCondition'
    | 'userId'
    | 'dueOn'
    | 'assignedTo'
    | 'carrier'
    | 'trackingNumber'
    | 'inboundCarrier'
    | 'inboundTrackingNumber'
    | 'requestId'
    | 'returnAddress'
  > & { status: CaseStatus }
  own: Pick<CaseFacts, 'number' | 'isClaim' | 'isExpedited' | 'outcome' | 'fromRepair' | 'service' | 'problem' | 'texts' | 'amounts'> & {
    cameOn: Date
    hasArrived: boolean
  }
}

/** Serves any case by its record type alone. */
export interface CaseKind extends EmailedKind {
  noun: CaseNoun
  /** By when a device that has just arrived is promised (YYYY-MM-DD); null where no day can be said. */
  promised: (tx: Tx, id: string, arrived: Date, timeZone: string) => Promise<string | null>
  /** Makes cases of what was asked for online. @param details as they are stored @returns their ids, in the order of the machines */
  openRequested: (
    tx: Tx,
    services: Pick<Services, 'warrantyDays'>,
    request: { id: string; userId: string },
    details: unknown,
  ) => Promise<string[]>
  /** Tells the back office of a request what not all have. */
  requested: (
    services: Pick<Services, 'db' | 'now'>,
    id: string,
  ) => Promise<Pick<RequestedOnline, 'isExpedited' | 'quotedUntil' | 'betterValue'>>
  /** The case as its documents tell of it; null where it is not there. @param theirs as which customer has it */
  documented: (prisma: PrismaClient, id: string, theirs: CustomerCase | undefined) => Promise<DocumentedCase | null>
  /** The case as its customer sees it. @throws NOT_FOUND */
  tracked: (services: TrackingServices, audience: CaseViewer, theirs: CustomerCase) => Promise<TrackedCase>
}

export interface CaseKindOf<Types extends CaseTypes>
  extends CaseKind, StatusRecords<Types['row'], Types['status'], CaseSort, Types['figures']> {
  noun: CaseNoun
  /** By when one that is opened now is promised, where nobody says another day. */
  promisedNow: (call: CaseCall, input: Types['create']) => string | null
  /** Stores a new one. @param columns those of every case @throws what its own fields are refused for */
  open: (tx: Tx, call: CaseCall, input: Types['create'], columns: CaseColumns & { userId: string }) => Promise<{ id: string }>
  /** Stores what is changed. @param was the row before; it is locked @throws what its own fields are refused for */
  change: (tx: Tx, call: CaseCall, was: Types['row'], input: Types['update'], columns: CaseColumns) => Promise<unknown>
  /** Writes what else follows from a change; answers with sentences for the person who made it. */
  settle: (tx: Tx, call: CaseCall, was: Types['row'], row: Types['row']) => Promise<string[]>
  /** Reads what its page shows beside the row. @throws NOT_FOUND */
  beside: (services: Pick<Services, 'db'>, id: string) => Promise<Types['beside']>
  page: (
    services: Pick<Services, 'now' | 'businessTimeZone'>,
    row: Types['row'],
    owner: CaseOwner | null,
    beside: Types['beside'],
  ) => Types['page']
  /** Makes the stored details of a request for it. @throws BAD_REQUEST with what cannot be taken */
  requestDetails: (tx: Tx, services: Pick<Services, 'now' | 'quoteDays'>, input: Types['request']) => Promise<RequestDetails>
}

type Own<Types extends CaseTypes> = Omit<
  CaseKindOf<Types>,
  'sorts' | 'narrowed' | 'tell' | 'takeAddress' | 'source' | 'table' | 'statusType'
>

/** A kind of case with what follows from its record type: how its list is sorted and filtered, and how customers are emailed about a status. */
export function caseKind<Types extends CaseTypes>(own: Own<Types>): CaseKindOf<Types> {
  const definition: Definition<Types['row'], Types['status'], CaseSort, Types['figures']> = {
    ...own,
    sorts: caseListSorts(own.noun),
    narrowed: caseFilter(own.noun),
    tell: (tx, call, news) => emailStatusChange(tx, call, own, news),
    takeAddress: addressOfStatus(own.noun),
  }
  return { ...own, ...statusRecords(definition), noun: own.noun }
}
