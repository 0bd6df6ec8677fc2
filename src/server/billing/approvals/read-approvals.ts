import * as z from 'zod'
import {
  approvalKinds,
  type ApprovalKind,
  type ApprovalRequest,
  type approvalsInput,
  type ListedApproval,
} from '~/contracts/billing/approvals'
import { creditRequestStates } from '~/contracts/credit/requests'
import { storedPayee } from '~/contracts/billing/seller'
import { Prisma } from '~/generated/prisma/client'
import type { Services } from '~/server/services'
import { buyerName } from '~/server/billing/invoices/buyer-name'
import { nameOfUser } from '~/server/platform/records/customer-list'
import { addressOrNull } from '~/server/identity/users/no-address'
import { addressOf, isSameNetwork, whyNotBy } from '~/server/identity/users/second-administrator'
import { numberOf } from '~/server/credit/cause-number'
import { readJsonWithin } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import { jsonTime, rowOf } from '~/server/platform/lists/json-row'
import { readPageOfRows } from '~/server/platform/lists/list-page'
import { byId, timeColumn } from '~/server/platform/lists/sorts'
import type { RequestReader } from '~/server/credit/read-requests'

/** Requests for a second administrator, waiting or decided: credit notes, released payments, and the account that customers pay to. */

const emailOf = (user: Prisma.Sql) =>
  Prisma.sql`(SELECT left(${addressOrNull(Prisma.sql`u.email`)}, 254) FROM users AS u WHERE u.id = ${user})`

const row = rowOf(
  {
    id: z.string(),
    kind: z.enum(approvalKinds),
    state: z.enum(creditRequestStates),
    amount: z.number().nullable(),
    reason: z.string(),
    subjectId: z.string().nullable(),
    number: z.string().nullable(),
    userId: z.string().nullable(),
    customerName: z.string().nullable(),
    payee: z.object({ from: storedPayee, to: storedPayee }).nullable(),
    because: z.string().nullable(),
    askedBy: z.string(),
    requestedBy: z.string().nullable(),
    requestedAt: jsonTime,
    requestedIp: z.string().nullable(),
    decidedBy: z.string().nullable(),
    decidedAt: jsonTime.nullable(),
    note: z.string().nullable(),
    version: z.int(),
  },
  {
    number: Prisma.sql`CASE t.kind
      WHEN 'credit_note' THEN (SELECT i.number FROM billing_documents AS d JOIN billing_documents AS i ON i.id = d.of_id WHERE d.id = t.subject_id)
      WHEN 'release' THEN (SELECT ${numberOf(Prisma.sql`p.noun`, Prisma.sql`p.noun_id::uuid`)} FROM credit_payments AS p WHERE p.id = t.subject_id AND p.noun IN ('repairs', 'orders')) END`,
    customerName: Prisma.sql`coalesce(
      ${nameOfUser(Prisma.sql`t.user_id`)},
      (SELECT ${buyerName(Prisma.sql`b`)} FROM buyers AS b WHERE b.user_id = t.user_id AND b.former_of IS NULL))`,
    payee: Prisma.sql`CASE WHEN t.kind = 'payee' THEN jsonb_build_object('from', t.details -> 'from', 'to', t.details -> 'to') END`,
    askedBy: Prisma.sql`t.requested_by`,
    requestedBy: emailOf(Prisma.sql`t.requested_by`),
    decidedBy: emailOf(Prisma.sql`t.decided_by`),
    note: Prisma.sql`t.decision_note`,
  },
)
type Stored = z.output<typeof row.schema>

const toRequest = ({ viewer, actor }: RequestReader, { requestedIp, askedBy, ...request }: Stored): ApprovalRequest => ({
  ...request,
  isMine: askedBy === viewer.userId,
  isFromOwnNetwork: isSameNetwork(requestedIp, addressOf(actor)),
})

const table = Prisma.sql`approval_requests AS t`
const newest = { name: '-requested', columns: [timeColumn(Prisma.sql`t.requested_at`), byId], descending: true }

/** Requests of some kinds, in one state or in all, the latest first. @throws BAD_REQUEST for a foreign cursor */
export async function listApprovals(
  { db, now, ...reader }: Pick<Services, 'db' | 'now'> & RequestReader,
  kinds: readonly ApprovalKind[],
  { state, cursor, limit }: z.output<typeof approvalsInput>,
): Promise<{ rows: ListedApproval[]; nextCursor: string | null }> {
  const ofKinds = Prisma.sql`t.kind::text = ANY (${[...kinds]}::text[])`
  const { rows, nextCursor } = await readPageOfRows(db, {
    source: { table, matches: () => Prisma.sql`FALSE`, found: () => [] },
    keyset: newest,
    filter: state ? Prisma.sql`${ofKinds} AND t.state = ${state}::credit_request_state` : ofKinds,
    cursor,
    limit,
    counted: null,
    row,
  })
  const asked = rows.map(({ askedBy }) => ({ requestedBy: askedBy }))
  const whyNot = await whyNotBy(db.prisma, reader.viewer, asked, now())
  return { rows: rows.map((each) => ({ ...toRequest(reader, each), whyNot: whyNot({ requestedBy: each.askedBy }) })), nextCursor }
}

/** One request, as the deciding administrator sees it. @throws NOT_FOUND */
export async function readApproval(
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  reader: RequestReader,
  id: string,
): Promise<ApprovalRequest> {
  const found = await readJsonWithin(tx)(Prisma.sql`SELECT ${row.json}::text FROM ${table} WHERE t.id = ${id}::uuid`)
  if (found === null) throw notFound({ one: 'request' })
  return toRequest(reader, row.schema.parse(found))
}
