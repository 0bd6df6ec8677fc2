import * as z from 'zod'
import { creditFaults, type CreditFault, type CreditVerification, type creditVerifyInput } from '~/contracts/credit/accounts'
import { Prisma, type CreditBook as Side } from '~/generated/prisma/client'
import { differingMoney, verifyNumbers } from '../invoices/verify-documents'
import { jsonObject } from '~/server/platform/lists/json-row'
import type { Services } from '~/server/services'

const PORTION = 200
/** Milliseconds after which the rest is left to the next call. */
const LONGEST_MS = 10_000
/** The first fault of each account. */
const MOST_FAULTS = 50

const messages: Record<CreditFault['fault'], string> = {
  missing: 'The entry is missing.',
  changed: 'The entry is not what its hash says.',
  not_chained: 'The entry is not the one that the next was chained to.',
  inserted: 'The entry came in beside the ledger: the account does not know it.',
  sums: 'The sums of the account, or of what its entries are of, are not those of its entries.',
  numbers: 'A number of a document is missing in its series, or is not the one that was given out.',
}

const portion = z.object({
  accounts: z.int(),
  entries: z.int(),
  last: z.string().nullable(),
  faults: z
    .array(
      z.object({
        accountId: z.string(),
        email: z.string().nullable(),
        number: z.int(),
        entryId: z.string().nullable(),
        fault: z.enum(creditFaults),
      }),
    )
    .nullable(),
})

/** Sides with the opposite sign of the stored sums: what leaves the shop's money is the customer's. */
const taken = ['on_account', 'received'] as const

function differing(entries: Prisma.Sql, stored: Partial<Record<Side, Prisma.Sql>>): Prisma.Sql {
  const unequal = Object.entries(stored).map(([side, sum]) => {
    const added = Prisma.sql`coalesce(sum(credit_added(e, ${side}::credit_book)), 0)`
    return taken.some((each) => each === side) ? Prisma.sql`-${added} <> ${sum}` : Prisma.sql`${added} <> ${sum}`
  })
  return Prisma.sql`SELECT FROM credit_entries AS e WHERE ${entries} HAVING ${Prisma.join(unequal, ' OR ')}`
}

