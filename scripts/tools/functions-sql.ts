import type { Database } from '~/server/platform/database/database'

export const FUNCTIONS_FILE = 'prisma/functions.sql'

const HEADING = `-- Written by \`npm run db:functions\`, and not to be edited: all functions and triggers as the migrations leave them. A change is a new migration.
`

// Leaves out functions of extensions. `FROM CURRENT` became the migrating session's path, which differs between the engines.
const FUNCTIONS = `
  SELECT regexp_replace(rtrim(pg_get_functiondef(p.oid), E'\\n'), '(?n)^ SET search_path TO (''\\$user'', )?''public''$', ' SET search_path FROM CURRENT') || E';\\n' AS text
  FROM pg_proc AS p
  WHERE p.pronamespace = 'public'::regnamespace AND p.prokind IN ('f', 'p')
    AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
  ORDER BY p.proname COLLATE "C", pg_get_function_identity_arguments(p.oid) COLLATE "C"`

// A table's triggers of one moment fire in the order of their names.
const TRIGGERS = `
  SELECT '-- ' || c.relname || E'\\n' || string_agg(pg_get_triggerdef(t.oid, true) || E';\\n', '' ORDER BY t.tgname COLLATE "C") AS text
  FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
  WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal AND t.tgparentid = 0
  GROUP BY c.relname
  ORDER BY c.relname COLLATE "C"`

/** Puts what stands before a function's body into one line. */
const withShortHead = (text: string) =>
  text.replace(/^CREATE OR REPLACE FUNCTION .*?(?=\$function\$|\nRETURN )/s, (head) => head.replaceAll(/\n ?/g, ' '))

/** The text of `prisma/functions.sql` from a migrated database: functions by name, then triggers by table and name. */
export async function functionsSql({ prisma }: Database): Promise<string> {
  const parts = [FUNCTIONS, TRIGGERS].map((query) => prisma.$queryRawUnsafe<{ text: string }[]>(query))
  return [HEADING, ...(await Promise.all(parts)).flat().map(({ text }) => withShortHead(text))].join('\n')
}
