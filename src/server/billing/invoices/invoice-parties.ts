import * as z from 'zod'
import { percentOfDeposits, type Seller } from '~/contracts/billing/seller'
import type { BilledNoun, Party } from '~/contracts/billing/invoices'
import { records } from '~/contracts/records'
import { type Buyer as BuyerRow, Prisma } from '~/generated/prisma/client'
import type { SiteSettings } from '~/contracts/site/settings'
import { REGISTERED_IN, registeredOffice } from '~/lib/company'
import { addressLines } from '~/lib/contact-details'
import { addressOrNull } from '~/server/identity/users/no-address'
import { keptUser } from '~/server/identity/users/kept-user'
import { toAmount } from '~/server/platform/database/column-values'
import { NAMELESS } from './buyer-name'
import type { Letterhead } from '~/server/platform/pdf/letterhead'

type Tx = Pick<Prisma.TransactionClient, 'sellerDetails' | 'buyer' | '$queryRaw' | '$executeRaw'>

export async function readSeller(tx: Pick<Tx, 'sellerDetails'>): Promise<Seller> {
  const row = await tx.sellerDetails.findUnique({ where: { id: 1 } })
  return {
    legalName: row?.legalName ?? null,
    address: row?.address ?? null,
    companyNumber: row?.companyNumber ?? null,
    vatNumber: row?.vatNumber ?? null,
    registeredOffice: row?.registeredOffice ?? null,
    bankName: row?.bankName ?? null,
    accountName: row?.accountName ?? null,
    iban: row?.iban ?? null,
    bic: row?.bic ?? null,
    sortCode: row?.sortCode ?? null,
    accountNumber: row?.accountNumber ?? null,
    termsDays: row?.termsDays ?? 14,
    cashLimit: row ? toAmount(row.cashLimit) : 1000,
    deposits: percentOfDeposits.parse(row?.deposits ?? {}),
    version: row?.version ?? 0,
  }
}

export function sellerParty(settings: SiteSettings, seller: Seller): Party {
  return {
    name: seller.legalName ?? settings.company_name,
    company: seller.companyNumber === null ? null : `Company number ${seller.companyNumber}`,
    address: seller.address ?? addressLines(settings.company_address).join('\n'),
    country: 'GB',
    vatNumber: seller.vatNumber,
    email: settings.contact_email,
    registeredOffice: registeredOffice(settings),
  }
}

/** Head and foot with the details that the law asks of a company. */
export const sellerLetterhead = ({ name, company, address, email, registeredOffice: office }: Party): Letterhead => ({
  companyName: name,
  addressLines: (address ?? '').split('\n'),
  email: email ?? '',
  phone: '',
  register: [
    [`${name}, registered in ${REGISTERED_IN}`, ...(company ? [company] : [])].join(', '),
    ...(office ? [`Registered office: ${office}`] : []),
  ],
  vatNote: '',
})

export interface WorkFor {
  userId: string | null
  returnAddress: string | null
}

/** A counter sale without a customer has a buyer but no user. */
const workColumns: Record<BilledNoun, Prisma.Sql> = {
  repairs: Prisma.sql`user_id::text AS "userId", return_address AS "returnAddress"`,
  orders: Prisma.sql`coalesce(user_id, (SELECT s.walk_in FROM order_sales AS s WHERE s.order_id = orders.id))::text AS "userId",
    (SELECT s.delivery_address FROM order_sales AS s WHERE s.order_id = orders.id) AS "returnAddress"`,
}

/** The buyer of counter sales without a customer; no user has this id. */
export const WALK_IN = '00000000-0000-4000-8000-0000000c0de5'
const WALK_IN_NAME = 'Counter customer'

export async function openWalkIn(tx: Pick<Tx, '$executeRaw'>): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO buyers (user_id, full_name) VALUES (${WALK_IN}::uuid, ${WALK_IN_NAME}) ON CONFLICT (user_id) WHERE former_of IS NULL DO NOTHING`
}

export async function readWorkFor(tx: Pick<Tx, '$queryRaw'>, noun: BilledNoun, nounId: string): Promise<WorkFor> {
  const [found] = await tx.$queryRaw<WorkFor[]>`
    SELECT ${workColumns[noun]} FROM ${Prisma.raw(records[noun].table)} WHERE id = ${nounId}::uuid`
  return found ?? { userId: null, returnAddress: null }
}

/** The buyer, from before a merge, who was billed or has paid for this work. */
async function formerBuyerOf(tx: Tx, userId: string, { noun, nounId }: Work): Promise<BuyerRow | null> {
  const [found] = await tx.$queryRaw<{ id: string }[]>`
    SELECT b.id::text AS id FROM buyers AS b WHERE b.user_id = ${userId}::uuid AND b.former_of IS NOT NULL AND (
      EXISTS (SELECT FROM billing_documents AS d WHERE d.buyer_id = b.id AND d.noun = ${noun} AND d.noun_id = ${nounId}::uuid)
      OR EXISTS (SELECT FROM payments AS p WHERE p.buyer_id = b.id AND p.noun = ${noun} AND p.noun_id = ${nounId}::uuid)
      OR EXISTS (SELECT FROM credit_payments AS p JOIN credit_accounts AS a ON a.id = p.account_id
        WHERE p.noun = ${noun} AND p.noun_id = ${nounId} AND a.user_id = b.user_id AND a.former_of = b.former_of))
    ORDER BY b.created_at, b.id LIMIT 1`
  return found ? tx.buyer.findUnique({ where: { id: found.id } }) : null
}

interface Work {
  noun: BilledNoun
  nounId: string
}

/** Falls back to the account's name and address. @param work to be billed or paid for @returns null for an unknown user */
export async function openBuyer(tx: Tx, given: string, work?: Work): Promise<BuyerRow | null> {
  const userId = await keptUser(tx, given)
  const former = work && (await formerBuyerOf(tx, userId, work))
  if (former) return former
  const known = await tx.buyer.findFirst({ where: { userId, formerOf: null } })
  if (known) return known
  await tx.$executeRaw`
    INSERT INTO buyers (user_id, email, full_name)
    SELECT u.id, left(coalesce(nullif(p.email, ''), ${addressOrNull(Prisma.sql`u.email`)}), 254), left(p.full_name, 200)
    FROM users AS u LEFT JOIN profiles AS p ON p.user_id = u.id WHERE u.id = ${userId}::uuid
    ON CONFLICT (user_id) WHERE former_of IS NULL DO NOTHING`
  return tx.buyer.findFirst({ where: { userId, formerOf: null } })
}

export const buyerParty = ({ fullName, company, billingAddress, country, vatNumber, email }: BuyerRow, address: string | null): Party => ({
  name: fullName || email || NAMELESS,
  company,
  address: billingAddress ?? address,
  country,
  vatNumber,
  email: email || null,
})

const none = z.string().nullable().default(null)
/** As frozen; a waiting document has none. */
export const storedParty = z.object({
  name: z.string().default(''),
  company: none,
  address: none,
  country: none,
  vatNumber: none,
  email: none,
  registeredOffice: z.string().nullish(),
}) satisfies z.ZodType<Party>
