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

/** The seller's details as they were saved; without any the defaults. */
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

/** The seller as a document names it: the site's own name and address where no others are saved. */
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

/** Head and foot of a document of the seller, with the details that a company must put on its documents by law. */
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

/** The columns of whose work it is. A counter sale to nobody in particular has a buyer of its own, and no user. */
const workColumns: Record<BilledNoun, Prisma.Sql> = {
  repairs: Prisma.sql`user_id::text AS "userId", return_address AS "returnAddress"`,
  orders: Prisma.sql`coalesce(user_id, (SELECT s.walk_in FROM order_sales AS s WHERE s.order_id = orders.id))::text AS "userId",
    (SELECT s.delivery_address FROM order_sales AS s WHERE s.order_id = orders.id) AS "returnAddress"`,
}

/** Whom bills of counter sales to nobody in particular name: no user has this id. */
export const WALK_IN = '00000000-0000-4000-8000-0000000c0de5'
const WALK_IN_NAME = 'Counter customer'

/** Opens the buyer of counter sales to nobody in particular. */
export async function openWalkIn(tx: Pick<Tx, '$executeRaw'>): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO buyers (user_id, full_name) VALUES (${WALK_IN}::uuid, ${WALK_IN_NAME}) ON CONFLICT (user_id) WHERE former_of IS NULL DO NOTHING`
}

/** The customer of a repair or an order, and where it goes back to; null for what is not known. */
export async function readWorkFor(tx: Pick<Tx, '$queryRaw'>, noun: BilledNoun, nounId: string): Promise<WorkFor> {
  const [found] = await tx.$queryRaw<WorkFor[]>`
    SELECT ${workColumns[noun]} FROM ${Prisma.raw(records[noun].table)} WHERE id = ${nounId}::uuid`
  return found ?? { userId: null, returnAddress: null }
}

/** The buyer of a customer from before a merge who has paid for this work, or was billed for it: what follows is put against that. */
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

/**
 * The buyer of a user, with the name and address of their account where nothing else was saved.
 * @param work to be billed or paid for
 * @returns null for no such user
 */
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

/** A buyer as a document names them. @param address where no billing address is saved */
export const buyerParty = ({ fullName, company, billingAddress, country, vatNumber, email }: BuyerRow, address: string | null): Party => ({
  name: fullName || email || NAMELESS,
  company,
  address: billingAddress ?? address,
  country,
  vatNumber,
  email: email || null,
})

const none = z.string().nullable().default(null)
/** A party as a document has frozen it; a document that waits has none yet. */
export const storedParty = z.object({
  name: z.string().default(''),
  company: none,
  address: none,
  country: none,
  vatNumber: none,
  email: none,
  registeredOffice: z.string().nullish(),
}) satisfies z.ZodType<Party>
