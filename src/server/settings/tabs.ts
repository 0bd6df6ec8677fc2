import type { Call } from '~/server/auth/call'
import { TRPCError } from '@trpc/server'
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
} from '~/contracts/settings'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { changedFields, type Actor, insertAudit } from '~/server/platform/audit/record'
import { isTakenKey } from '~/server/platform/database/conflict'
import type { JsonReader } from '~/server/platform/database/column-values'
import { asAddress, decodeSetting, encodeSetting } from './read'

/** The settings as the administrator's screen edits them: by tab, a missing key as empty text. */

/** One tab as it is stored; `version` grows with every change of any of its rows. */
export interface StoredTab<T extends SettingsTab> {
  values: TabValues<T>
  version: number
}
export type StoredTabs = { [T in SettingsTab]: StoredTab<T> }
interface Stored {
  values: StoredTabs[SettingsTab]['values']
  version: number
}

const storedRow = z.object({ settingKey: z.string(), settingValue: z.string(), version: z.int() })
const rowList = z.array(storedRow).nullable()
type Row = z.output<typeof storedRow>

const versionOf = (tab: SettingsTab, rows: Row[]) => {
  const keys = new Set<string>(settingKeysOf(tab))
  return rows.reduce((sum, row) => (keys.has(row.settingKey) ? sum + row.version : sum), 0)
}

function toTabs(rows: Row[]): StoredTabs {
  const stored = new Map<string, string | Address>(rows.map((row) => [row.settingKey, decodeSetting(row.settingValue)]))
  const { line1, line2, line3 } = asAddress(stored.get('company_address') ?? '')
  const lines: Partial<Record<string, string>> = { address_line1: line1, address_line2: line2, address_line3: line3 }
  const text = (field: string) => {
    const value = lines[field] ?? stored.get(field) ?? ''
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  const tabOf = <T extends SettingsTab>(tab: T): StoredTab<T> => ({
    values: recordOf(settingFields(tab), text),
    version: versionOf(tab, rows),
  })
  return {
    general: tabOf('general'),
    contact: tabOf('contact'),
    homepage: tabOf('homepage'),
    about: tabOf('about'),
    seo: tabOf('seo'),
    social: tabOf('social'),
  }
}

/** All six tabs. */
export async function readTabs(prisma: Pick<PrismaClient, 'websiteSetting'>): Promise<StoredTabs> {
  const rows = await prisma.websiteSetting.findMany({
    where: { settingKey: { in: settingsTabs.flatMap(settingKeysOf) } },
    select: { settingKey: true, settingValue: true, version: true },
    orderBy: [{ settingCategory: 'asc' }, { settingKey: 'asc' }],
  })
  return toTabs(rows)
}

/** The rows that a save writes; the contact tab's three lines are one row, an object (spec §7). */
function rowsOf(input: SaveSettingsInput): [key: string, value: string | Address][] {
  if (input.tab !== 'contact') return Object.entries(input.values)
  const { address_line1: line1, address_line2: line2, address_line3: line3, ...rest } = input.values
  return [...Object.entries(rest), ['company_address', { line1, line2, line3 }]]
}

/** A tab's rows as they are stored. */
async function readRows(db: JsonReader, tab: SettingsTab): Promise<Row[]> {
  const found = await db.readJson(Prisma.sql`
    SELECT json_agg(json_build_object('settingKey', setting_key, 'settingValue', setting_value, 'version', version))::text
    FROM website_settings WHERE setting_key = ANY(${settingKeysOf(tab)}::text[])`)
  return rowList.parse(found) ?? []
}

/** Saves of one tab that come between the look at its rows and the writing before this one gives up. */
const MOST_TRIES = 20

/**
 * Saves a tab, all of its fields or none; a field that is not changed is not written.
 * @throws CONFLICT when `input.version` is given and the tab has changed since
 */
export async function saveTab({ db, live, actor }: Call<'db' | 'live'>, input: SaveSettingsInput): Promise<Stored & { tab: SettingsTab }> {
  const { tab } = input
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const rows = await readRows(db, tab)
    const { [tab]: was } = toTabs(rows)
    if (input.version !== undefined && input.version !== was.version) break
    const known = new Map(rows.map((row) => [row.settingKey, row]))
    const entries = rowsOf(input)
      .map(([settingKey, value]) => ({
        settingKey,
        settingValue: encodeSetting(value),
        version: (known.get(settingKey)?.version ?? 0) + 1,
      }))
      .filter(({ settingKey, settingValue }) => known.get(settingKey)?.settingValue !== settingValue)
    if (entries.length === 0) return { tab, ...was }
    for (const entry of entries) known.set(entry.settingKey, entry)
    const { [tab]: stored } = toTabs([...known.values()])
    if (!(await writeRows(db, actor, { tab, rows, entries, changed: changedFields<Record<string, string>>(was.values, stored.values) })))
      continue
    live.values.settings.changed()
    return { tab, ...stored }
  }
  throw new TRPCError({ code: 'CONFLICT', message: 'Someone else has saved these settings meanwhile.' })
}

interface TabChange {
  tab: SettingsTab
  /** The tab's rows that the change was made on. */
  rows: Row[]
  /** Those that differ now, or are new. */
  entries: Row[]
  /** What the audit log tells. */
  changed: ReturnType<typeof changedFields<Record<string, string>>>
}

const written = z.boolean()

/**
 * Writes rows of a tab and the audit entry in one statement, if the tab still is as it was read. Rows that are there are locked
 * first; of two saves that both add a row, the second one fails by the key and has written nothing.
 * @returns whether it was
 */
async function writeRows(db: JsonReader, actor: Actor, { tab, rows, entries, changed }: TabChange): Promise<boolean> {
  const keys = settingKeysOf(tab)
  const fingerprint = (of: Row[]) => of.map(({ settingKey, version }) => `${settingKey}:${version}`).sort()
  const entry = changed
    ? insertAudit(
        actor,
        { action: 'settings.saved', subjectType: 'settings' },
        Prisma.sql`SELECT ${tab}::text AS subject_id, ${JSON.stringify(changed.before)}::jsonb AS before, ${JSON.stringify(changed.after)}::jsonb AS after
          FROM same WHERE same.same`,
      )
    : Prisma.sql`SELECT 1`
  try {
    return written.parse(
      await db.readJson(Prisma.sql`
      WITH known AS MATERIALIZED (
        SELECT setting_key, version FROM website_settings WHERE setting_key = ANY(${keys}::text[]) FOR UPDATE
      ), same AS MATERIALIZED (
        SELECT coalesce(array_agg(setting_key || ':' || version), '{}') <@ ${fingerprint(rows)}::text[] AND count(*) = ${rows.length}::int AS same FROM known
      ), entry AS (
        SELECT * FROM unnest(${entries.map(({ settingKey }) => settingKey)}::text[], ${entries.map(({ settingValue }) => settingValue)}::text[])
          AS entry (setting_key, setting_value), same WHERE same.same
      ), changed AS (
        UPDATE website_settings AS t SET setting_value = entry.setting_value FROM entry JOIN known USING (setting_key) WHERE t.setting_key = entry.setting_key
      ), added AS (
        INSERT INTO website_settings (setting_key, setting_value, setting_category)
        SELECT setting_key, setting_value, ${tab}::text FROM entry WHERE setting_key NOT IN (SELECT setting_key FROM known)
      ), told AS (${entry})
      SELECT same::text FROM same`),
    )
  } catch (error) {
    if (isTakenKey(error)) return false
    throw error
  }
}
