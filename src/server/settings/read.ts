import { addressSchema, defaultSettings, type Address, type CompanyAddress, type SettingKey, type SiteSettings } from '~/contracts/settings'
import type { PrismaClient } from '~/generated/prisma/client'

/**
 * A stored value. The column is text: plain text as it stands, an object as JSON. A text that
 * would read as JSON is stored as a JSON string, so every text comes back as it was saved.
 */
export function decodeSetting(stored: string): string | Address {
  if (!/^\s*["{]/.test(stored)) return stored
  try {
    const parsed: unknown = JSON.parse(stored)
    if (typeof parsed === 'string') return parsed
    const address = addressSchema.safeParse(parsed)
    if (address.success) return address.data
  } catch {
    // Not JSON after all.
  }
  return stored
}

/** The stored form of a value; `decodeSetting` undoes it. */
export function encodeSetting(value: string | Address): string {
  if (typeof value === 'string' && decodeSetting(value) === value) return value
  return JSON.stringify(value)
}

/** The address as three lines, from either form. */
export function asAddress(address: CompanyAddress): Address {
  if (typeof address !== 'string') return address
  const [line1 = '', line2 = '', ...rest] = address.split('\n')
  return { line1, line2, line3: rest.join(', ') }
}

const isSettingKey = (key: string): key is SettingKey => key in defaultSettings

/** Every text of the site: the rows merged over the built-in defaults (spec §3 website_settings). */
export async function readSettings(prisma: PrismaClient): Promise<SiteSettings> {
  const rows = await prisma.websiteSetting.findMany({
    where: { settingKey: { in: Object.keys(defaultSettings) } },
    select: { settingKey: true, settingValue: true },
    orderBy: [{ settingCategory: 'asc' }, { settingKey: 'asc' }],
  })
  const settings = { ...defaultSettings }
  for (const { settingKey, settingValue } of rows) {
    if (!isSettingKey(settingKey)) continue
    const value = decodeSetting(settingValue)
    if (settingKey === 'company_address') settings.company_address = value
    else settings[settingKey] = typeof value === 'string' ? value : settingValue
  }
  return settings
}
