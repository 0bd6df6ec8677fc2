import type { Parcel } from '~/contracts/carriers'
import type { CaseStatus } from '~/contracts/cases/emails'
import type { Prisma } from '~/generated/prisma/client'
import { addressLines } from '~/lib/contact-details'
import { deviceName } from '~/contracts/cases/device'
import { recipientFields } from '~/server/platform/outbox/outbox'
import { safeJson } from '~/server/platform/database/column-values'
import type { Planning } from '~/server/cases/trade-ins/trade-in-plan'
import { readSettings } from '~/server/site/settings/read-settings'
import { statusEmail, type StatusFacts, type StatusTexts, type TemplateOfCase } from './status-text'

export const emailedColumns = {
  id: true,
  deviceInfo: true,
  carrier: true,
  trackingNumber: true,
  returnAddress: true,
  user: { select: recipientFields },
} as const

type Row = Pick<Prisma.RepairGetPayload<{ select: typeof emailedColumns }>, keyof typeof emailedColumns>

export interface CaseToEmail {
  id: string
  user: Row['user']
  isHere: boolean
  bringsCredit: boolean
  parcel: Parcel
  returnAddress: string | null
  /** @throws for a status of another kind of case */
  emailOf: (status: CaseStatus) => TemplateOfCase
}

export interface Changing {
  status?: CaseStatus
  /** Absent if no person makes the change. */
  by?: Planning
  parcelOf?: (stored: Parcel) => Parcel
}

/** Skips missing cases; a fixed number of statements. */
export type ReadCasesToEmail = (tx: Prisma.TransactionClient, ids: readonly string[], changing?: Changing) => Promise<CaseToEmail[]>

const named = (device: string) => (device === 'Unknown device' ? 'device' : device)

export const casesToEmail =
  <Status extends CaseStatus, Own extends { number: string; isHere: boolean }>(
    texts: StatusTexts<Status, NoInfer<Own> & StatusFacts>,
    find: (tx: Prisma.TransactionClient, ids: readonly string[], changing: Changing) => Promise<{ row: Row; own: Own }[]>,
  ): ReadCasesToEmail =>
  async (tx, ids, changing = {}) => {
    const { parcelOf = (stored: Parcel) => stored } = changing
    const found = await find(tx, ids, changing)
    const settings = await readSettings(tx)
    const company = {
      name: settings.company_name,
      addressLines: addressLines(settings.company_address),
      email: settings.contact_email,
      phone: settings.phone_number,
    }
    return found.map(({ row: { id, user, deviceInfo, carrier, trackingNumber, returnAddress }, own }) => {
      const parcel = parcelOf({ carrier, trackingNumber })
      const facts = { ...own, company, device: named(deviceName(safeJson(deviceInfo))), ...parcel }
      const bringsCredit = 'credit' in own && own.credit === 'issued'
      return { id, user, isHere: own.isHere, bringsCredit, parcel, returnAddress, emailOf: (status) => statusEmail(texts, facts, status) }
    })
  }