/** The first wrong entry of each account, by hashes, numbers, previous hashes, the account's last entry, and stored sums. */
const check = (accounts: Prisma.Sql) => Prisma.sql`
  WITH checked AS MATERIALIZED (${accounts}),
  chain AS (
    SELECT e.id, e.account_id, e.number, e.hash = credit_entry_hash(e) AS is_own, e.previous_hash, e.hash,
      lag(e.number, 1, 0) OVER of_account AS number_before, lag(e.hash, 1, repeat('0', 64)) OVER of_account AS hash_before,
      lag(e.id) OVER of_account AS id_before
    FROM credit_entries AS e JOIN checked ON checked.id = e.account_id
    WINDOW of_account AS (PARTITION BY e.account_id ORDER BY e.number)
  ), wrong AS (
    SELECT account_id, number_before + 1 AS number, NULL::uuid AS entry_id, 'missing' AS fault FROM chain WHERE number > number_before + 1
    UNION ALL
    SELECT account_id, number, id, 'changed' FROM chain WHERE NOT is_own
    UNION ALL
    SELECT account_id, greatest(number_before, 1), coalesce(id_before, id), 'not_chained' FROM chain
      WHERE is_own AND number = number_before + 1 AND previous_hash <> hash_before
    UNION ALL
    SELECT c.id, coalesce(l.number, 0) + 1, NULL, 'missing' FROM checked AS c
      LEFT JOIN LATERAL (SELECT number FROM chain WHERE account_id = c.id ORDER BY number DESC LIMIT 1) AS l ON TRUE
      WHERE c.entries > coalesce(l.number, 0)
    UNION ALL
    SELECT chain.account_id, chain.number, chain.id, 'inserted' FROM chain JOIN checked AS c ON c.id = chain.account_id WHERE chain.number > c.entries
    UNION ALL
    SELECT chain.account_id, chain.number, chain.id, 'changed' FROM chain JOIN checked AS c ON c.id = chain.account_id
      WHERE chain.number = c.entries AND chain.hash <> c.last_hash
    UNION ALL
    -- Beside the entries, so that a wrong entry is named first.
    SELECT c.id, c.entries + 1, NULL, 'sums' FROM checked AS c
      WHERE EXISTS (${differing(Prisma.sql`e.account_id = c.id`, {
        available: Prisma.sql`c.balance`,
        held: Prisma.sql`c.held`,
        owed: Prisma.sql`c.owed`,
        on_account: Prisma.sql`c.on_account`,
      })})
      OR (c.buyer_id IS NOT NULL AND (${differingMoney}))
      OR EXISTS (SELECT FROM credit_lots AS l WHERE l.account_id = c.id
        AND EXISTS (${differing(Prisma.sql`e.lot_id = l.id`, { available: Prisma.sql`l.available`, held: Prisma.sql`l.held` })}))
      OR EXISTS (SELECT FROM credit_payments AS p WHERE p.account_id = c.id
        AND EXISTS (${differing(Prisma.sql`e.payment_id = p.id`, { held: Prisma.sql`p.held`, used: Prisma.sql`p.captured` })}))
  ), first AS (
    SELECT DISTINCT ON (account_id) * FROM wrong ORDER BY account_id, number, fault
  )
  SELECT ${jsonObject({
    accounts: Prisma.sql`(SELECT count(*)::int FROM checked)`,
    entries: Prisma.sql`(SELECT count(*)::int FROM chain)`,
    last: Prisma.sql`(SELECT id FROM checked ORDER BY id DESC LIMIT 1)`,
    faults: Prisma.sql`(SELECT json_agg(${jsonObject({
      accountId: Prisma.sql`first.account_id`,
      email: Prisma.sql`(SELECT a.email FROM checked AS a WHERE a.id = first.account_id)`,
      number: Prisma.sql`first.number`,
      entryId: Prisma.sql`first.entry_id`,
      fault: Prisma.sql`first.fault`,
    })} ORDER BY first.account_id) FROM first)`,
  })}::text`

async function verifyAccounts({ db }: Pick<Services, 'db'>, accounts: Prisma.Sql) {
  const { faults, ...found } = portion.parse(await db.readJson(check(accounts)))
  return { ...found, faults: (faults ?? []).map((fault): CreditFault => ({ ...fault, message: messages[fault.fault] })) }
}

/** One account, or all from one on for a few seconds. @returns the first fault of each account; at the end also gaps in document series */
export async function verifyCredit(
  services: Pick<Services, 'db'>,
  { accountId, userId, after }: z.output<typeof creditVerifyInput>,
  { longestMs = LONGEST_MS, portionSize = PORTION } = {},
): Promise<CreditVerification> {
  if (accountId !== undefined || userId !== undefined) {
    const which = accountId === undefined ? Prisma.sql`user_id = ${userId}::uuid` : Prisma.sql`id = ${accountId}::uuid`
    const { accounts, entries, faults } = await verifyAccounts(services, Prisma.sql`SELECT * FROM credit_accounts WHERE ${which}`)
    return { accounts, entries, faults, nextAfter: null }
  }
  const until = performance.now() + longestMs
  const result: CreditVerification = { accounts: 0, entries: 0, faults: [], nextAfter: after ?? null }
  for (;;) {
    const from = result.nextAfter === null ? Prisma.sql`TRUE` : Prisma.sql`id > ${result.nextAfter}::uuid`
    const found = await verifyAccounts(services, Prisma.sql`SELECT * FROM credit_accounts WHERE ${from} ORDER BY id LIMIT ${portionSize}`)
    result.accounts += found.accounts
    result.entries += found.entries
    result.faults.push(...found.faults)
    result.nextAfter = found.accounts < portionSize ? null : found.last
    if (result.nextAfter === null)
      result.faults.push(...(await verifyNumbers(services)).map((fault): CreditFault => ({ ...fault, message: messages[fault.fault] })))
    if (result.nextAfter === null || performance.now() > until || result.faults.length >= MOST_FAULTS) return result
  }
}
