import type { Address } from '~/contracts/site/settings'
import type { PrismaClient } from '~/generated/prisma/client'
import { encodeSetting } from './read-settings'

export interface SettingRow {
  settingKey: string
  settingValue: string
  version: number
}

/** Needs the table's lock; unchanged settings are not written. @returns the written ones */
export async function writeSettings(
  tx: Pick<PrismaClient, '$queryRaw'>,
  category: string,
  values: readonly (readonly [key: string, value: string | Address])[],
): Promise<SettingRow[]> {
  const keys = values.map(([key]) => key)
  const texts = values.map(([, value]) => encodeSetting(value))
  return tx.$queryRaw<SettingRow[]>`
    INSERT INTO website_settings AS stored (setting_key, setting_value, setting_category)
    SELECT key, value, ${category} FROM unnest(${keys}::text[], ${texts}::text[]) AS given (key, value)
    ON CONFLICT (setting_key) DO UPDATE SET setting_value = EXCLUDED.setting_value
      WHERE stored.setting_value <> EXCLUDED.setting_value
    RETURNING setting_key AS "settingKey", setting_value AS "settingValue", version`
}
