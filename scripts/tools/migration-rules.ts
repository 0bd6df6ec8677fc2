import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import * as z from 'zod'

/** Migrations from here on are applied under a shop that runs, by processes of two versions. */
export const RULES_SINCE = '20261125'

/** A statement that would lock others out, or removes what the previous version still uses. */
export interface Finding {
  rule: string
  /** Of the statement's first line, from 1. */
  line: number
  message: string
}

/** A statement of a script, without comments and with the bodies of functions and texts left out. */
interface Statement {
  text: string
  line: number
  lastLine: number
  /** The comment right above it. */
  comment: string
}

const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^;'"$\-/]+|[\s\S]/g

const linesOf = (text: string) => text.split('\n').length - 1

/** Cuts a script at the semicolons that end its statements. */
export function statementsOf(sql: string): Statement[] {
  const statements: Statement[] = []
  let line = 1
  let begun: Statement = { text: '', line, lastLine: line, comment: '' }
  for (const [token] of sql.matchAll(TOKEN)) {
    const isComment = token.startsWith('--') || token.startsWith('/*')
    const isEmpty = begun.text.trim() === ''
    if (isComment && isEmpty) begun.comment += `${token.replace(/^--\s?/, '')}\n`
    else if (token === ';') {
      if (!isEmpty) statements.push({ ...begun, text: begun.text.trim(), lastLine: line })
      begun = { text: '', line, lastLine: line, comment: '' }
    } else if (!isComment) {
      if (isEmpty && token.trim() !== '') begun.line = line + linesOf(/^\s*/.exec(token)?.[0] ?? '')
      begun.text += token.startsWith("'") ? "''" : /^\$\w*\$/.test(token) ? '$$' : token
    }
    line += linesOf(token)
  }
  if (begun.text.trim() !== '') statements.push({ ...begun, text: begun.text.trim(), lastLine: line })
  return statements
}

/** Rules of Squawk about taste, about limits of locks, which the runner of migrations sets, or against another rule of it. */
const LEFT_OUT = [
  'require-lock-timeout',
  'require-statement-timeout',
  'require-timeout-settings',
  'require-enum-value-ordering',
  'require-table-schema',
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-identity',
  'prefer-robust-stmts',
  'prefer-text-field',
  'prefer-timestamp-tz',
]

const require = createRequire(import.meta.url)
/** The package's entry says where it has its program for this machine. */
const linter = z
  .object({ getBinaryPath: z.custom<() => string>((value) => typeof value === 'function') })
  .parse(require('squawk-cli/js/index.js'))

const reported = z.array(z.object({ line: z.int(), rule_name: z.string(), message: z.string() }))

/** Squawk's own findings: a linter of migrations whose program comes from the npm registry. @see https://squawkhq.com/docs/rules */
function squawk(sql: string, isConcurrent: boolean): Finding[] {
  const flags = ['--reporter', 'json', '--pg-version', '14', '--exclude', LEFT_OUT.join(','), '--stdin-filepath', 'migration.sql']
  // Migrations run in a transaction each, so nobody else uses the tables that they create.
  if (!isConcurrent) flags.push('--assume-in-transaction')
  const { stdout, stderr, error } = spawnSync(linter.getBinaryPath(), flags, { input: sql, encoding: 'utf8' })
  if (error ?? stdout.trim() === '') throw new Error(`squawk did not run: ${error?.message ?? stderr}`)
  return reported.parse(JSON.parse(stdout)).map(({ line, rule_name: rule, message }) => ({ rule, line: line + 1, message }))
}

