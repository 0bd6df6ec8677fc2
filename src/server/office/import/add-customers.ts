import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { noAddressOf } from '~/server/identity/users/no-address'
import { insertAudit, type Actor } from '~/server/platform/audit/record-audit'

/**
 * Adds customers of a file. They get no email and no password: an address makes an account that its owner claims when they want one, and a
 * phone number alone makes a customer without an address. Accounts that were signed up meanwhile stay as they are.
 */
export async function addCustomers(
  tx: Prisma.TransactionClient,
  actor: Actor,
  { batchId, slice }: { batchId: string; slice: Prisma.Sql },
): Promise<void> {
  const { auditSubject } = records.users
  const told = Prisma.sql`
    SELECT p.user_id::text AS subject_id, NULL::jsonb AS before,
      jsonb_build_object('email', nullif(p.email, ''), 'fullName', p.full_name, 'phone', p.phone)
        || jsonb_strip_nulls(jsonb_build_object('language', p.language)) AS after FROM added AS p`
  await tx.$executeRaw`
    WITH given AS MATERIALIZED (
      SELECT gen_random_uuid() AS id, r.data ->> 'email' AS email, r.data ->> 'fullName' AS full_name, r.data ->> 'phone' AS phone,
        r.data ->> 'language' AS language
      FROM import_rows AS r WHERE ${slice} AND r.verdict = 'new' ORDER BY r.line
    ),
    made AS (
      INSERT INTO users (id, email) SELECT id, coalesce(email, ${noAddressOf('')} || id) FROM given ON CONFLICT (email) DO NOTHING RETURNING id
    ),
    added AS (
      INSERT INTO profiles (user_id, email, full_name, phone, language)
      SELECT g.id, coalesce(g.email, ''), g.full_name, g.phone, g.language FROM given AS g JOIN made AS m ON m.id = g.id RETURNING *
    ),
    kept AS (
      INSERT INTO applied_import_rows (import_id, subject_type, subject_id, version)
      SELECT ${batchId}::uuid, ${auditSubject}, id, version FROM added
    )
    ${insertAudit(actor, { action: 'user.added', subjectType: auditSubject }, told)}`
}
