import type { Call } from '~/server/call'
import { TRPCError } from '@trpc/server'
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
import type { PrismaClient } from '~/generated/prisma/client'
import { changedFields, recordAudit } from '~/server/platform/audit/record'
import { asAddress, decodeSetting } from './read'
import { writeSettings, type SettingRow } from './write'

/** The settings by tab, as the administrator's screen edits them; a missing key is empty text. */

/** A stored tab; `version` grows with every change of any of its rows. */
export interface StoredTab<T extends SettingsTab> {
  values: TabValues<T>
  version: number
}
export type StoredTabs = { [T in SettingsTab]: StoredTab<T> }
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

/** The rows of a save; the contact tab's three lines are one row, an object (requirements §7). */
function rowsOf(input: SaveSettingsInput): [key: string, value: string | Address][] {
  if (input.tab !== 'contact') return Object.entries(input.values)
  const { address_line1: line1, address_line2: line2, address_line3: line3, ...rest } = input.values
  return [...Object.entries(rest), ['company_address', { line1, line2, line3 }]]
}

/**
 * Saves a tab, all of its fields or none; unchanged fields are not written.
 * @throws CONFLICT when `input.version` is given and the tab has changed since
 */
export async function saveTab({ db, live, actor }: Call<'db' | 'live'>, input: SaveSettingsInput): Promise<Stored & { tab: SettingsTab }> {
  const { tab, version } = input
  const saved = await db.prisma.$transaction(async (tx) => {
    // Saves wait for each other, even before the rows exist; readers do not wait.
    await tx.$executeRaw`LOCK TABLE website_settings IN SHARE ROW EXCLUSIVE MODE`
    const rows = await readRows(tx, [tab])
    const before = toTab(tab, rows)
    if (version !== undefined && version !== before.version)
      throw new TRPCError({ code: 'CONFLICT', message: 'Someone else has saved these settings in the meantime.' })
    const written = await writeSettings(tx, tab, rowsOf(input))
    const after = toTab(tab, [...rows.filter((row) => !written.some(({ settingKey }) => settingKey === row.settingKey)), ...written])
    const changed = changedFields<Record<string, string>>(before.values, after.values)
    if (changed) await recordAudit(tx, actor, { action: 'settings.saved', subjectType: 'settings', subjectId: tab, ...changed })
    return after
  })
  live.values.settings.changed()
  return { tab, ...saved }
}
