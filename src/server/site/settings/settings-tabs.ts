import type { Call } from '~/server/call'
import { TRPCError } from '@trpc/server'
import { bulkhead } from 'cockatiel'
import * as z from 'zod'
import { recordOf } from '~/contracts/keys'
import {
  settingFields,
  settingKeysOf,
  settingsTabs,
  type Address,
  type SaveSettingsInput,
  type SettingsTab,
  type TabValues,
} from '~/contracts/site/settings'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { changedFields, insertAudit, type Actor } from '~/server/platform/audit/record-audit'
import type { JsonReader } from '~/server/platform/database/column-values'
import { isTaken } from '~/server/platform/database/connection-errors'
import { asAddress, decodeSetting, encodeSetting } from './read-settings'
import type { SettingRow } from './write-settings'

export interface StoredTab<T extends SettingsTab> {
  values: TabValues<T>
  version: number
}
export type StoredTabs = { [T in SettingsTab]: StoredTab<T> }
type Changed = ReturnType<typeof changedFields<Record<string, string>>>

interface Stored {
  values: StoredTabs[SettingsTab]['values']
  version: number
}

const versionOf = (tab: SettingsTab, rows: readonly SettingRow[]) => {
  const keys = new Set<string>(settingKeysOf(tab))
  return rows.reduce((sum, row) => (keys.has(row.settingKey) ? sum + row.version : sum), 0)
}

