import type { Database } from './database'

/** Append-only: the audit log, its list of deleted accounts, and the ledger. */
const KEPT = `('audit_log'::regclass, 'audit_forgotten'::regclass, 'credit_entries'::regclass)`

/** Functions that the shop must not own: triggers of these tables, hashes of the ledger, and all with their owner's rights. */
const OF_AUDIT = `(p.prosecdef OR p.proname LIKE 'audit\\_%' OR p.proname LIKE 'credit\\_entry\\_%' OR p.proname = 'credit_added'
  OR p.oid IN (SELECT tgfoid FROM pg_trigger WHERE tgrelid IN ${KEPT} AND NOT tgisinternal))`

/** Objects of extensions and columns follow their owner; a partitioned table depends on its columns alone. */
const BY_ITSELF = (catalogue: string, object: string) =>
  `NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = '${catalogue}'::regclass AND d.objid = ${object} AND d.objsubid = 0 AND d.deptype IN ('a', 'e', 'i'))`

const HAND_OVER = `
DO $$
DECLARE
  change text;
BEGIN
  FOR change IN
    -- First, because an owner needs rights in the schema.
    SELECT statement FROM (
    SELECT 1 AS turn, format('ALTER SCHEMA %I OWNER TO shop', n.nspname) AS statement
      FROM pg_namespace n WHERE n.nspowner = current_user::regrole AND n.nspname <> 'public' AND n.nspname NOT LIKE 'pg\\_%'
    UNION ALL
    SELECT 2, format('ALTER ROUTINE %s OWNER TO %s', p.oid::regprocedure, CASE WHEN ${OF_AUDIT} THEN 'shop_audit' ELSE 'shop' END)
      FROM pg_proc p WHERE ${BY_ITSELF('pg_proc', 'p.oid')}
      AND (p.proowner = current_user::regrole OR (${OF_AUDIT} AND p.proowner = 'shop'::regrole))
    UNION ALL
    SELECT 2, format('ALTER %s %s OWNER TO %s',
        CASE c.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END,
        c.oid::regclass, CASE WHEN c.oid IN ${KEPT} THEN 'shop_audit' ELSE 'shop' END)
      FROM pg_class c WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S') AND c.relowner = current_user::regrole
      -- A partition is a table of its own, though it goes with the whole.
      AND (c.relispartition OR ${BY_ITSELF('pg_class', 'c.oid')})
    UNION ALL
    SELECT 2, format('ALTER TYPE %s OWNER TO shop', t.oid::regtype)
      FROM pg_type t WHERE t.typtype IN ('e', 'd') AND t.typowner = current_user::regrole AND ${BY_ITSELF('pg_type', 't.oid')}
    ) AS due ORDER BY turn
  LOOP
    EXECUTE change;
  END LOOP;
  GRANT SELECT, INSERT ON audit_log, credit_entries TO shop;
  GRANT SELECT ON audit_forgotten TO shop;
  -- A deleted account takes its name, number and billing details out of the log.
  GRANT SELECT ON profiles, buyers TO shop_audit;
  IF pg_get_serial_sequence('audit_log', 'id') IS NOT NULL THEN
    EXECUTE format('GRANT USAGE, SELECT ON SEQUENCE %s TO shop', pg_get_serial_sequence('audit_log', 'id'));
  END IF;
END
$$`

export class RolesMissingError extends Error {
  constructor() {
    super(
      'The roles shop and shop_audit are missing on this database server: deploy/database/roles.sql makes them. Migrations are applied.',
    )
  }
}

/**
 * Runs after migrations by their own role (deploy/database/roles.sql) and gives what they made to the shop's role; the audit log, the
 * ledger and their functions go to a role without sign-in. The shop can then add entries, but not change or remove them, nor switch off
 * triggers (docs/decisions/002). Safe to repeat. @throws {RolesMissingError} without the roles, as on the embedded engine
 */
export async function transferOwnership({ prisma }: Pick<Database, 'prisma'>): Promise<void> {
  const roles = await prisma.$queryRaw<unknown[]>`SELECT FROM pg_roles WHERE rolname IN ('shop', 'shop_audit')`
  if (roles.length < 2) throw new RolesMissingError()
  await prisma.$executeRawUnsafe(HAND_OVER)
}
