import * as z from 'zod'
import {
  LONGEST_SETTING,
  defaultSettings,
  type Address,
  type CompanyAddress,
  type SettingKey,
  type SiteSettings,
} from '~/contracts/site/settings'
import type { PrismaClient } from '~/generated/prisma/client'
import { addressLines } from '~/lib/contact-details'

const line = z
  .string()
  .catch('')
  .transform((text) => text.slice(0, LONGEST_SETTING).replaceAll(/\p{Surrogate}/gu, '\ufffd'))

/** An address as plain SQL may have left it: an object with one of the lines at least; what is no text is an empty line. */
const storedAddress = z
  .object({ line1: line, line2: line, line3: line })
  .partial()
  .refine((address) => Object.keys(address).length > 0)
  .transform(({ line1 = '', line2 = '', line3 = '' }): Address => ({ line1, line2, line3 }))

/**
 * A stored value. The column is text: plain text as it stands, an object as JSON. A text that
 * would read as JSON is stored as a JSON string, so every text comes back as it was saved.
 */
export function decodeSetting(stored: string): string | Address {
  if (!/^\s*["{]/.test(stored)) return stored
  try {
    const parsed: unknown = JSON.parse(stored)
    // Half of a character, which JSON may have and an address of a link must not.
    if (typeof parsed === 'string') return parsed.replaceAll(/\p{Surrogate}/gu, '\ufffd')
    const address = storedAddress.safeParse(parsed)
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

const isBlank = (value: CompanyAddress) => addressLines(value).length === 0

/** The settings whose forms take no empty text (spec §5): an empty one says as little as a missing row. */
const optional = new Set<SettingKey>(['social_twitter', 'social_linkedin', 'social_facebook'])

/** As much of a text as the settings' forms take. */
const bounded = (text: string) => text.slice(0, LONGEST_SETTING)

const isSettingKey = (key: string): key is SettingKey => key in defaultSettings

/**
 * Every text of the site: the rows merged over the built-in defaults (spec §3 website_settings). A row that says nothing
 * counts as missing.
 */
export async function readSettings(prisma: Pick<PrismaClient, 'websiteSetting'>): Promise<SiteSettings> {
  const rows = await prisma.websiteSetting.findMany({
    where: { settingKey: { in: Object.keys(defaultSettings) } },
    select: { settingKey: true, settingValue: true },
    orderBy: [{ settingCategory: 'asc' }, { settingKey: 'asc' }],
  })
  const settings = { ...defaultSettings }
  for (const { settingKey, settingValue } of rows) {
    if (!isSettingKey(settingKey)) continue
    const value = decodeSetting(settingValue)
    if (isBlank(value) && !optional.has(settingKey)) continue
    if (settingKey === 'company_address') settings.company_address = typeof value === 'string' ? bounded(value) : value
    else settings[settingKey] = bounded(typeof value === 'string' ? value : settingValue)
  }
  return settings
}
