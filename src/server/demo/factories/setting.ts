import { keysOf } from '~/contracts/keys'
import { defaultSettings, settingCategories, type SettingKey } from '~/contracts/settings'
import type { Prisma } from '~/generated/prisma/client'
import type { FactoryOptions } from './source'

/** A row of website_settings. */
export interface SettingRow extends Prisma.WebsiteSettingCreateManyInput {
  settingKey: SettingKey
  settingValue: string
  settingCategory: string
  createdAt: Date
  updatedAt: Date
}

/** Every key that the site knows. */
export const settingKeys = keysOf(settingCategories)

/** Builds rows with the built-in default of their key; an address becomes JSON text. */
export function settingFactory({ now }: Pick<FactoryOptions, 'now'>) {
  return (overrides: Partial<SettingRow> = {}): SettingRow => {
    const settingKey = overrides.settingKey ?? 'hero_title'
    const value = defaultSettings[settingKey]
    return {
      settingKey,
      settingValue: typeof value === 'string' ? value : JSON.stringify(value),
      settingCategory: settingCategories[settingKey],
      createdAt: now,
      updatedAt: now,
      ...overrides,
    }
  }
}