const OWN_RULES: readonly { rule: string; pattern: RegExp; message: string }[] = [
  {
    rule: 'takes-away',
    pattern:
      /^(?:DROP\s+(?:FUNCTION|PROCEDURE|ROUTINE|AGGREGATE|VIEW|MATERIALIZED|TYPE|DOMAIN|SCHEMA|SEQUENCE|EXTENSION|RULE|POLICY)|REVOKE)\b/i,
    message: 'The version before may use it: take it away in the release after.',
  },
  {
    rule: 'takes-away',
    pattern: /^ALTER\s+(?:TYPE|VIEW|MATERIALIZED\s+VIEW|FUNCTION|SEQUENCE|SCHEMA|DOMAIN)\b[\s\S]*\b(?:RENAME|SET\s+SCHEMA)\b/i,
    message: 'The version before uses the name that it has: add the new one beside it.',
  },
  {
    rule: 'changes-many-rows',
    pattern: /^(?:WITH\b[\s\S]*\b)?(?:UPDATE\s+\S|DELETE\s+FROM\b)/i,
    message: 'Rows that are changed stay locked until the migration ends: change them in parts, by a job.',
  },
  {
    rule: 'locks-whole-table',
    pattern: /^(?:LOCK|TRUNCATE|CLUSTER|VACUUM|REINDEX(?![\s\S]*\bCONCURRENTLY\b)|REFRESH\s+MATERIALIZED\s+VIEW\s+(?!CONCURRENTLY))\b/i,
    message: 'Nobody reads or writes the table until it has ended.',
  },
]

const DROPPED_TRIGGER = /^DROP\s+TRIGGER\s+(?:IF\s+EXISTS\s+)?("?\w+"?)/i
const isMade = (statements: readonly Statement[], trigger: string) =>
  statements.some(({ text }) => new RegExp(`^CREATE\\s+(?:OR\\s+REPLACE\\s+)?(?:CONSTRAINT\\s+)?TRIGGER\\s+${trigger}\\b`, 'i').test(text))

function ownFindings(sql: string, statements: readonly Statement[]): Finding[] {
  const found = statements.flatMap(({ text, line }) =>
    OWN_RULES.filter(({ pattern }) => pattern.test(text)).map(({ rule, message }) => ({ rule, line, message })),
  )
  for (const { text, line } of statements) {
    const trigger = DROPPED_TRIGGER.exec(text)?.[1]
    if (trigger !== undefined && !isMade(statements, trigger))
      found.push({ rule: 'takes-away', line, message: 'The version before leans on the trigger.' })
    if (/\bCONCURRENTLY\b/i.test(text) && statements.length > 1)
      found.push({ rule: 'concurrent-alone', line, message: 'A statement that runs concurrently is a migration of its own.' })
  }
  const ignored = sql.split('\n').findIndex((line) => /--\s*squawk-ignore/.test(line))
  if (ignored >= 0)
    found.push({
      rule: 'exception-without-reason',
      line: ignored + 1,
      message: 'An exception is `-- allowed RULE: why`, above its statement.',
    })
  return found
}

const LEAST_REASON = 20
const ALLOWED = /^allowed (?<rule>[a-z-]+): (?<reason>.+)$/

/** Rules that the comment above a statement allows, with a reason. */
const allowedFor = ({ comment }: Statement): Set<string> =>
  new Set(
    comment.split('\n').flatMap((line) => {
      const { rule = '', reason = '' } = ALLOWED.exec(line.trim())?.groups ?? {}
      return reason.length >= LEAST_REASON ? [rule] : []
    }),
  )

/** Finds statements that would hurt the previous version while it runs on the same database, less those that are allowed with a reason. */
export function lintMigration(sql: string): Finding[] {
  const statements = statementsOf(sql)
  const isConcurrent = statements.length === 1 && statements.every(({ text }) => /\bCONCURRENTLY\b/i.test(text))
  return [...squawk(sql, isConcurrent), ...ownFindings(sql, statements)]
    .filter(({ rule, line }) => {
      const statement = statements.find(({ line: first, lastLine }) => line >= first && line <= lastLine)
      return !(statement && allowedFor(statement).has(rule))
    })
    .sort((one, other) => one.line - other.line)
}
