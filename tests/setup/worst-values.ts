import * as z from 'zod'
import type { Database } from '~/server/platform/database/database'

/** Every column of every table, as the database itself describes it, and the worst values that its type takes. */

const columnRow = z.object({
  table: z.string(),
  column: z.string(),
  /** '_text' for an array of texts, 'order_status' for an enum. */
  type: z.string(),
  nullable: z.boolean(),
  hasDefault: z.boolean(),
  precision: z.number().nullable(),
  scale: z.number().nullable(),
  labels: z.array(z.string()).nullable(),
  /** Alone, by an index. */
  unique: z.boolean(),
  /** The table and column that a foreign key points to. */
  target: z.string().nullable(),
})
export type Column = z.output<typeof columnRow>

/** The columns of every table of the shop, so that the next one comes in by itself. */
export async function readColumns({ prisma }: Pick<Database, 'prisma'>): Promise<Column[]> {
  const rows = await prisma.$queryRaw`
    SELECT c.table_name::text AS "table", c.column_name::text AS "column", c.udt_name::text AS type, c.is_nullable = 'YES' AS nullable,
      c.column_default IS NOT NULL AS "hasDefault", c.numeric_precision::int AS precision, c.numeric_scale::int AS scale,
      (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum AS e JOIN pg_type AS t ON t.oid = e.enumtypid WHERE t.typname = c.udt_name) AS labels,
      EXISTS (SELECT FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
        WHERE i.indrelid = format('%I.%I', c.table_schema, c.table_name)::regclass AND i.indisunique AND i.indnkeyatts = 1 AND a.attname = c.column_name) AS "unique",
      (SELECT f.relname || '.' || a.attname FROM pg_constraint AS k
        JOIN pg_class AS f ON f.oid = k.confrelid
        JOIN pg_attribute AS a ON a.attrelid = k.confrelid AND a.attnum = k.confkey[1]
        JOIN pg_attribute AS own ON own.attrelid = k.conrelid AND own.attnum = k.conkey[1]
        WHERE k.contype = 'f' AND k.conrelid = format('%I.%I', c.table_schema, c.table_name)::regclass AND own.attname = c.column_name
        ORDER BY k.oid LIMIT 1) AS target
    FROM information_schema.columns AS c JOIN information_schema.tables AS t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.table_name <> '_prisma_migrations' AND c.is_generated = 'NEVER'
    ORDER BY c.table_name, c.ordinal_position`
  return z.array(columnRow).parse(rows)
}

/** Longer than any schema takes; it compresses well, so that indexes take it. */
const HUGE = 'Huge '.repeat(20_000)

const texts = [
  '',
  ' \t\r\n ',
  HUGE,
  '\u0001\u001b\u007f\u0085\u2028\u202e\ufeff\ufffe',
  '</script><script>alert(1)</script>"\'`{{7*7}}',
  // Half of a character, as a JSON string has it.
  '"\\ud83d"',
  '{"line1": "1 High Street", "line3": "United Kingdom"}',
  '{"line1": 1, "line2": null, "line3": {"line": []}}',
  '{}',
  '[]',
  'null',
  '{"__proto__": {"line1": "x"}',
  'https://cdn.example.com:99999/a.png',
  'http://[::1',
  'https://%',
  `https://cdn.example.com/${'a'.repeat(3_000)}.png`,
  '//elsewhere.example/a.png',
  'javascript:alert(1)',
  '%E0%A4%A',
  '__proto__',
  '=HYPERLINK("https://x.example")',
  'NaN',
]

const deep = (levels: number) => `${'[{"a":'.repeat(levels)}1${'}]'.repeat(levels)}`

const documents = [
  'null',
  'true',
  '1e400',
  '""',
  '"\\u0001"',
  '[]',
  '{}',
  '[null, [], {"manufacturer": 1}]',
  '{"manufacturer": {}, "model": []}',
  '{"manufacturer": null, "model": ""}',
  '{"__proto__": {"manufacturer": "x"}, "constructor": {"prototype": 1}, "prototype": null, "toString": 1, "": 2, "a.b": 3}',
  '[{"method": 7, "timestamp": "never"}]',
  deep(300),
  JSON.stringify({ manufacturer: HUGE, model: HUGE }),
]

const times = [
  'infinity',
  '-infinity',
  '10000-01-01 00:00:00+00',
  '294276-12-31 23:59:59.999+00',
  '4713-01-01 00:00:00+00 BC',
  '0001-01-01 00:00:00+00',
]

const arrays = ['{}', '{NULL}', '{"",NULL," "}', '{{a,b},{c,d}}', '[3:4]={a,b}', `{${'tag,'.repeat(2_000)}tag}`, `{"${HUGE}"}`]

/** The values as PostgreSQL reads them from text; null where the column takes it. @throws for a type that nobody has thought of */
export function worstValues({ table, column, type, labels, precision, scale, target, nullable }: Column): (string | null)[] {
  const none = nullable ? [null] : []
  if (target !== null) return none
  if (labels) return [...none, ...labels]
  switch (type) {
    case 'text':
      return [...none, ...texts]
    case 'uuid':
      return [...none, '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
    case 'bool':
      return [...none, 'true', 'false']
    case 'int4':
      return [...none, '0', '-1', '2147483647', '-2147483648']
    case 'int8':
      return [...none, '0', '-9223372036854775808', '9223372036854775807']
    case 'numeric': {
      const most = `${'9'.repeat((precision ?? 12) - (scale ?? 2))}.${'9'.repeat(scale ?? 2)}`
      return [...none, 'NaN', most, `-${most}`, '0', '-0.01']
    }
    case 'timestamptz':
      return [...none, ...times]
    case 'date':
      return [...none, 'infinity', '-infinity', '5874897-12-31', '4713-01-01 BC', '0001-01-01']
    case 'jsonb':
      return [...none, ...documents]
    case '_int4':
      return [...none, '{}', '{NULL}', '{-1,0}', '{2147483647,-2147483648}', '{{1,2},{3,4}}', '[3:4]={3,10}', `{${'3,'.repeat(2_000)}10}`]
    case '_date':
      return [...none, '{}', '{NULL}', '{infinity,-infinity}', '{5874897-12-31}']
    case '_text':
      return [...none, ...arrays]
    default:
      throw new Error(`${table}.${column} is of the type ${type}: say what its worst values are`)
  }
}

/** The value that a row needs beside the one under test, where the database has no default for it. */
export function plainValue({ table, column, type, labels, nullable, hasDefault }: Column, nth: number): string | null | undefined {
  if (hasDefault || nullable) return undefined
  if (labels) return labels[0]
  const plain: Record<string, string> = {
    text: `${table} ${column} ${nth}`,
    uuid: `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
    bool: 'true',
    int4: String(nth),
    int8: String(nth),
    numeric: '1',
    timestamptz: '2026-11-20 12:00:00+00',
    date: '2026-11-20',
    jsonb: '{}',
    _text: '{}',
  }
  return plain[type]
}
