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

type Tx = Prisma.TransactionClient

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
  others?: readonly Pick<OpenedInput, 'deviceInfo' | 'accessories' | 'arrivalCondition'>[]
  idempotencyKey?: string | undefined
}

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

export interface CaseTypes {
  row: CaseRow
  status: CaseStatus
  figures: object
  create: OpenedInput
  update: ChangedInput
  request: RequestRepair | RequestTradeIns
  beside: object
  page: object
}

export interface CaseColumns {
  userId?: string
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

export interface CaseKind extends EmailedKind {
  noun: CaseNoun
  /** The promised day (YYYY-MM-DD) of a device that has just arrived; null for none. */
  promised: (tx: Tx, id: string, arrived: Date, timeZone: string) => Promise<string | null>
  /** Makes cases of an online request. @param details as stored @returns their ids in the order of the machines */
  openRequested: (
    tx: Tx,
    services: Pick<Services, 'warrantyDays'>,
    request: { id: string; userId: string },
    details: unknown,
  ) => Promise<string[]>
  requested: (
    services: Pick<Services, 'db' | 'now'>,
    id: string,
  ) => Promise<Pick<RequestedOnline, 'isExpedited' | 'quotedUntil' | 'betterValue'>>
  /** Null if it does not exist. @param theirs the customer */
  documented: (prisma: PrismaClient, id: string, theirs: CustomerCase | undefined) => Promise<DocumentedCase | null>
  /** @throws NOT_FOUND */
  tracked: (services: TrackingServices, audience: CaseViewer, theirs: CustomerCase) => Promise<TrackedCase>
}

export interface CaseKindOf<Types extends CaseTypes>
  extends CaseKind, StatusRecords<Types['row'], Types['status'], CaseSort, Types['figures']> {
  noun: CaseNoun
  promisedNow: (call: CaseCall, input: Types['create']) => string | null
  /** @throws what its own fields are refused for */
  open: (tx: Tx, call: CaseCall, input: Types['create'], columns: CaseColumns & { userId: string }) => Promise<{ id: string }>
  /** @param was the locked row @throws for its own invalid fields */
  change: (tx: Tx, call: CaseCall, was: Types['row'], input: Types['update'], columns: CaseColumns) => Promise<unknown>
  /** @returns sentences for the caller */
  settle: (tx: Tx, call: CaseCall, was: Types['row'], row: Types['row']) => Promise<string[]>
  /** @throws NOT_FOUND */
  beside: (services: Pick<Services, 'db'>, id: string) => Promise<Types['beside']>
  page: (
    services: Pick<Services, 'now' | 'businessTimeZone'>,
    row: Types['row'],
    owner: CaseOwner | null,
    beside: Types['beside'],
  ) => Types['page']
  /** @throws BAD_REQUEST with what cannot be taken */
  requestDetails: (tx: Tx, services: Pick<Services, 'now' | 'quoteDays'>, input: Types['request']) => Promise<RequestDetails>
}

type Own<Types extends CaseTypes> = Omit<
  CaseKindOf<Types>,
  'sorts' | 'narrowed' | 'tell' | 'takeAddress' | 'source' | 'table' | 'statusType'
>

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