function toTab<T extends SettingsTab>(tab: T, rows: readonly SettingRow[]): StoredTab<T> {
  const stored = new Map<string, string | Address>(rows.map((row) => [row.settingKey, decodeSetting(row.settingValue)]))
  const { line1, line2, line3 } = asAddress(stored.get('company_address') ?? '')
  const lines: Partial<Record<string, string>> = { address_line1: line1, address_line2: line2, address_line3: line3 }
  const text = (field: string) => {
    const value = lines[field] ?? stored.get(field) ?? ''
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  return { values: recordOf(settingFields(tab), text), version: versionOf(tab, rows) }
}

const readRows = (prisma: Pick<PrismaClient, 'websiteSetting'>, tabs: readonly SettingsTab[]): Promise<SettingRow[]> =>
  prisma.websiteSetting.findMany({
    where: { settingKey: { in: tabs.flatMap(settingKeysOf) } },
    select: { settingKey: true, settingValue: true, version: true },
    orderBy: [{ settingCategory: 'asc' }, { settingKey: 'asc' }],
  })

export async function readTabs(prisma: Pick<PrismaClient, 'websiteSetting'>): Promise<StoredTabs> {
  const rows = await readRows(prisma, settingsTabs)
  return {
    general: toTab('general', rows),
    contact: toTab('contact', rows),
    homepage: toTab('homepage', rows),
    about: toTab('about', rows),
    seo: toTab('seo', rows),
    social: toTab('social', rows),
  }
}

/** The contact tab's three lines are one row, an object (requirements §7). */
function rowsOf(input: SaveSettingsInput): [key: string, value: string | Address][] {
  if (input.tab !== 'contact') return Object.entries(input.values)
  const { address_line1: line1, address_line2: line2, address_line3: line3, ...rest } = input.values
  return [...Object.entries(rest), ['company_address', { line1, line2, line3 }]]
}

const storedRows = z.array(z.object({ settingKey: z.string(), settingValue: z.string(), version: z.int() })).nullable()

async function readTabRows(db: JsonReader, tab: SettingsTab): Promise<SettingRow[]> {
  const found = await db.readJson(Prisma.sql`
    SELECT json_agg(json_build_object('settingKey', setting_key, 'settingValue', setting_value, 'version', version))::text
    FROM website_settings WHERE setting_key = ANY(${settingKeysOf(tab)}::text[])`)
  return storedRows.parse(found) ?? []
}

const jsonOf = (fields: object | undefined) => (fields ? JSON.stringify(fields) : null)

const outcome = z.object({ isCurrent: z.boolean(), written: storedRows })

/** In one statement with the audit entry. @returns the rows as written; null if the tab was saved meanwhile */
async function writeTab(
  db: JsonReader,
  actor: Actor,
  tab: SettingsTab,
  { known, given, changed }: { known: readonly SettingRow[]; given: readonly (readonly [key: string, text: string])[]; changed: Changed },
): Promise<SettingRow[] | null> {
  const keys = given.map(([key]) => key)
  const texts = given.map(([, text]) => text)
  const row = Prisma.sql`setting_key AS "settingKey", setting_value AS "settingValue", version`
  const entry = Prisma.sql`SELECT ${tab}::text AS subject_id, ${jsonOf(changed?.before)}::jsonb AS before, ${jsonOf(changed?.after)}::jsonb AS after
    FROM current WHERE is_current AND ${changed !== null}`
  try {
    const { isCurrent, written } = outcome.parse(
      await db.readJson(Prisma.sql`
        WITH was AS MATERIALIZED (
          SELECT version FROM website_settings WHERE setting_key = ANY(${settingKeysOf(tab)}::text[]) ORDER BY setting_key FOR UPDATE
        ), current AS MATERIALIZED (
          SELECT count(*) = ${known.length} AND coalesce(sum(version), 0) = ${versionOf(tab, known)} AS is_current FROM was
        ), given AS (
          SELECT key, value FROM unnest(${keys}::text[], ${texts}::text[]) AS given (key, value), current WHERE is_current
        ), changed AS (
          UPDATE website_settings SET setting_value = given.value FROM given WHERE setting_key = given.key RETURNING ${row}
        ), added AS (
          INSERT INTO website_settings (setting_key, setting_value, setting_category)
          SELECT key, value, ${tab}::text FROM given WHERE key <> ALL(${known.map(({ settingKey }) => settingKey)}::text[]) RETURNING ${row}
        ), entry AS (${insertAudit(actor, { action: 'settings.saved', subjectType: 'settings' }, entry)})
        SELECT json_build_object('isCurrent', is_current, 'written',
          (SELECT json_agg(stored) FROM (SELECT * FROM changed UNION ALL SELECT * FROM added) AS stored))::text FROM current`),
    )
    return isCurrent ? (written ?? []) : null
  } catch (error) {
    // Another save has written the row for the first time.
    if (isTaken(error)) return null
    throw error
  }
}

const savedMeanwhile = () => new TRPCError({ code: 'CONFLICT', message: 'Someone else has saved these settings in the meantime.' })

const MOST_TRIES = 10

/** Saves of a tab in this process run in turn: at once, all but one would have been compared with rows that another has written. */
const turns = recordOf(settingsTabs, () => bulkhead(1, Number.POSITIVE_INFINITY))

/** Saves all fields of a tab or none; unchanged ones are not written. @throws CONFLICT if it has changed since `input.version` */
export const saveTab = (call: Call<'db' | 'live'>, input: SaveSettingsInput): Promise<Stored & { tab: SettingsTab }> =>
  turns[input.tab].execute(() => saveInTurn(call, input))

async function saveInTurn({ db, live, actor }: Call<'db' | 'live'>, input: SaveSettingsInput): Promise<Stored & { tab: SettingsTab }> {
  const { tab, version } = input
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const known = await readTabRows(db, tab)
    const before = toTab(tab, known)
    if (version !== undefined && version !== before.version) throw savedMeanwhile()
    const stored = new Map(known.map(({ settingKey, settingValue }) => [settingKey, settingValue]))
    const given = rowsOf(input).flatMap(([key, value]): [string, string][] => {
      const text = encodeSetting(value)
      return stored.get(key) === text ? [] : [[key, text]]
    })
    if (given.length === 0) return { tab, ...before }
    const next = new Map(known.map((row) => [row.settingKey, row]))
    for (const [settingKey, settingValue] of given) next.set(settingKey, { settingKey, settingValue, version: 0 })
    const changed = changedFields<Record<string, string>>(before.values, toTab(tab, [...next.values()]).values)
    const written = await writeTab(db, actor, tab, { known, given, changed })
    if (!written) continue
    for (const row of written) next.set(row.settingKey, row)
    live.values.settings.changed()
    return { tab, ...toTab(tab, [...next.values()]) }
  }
  throw savedMeanwhile()
}
