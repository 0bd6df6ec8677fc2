import { TRPCError } from '@trpc/server'
import {
  settingCategories,
  settingsTabs,
  type Address,
  type SaveSettingsInput,
  type SettingKey,
  type SettingsTab,
  type SettingsTabValues,
} from '~/contracts/settings'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { changedFields, recordAudit, type Actor } from '~/server/platform/audit/record'
import { asAddress, decodeSetting, encodeSetting } from './read'

/** The settings as the administrator's screen edits them: by tab, a missing key as empty text. */

/** One tab as it is stored; `version` grows with every change of any of its rows. */
export interface StoredTab<T extends SettingsTab> {
  values: SettingsTabValues[T]
  version: number
}
export type StoredTabs = { [T in SettingsTab]: StoredTab<T> }

interface Row {
  settingKey: string
  settingValue: string
  version: number
}

const keysOf = (tab: SettingsTab) => Object.entries(settingCategories).flatMap(([key, category]) => (category === tab ? [key] : []))
const versionOf = (tab: SettingsTab, rows: Row[]) => {
  const keys = new Set(keysOf(tab))
  return rows.reduce((sum, row) => (keys.has(row.settingKey) ? sum + row.version : sum), 0)
}

function toTabs(rows: Row[]): StoredTabs {
  const stored = new Map(rows.map((row) => [row.settingKey, decodeSetting(row.settingValue)]))
  const text = (key: SettingKey) => {
    const value = stored.get(key) ?? ''
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  const address = asAddress(stored.get('company_address') ?? '')
  const values: SettingsTabValues = {
    general: {
      site_title: text('site_title'),
      company_name: text('company_name'),
      company_tagline: text('company_tagline'),
      company_description: text('company_description'),
    },
    contact: {
      contact_email: text('contact_email'),
      phone_number: text('phone_number'),
      address_line1: address.line1,
      address_line2: address.line2,
      address_line3: address.line3,
    },
    homepage: {
      hero_title: text('hero_title'),
      hero_description: text('hero_description'),
      hero_badge_text: text('hero_badge_text'),
    },
    about: {
      stats_miners_serviced: text('stats_miners_serviced'),
      stats_years_experience: text('stats_years_experience'),
      stats_countries_served: text('stats_countries_served'),
      stats_satisfaction_rate: text('stats_satisfaction_rate'),
      mission_statement: text('mission_statement'),
    },
    seo: { meta_description: text('meta_description'), meta_keywords: text('meta_keywords') },
    social: {
      social_twitter: text('social_twitter'),
      social_linkedin: text('social_linkedin'),
      social_facebook: text('social_facebook'),
    },
  }
  return {
    general: { values: values.general, version: versionOf('general', rows) },
    contact: { values: values.contact, version: versionOf('contact', rows) },
    homepage: { values: values.homepage, version: versionOf('homepage', rows) },
    about: { values: values.about, version: versionOf('about', rows) },
    seo: { values: values.seo, version: versionOf('seo', rows) },
    social: { values: values.social, version: versionOf('social', rows) },
  }
}

/** All six tabs. */
export async function readTabs(prisma: Pick<PrismaClient, 'websiteSetting'>): Promise<StoredTabs> {
  const rows = await prisma.websiteSetting.findMany({
    where: { settingKey: { in: settingsTabs.flatMap(keysOf) } },
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

/**
 * Saves a tab, all of its fields or none; a field that is not changed is not written.
 * @throws CONFLICT when `input.version` is given and the tab has changed since
 */
export async function saveTab(prisma: PrismaClient, actor: Actor, input: SaveSettingsInput): Promise<StoredTab<SettingsTab>> {
  return prisma.$transaction(
    async (tx) => {
      // One save of a tab at a time, also while its rows do not exist yet.
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`website_settings/${input.tab}`}))`
      const keys = keysOf(input.tab)
      const rows = await tx.$queryRaw<{ version: number }[]>`
      SELECT version FROM website_settings WHERE setting_key = ANY(${keys}) FOR UPDATE`
      const version = rows.reduce((sum, row) => sum + row.version, 0)
      if (input.version !== undefined && input.version !== version) {
        throw new TRPCError({ code: 'CONFLICT', message: 'Someone else has saved these settings meanwhile.' })
      }
      const { values: was } = (await readTabs(tx))[input.tab]
      const entries = rowsOf(input)
      await tx.$executeRaw`
      INSERT INTO website_settings (setting_key, setting_value, setting_category)
      SELECT * FROM unnest(${entries.map(([key]) => key)}::text[], ${entries.map(([, value]) => encodeSetting(value))}::text[])
        AS entry (setting_key, setting_value) CROSS JOIN (VALUES (${input.tab}::text)) AS category (setting_category)
      ON CONFLICT (setting_key) DO UPDATE SET setting_value = EXCLUDED.setting_value
        WHERE website_settings.setting_value IS DISTINCT FROM EXCLUDED.setting_value`
      const stored = (await readTabs(tx))[input.tab]
      const changed = changedFields<Record<string, string>>(was, stored.values)
      if (changed) await recordAudit(tx, actor, { action: 'settings.saved', subjectType: 'settings', subjectId: input.tab, ...changed })
      return stored
    },
    { isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted },
  )
}
