import { Prisma } from '~/generated/prisma/client'
import { FINISHED_MIGRATIONS, HAS_HISTORY } from '~/server/platform/database/migration-history'
import { BackupError } from './backup-format'

export interface Column {
  name: string
  type: string
}

export interface Table {
  name: string
  columns: Column[]
  rows?: string
  /** Rows that come with the schema; a database with no others counts as empty. */
  initial?: string
}

const MADE_BY_MIGRATION = `version = 1 AND id::text LIKE '00000000-0000-4000-8000-%'`

const INITIAL: Readonly<Record<string, string>> = {
  repair_presets: MADE_BY_MIGRATION,
  deduction_reasons: MADE_BY_MIGRATION,
  case_email_rules: 'version = 1',
  vat_rates: `valid_from <= '2011-01-04'`,
}

const MIGRATIONS = '_prisma_migrations'

/** Waiting and failed emails and texts (docs/decisions/013). Recurring jobs are posted again at a start. */
const JOBS = { name: 'shop_queue.job', rows: `name IN ('letters', 'texts')` }

const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const quoted = (name: string): string => (name === JOBS.name ? name.split('.').map(quotedName).join('.') : quotedName(name))

/** Makes values have the same text on every server. */
export async function writeTextsAlike(tx: Prisma.TransactionClient): Promise<void> {
  const settings = { datestyle: 'ISO, YMD', timezone: 'UTC', intervalstyle: 'postgres', extra_float_digits: '1', bytea_output: 'hex' }
  for (const [name, value] of Object.entries(settings)) await tx.$queryRaw`SELECT set_config(${name}, ${value}, true)`
}

/** Each table after those it refers to. */
export async function readTables(tx: Prisma.TransactionClient): Promise<Table[]> {
  const columns = await tx.$queryRaw<{ table: string; name: string; type: string }[]>`
    SELECT c.relname::text AS "table", a.attname::text AS name, format_type(a.atttypid, a.atttypmod) AS type
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
      AND c.relname <> ${MIGRATIONS}
    ORDER BY c.relname COLLATE "C", a.attnum`
  const references = await tx.$queryRaw<{ from: string; to: string }[]>`
    SELECT f.relname::text AS "from", t.relname::text AS "to"
    FROM pg_constraint k JOIN pg_class f ON f.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
    WHERE k.contype = 'f' AND k.connamespace = current_schema()::regnamespace AND f.oid <> t.oid`
  const waiting = new Map<string, Table>()
  for (const { table, name, type } of columns) {
    const initial = INITIAL[table]
    const known = waiting.get(table) ?? { name: table, columns: [], ...(initial && { initial }) }
    known.columns.push({ name, type })
    waiting.set(table, known)
  }
  const sorted: Table[] = []
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ name }) => !references.some(({ from, to }) => from === name && waiting.has(to)))
    if (free.length === 0) throw new BackupError(`Tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`)
    for (const table of free) waiting.delete(table.name)
    sorted.push(...free)
  }
  const jobs = await tx.$queryRaw<Column[]>`
    SELECT a.attname::text AS name, format_type(a.atttypid, a.atttypmod) AS type
    FROM pg_attribute a WHERE a.attrelid = to_regclass(${JOBS.name}) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`
  // A level between the migrations may have no queue.
  return jobs.length === 0 ? sorted : [...sorted, { ...JOBS, columns: jobs }]
}

export async function readLevel(tx: Prisma.TransactionClient): Promise<string[] | null> {
  const [found] = await tx.$queryRaw<{ there: boolean }[]>`${Prisma.raw(HAS_HISTORY)}`
  if (!found?.there) return null
  const rows = await tx.$queryRaw<{ name: string }[]>`${Prisma.raw(FINISHED_MIGRATIONS)} ORDER BY migration_name COLLATE "C"`
  return rows.map(({ name }) => name)
}

export async function readSequences(tx: Prisma.TransactionClient): Promise<Record<string, string>> {
  const sequences = await tx.$queryRaw<{ name: string }[]>`
    SELECT sequencename::text AS name FROM pg_sequences WHERE schemaname = current_schema() ORDER BY 1`
  const next: Record<string, string> = {}
  for (const { name } of sequences) {
    // The catalogue's view does not show a sequence that was set and not used since, as after a restore.
    const [row] = await tx.$queryRawUnsafe<{ next: string }[]>(
      `SELECT (last_value + is_called::integer)::text AS next FROM ${quoted(name)}`,
    )
    if (row) next[name] = row.next
  }
  return next
}
