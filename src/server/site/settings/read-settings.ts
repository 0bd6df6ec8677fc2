import * as z from 'zod'
import { recordOf } from '~/contracts/keys'
import { companyDetailsSchema, companyText, companyTexts, type CompanyText } from '~/contracts/site/company-details'
import {
  LONGEST_SETTING,
  defaultSettings,
  type Address,
  type CompanyAddress,
  type CompanyRegister,
  type SettingKey,
  type SiteSettings,
} from '~/contracts/site/settings'
import type { PrismaClient } from '~/generated/prisma/client'
import { addressLines } from '~/lib/contact-details'

const line = z
  .string()
  .catch('')
  .transform((text) => text.slice(0, LONGEST_SETTING).replaceAll(/\p{Surrogate}/gu, '\ufffd'))

/** Plain SQL may have left an object with some of the lines; a line that is no text is empty. */
const storedAddress = z
  .object({ line1: line, line2: line, line3: line })
  .partial()
  .refine((address) => Object.keys(address).length > 0)
  .transform(({ line1 = '', line2 = '', line3 = '' }): Address => ({ line1, line2, line3 }))

/** An object is JSON. A text that would read as JSON is stored as a JSON string, so every text comes back as saved. */
export function decodeSetting(stored: string): string | Address {
  if (!/^\s*["{]/.test(stored)) return stored
  try {
    const parsed: unknown = JSON.parse(stored)
    // JSON may contain a lone surrogate, and a link's address must not.
    if (typeof parsed === 'string') return parsed.replaceAll(/\p{Surrogate}/gu, '\ufffd')
    const address = storedAddress.safeParse(parsed)
    if (address.success) return address.data
  } catch {
    // Plain text, not JSON.
  }
  return stored
}

export function encodeSetting(value: string | Address): string {
  if (typeof value === 'string' && decodeSetting(value) === value) return value
  return JSON.stringify(value)
}

export function asAddress(address: CompanyAddress): Address {
  if (typeof address !== 'string') return address
  const [line1 = '', line2 = '', ...rest] = address.split('\n')
  return { line1, line2, line3: rest.join(', ') }
}

const isBlank = (value: CompanyAddress) => addressLines(value).length === 0

/** Their forms refuse an empty text (requirements §5): an empty one counts as missing. */
const optional = new Set<SettingKey>(['social_twitter', 'social_linkedin', 'social_facebook'])

const bounded = (text: string) => text.slice(0, LONGEST_SETTING)

const { company_details: _made, company_register: _ofSeller, ...stored } = defaultSettings
const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(stored, key)

interface Row {
  settingKey: string
  settingValue: string
}

/** Plain SQL may have left anything: values that no form takes become empty. */
export const companyTextsOf = (rows: readonly Row[]): Record<CompanyText, string> =>
  recordOf(companyTexts, (key) => {
    const row = rows.find(({ settingKey }) => settingKey === key)
    const value = row && decodeSetting(row.settingValue)
    return companyDetailsSchema.shape[key].safeParse(value).data ?? ''
  })

export async function readCompanyText(prisma: Pick<PrismaClient, 'websiteSetting'>, key: CompanyText): Promise<string> {
  const rows = await prisma.websiteSetting.findMany({ where: { settingKey: key }, select: { settingKey: true, settingValue: true } })
  return companyTextsOf(rows)[key]
}

const inOneLine = (text: string | null) => addressLines(bounded(text ?? '')).join(', ')

export async function readRegister(prisma: Pick<PrismaClient, 'sellerDetails'>): Promise<CompanyRegister> {
  const row = await prisma.sellerDetails.findUnique({
    where: { id: 1 },
    select: { legalName: true, companyNumber: true, vatNumber: true, registeredOffice: true },
  })
  return {
    legal_name: inOneLine(row?.legalName ?? null),
    company_number: inOneLine(row?.companyNumber ?? null),
    vat_number: inOneLine(row?.vatNumber ?? null),
    registered_office: inOneLine(row?.registeredOffice ?? null),
  }
}

export type SettingsReader = Pick<PrismaClient, 'websiteSetting' | 'sellerDetails'>

/** The rows merged over the defaults (requirements §3 website_settings). An empty row counts as missing. */
export async function readSettings(prisma: SettingsReader): Promise<SiteSettings> {
  const rows = await prisma.websiteSetting.findMany({
    where: { settingKey: { in: [...Object.keys(stored), ...companyTexts] } },
    select: { settingKey: true, settingValue: true },
    orderBy: [{ settingCategory: 'asc' }, { settingKey: 'asc' }],
  })
  const register = await readRegister(prisma)
  const settings = { ...defaultSettings, company_details: companyText(companyTextsOf(rows), register), company_register: register }
  for (const { settingKey, settingValue } of rows) {
    if (!isSettingKey(settingKey)) continue
    const value = decodeSetting(settingValue)
    if (isBlank(value) && !optional.has(settingKey)) continue
    if (settingKey === 'company_address') settings.company_address = typeof value === 'string' ? bounded(value) : value
    else settings[settingKey] = bounded(typeof value === 'string' ? value : settingValue)
  }
  return settings
}
