import * as z from 'zod'
import { email, withAsciiDomain } from '~/contracts/email-address'
import { longest, plainText, storable } from '~/contracts/fields'
import { fromEntries, keysOf } from '~/contracts/keys'

/** Editable texts (requirements §1, §3 website_settings): keys, defaults, and one schema for each tab, shared by router and form. */

/** Characters. */
export const LONGEST_SETTING = 10_000

const tooLong = `At most ${LONGEST_SETTING} characters`
const required = (message: string) => z.string({ error: message }).min(1, message).check(longest(LONGEST_SETTING, tooLong), storable)
const optional = plainText(LONGEST_SETTING, tooLong)

const generalSettingsSchema = z.object({
  site_title: required('Site title is required'),
  company_name: required('Company name is required'),
  company_tagline: required('Company tagline is required'),
  company_description: required('Company description is required'),
})

const NO_EMAIL = 'Valid email is required'

const contactSettingsSchema = z.object({
  contact_email: z
    .string({ error: NO_EMAIL })
    .check(longest(254, NO_EMAIL))
    .overwrite(withAsciiDomain)
    .check(longest(254, NO_EMAIL), email(NO_EMAIL)),
  phone_number: required('Phone number is required'),
  address_line1: required('Address line 1 is required'),
  address_line2: required('Address line 2 is required'),
  address_line3: required('Address line 3 is required'),
})

const homepageSettingsSchema = z.object({
  hero_title: required('Hero title is required'),
  hero_description: required('Hero description is required'),
  hero_badge_text: required('Hero badge text is required'),
})

const aboutSettingsSchema = z.object({
  stats_miners_serviced: required('Miners serviced stat is required'),
  stats_years_experience: required('Years experience stat is required'),
  stats_countries_served: required('Countries served stat is required'),
  stats_satisfaction_rate: required('Satisfaction rate stat is required'),
  mission_statement: required('Mission statement is required'),
})

const seoSettingsSchema = z.object({
  meta_description: required('Meta description is required'),
  meta_keywords: required('Meta keywords are required'),
})

const socialSettingsSchema = z.object({
  social_twitter: optional,
  social_linkedin: optional,
  social_facebook: optional,
})

export const settingsTabSchemas = {
  general: generalSettingsSchema,
  contact: contactSettingsSchema,
  homepage: homepageSettingsSchema,
  about: aboutSettingsSchema,
  seo: seoSettingsSchema,
  social: socialSettingsSchema,
} as const

export type SettingsTab = keyof typeof settingsTabSchemas

type Fields = { [T in SettingsTab]: keyof (typeof settingsTabSchemas)[T]['shape'] & string }
export type SettingField<T extends SettingsTab = SettingsTab> = Fields[T]
export type TabValues<T extends SettingsTab> = Record<SettingField<T>, string>

/** In the order of the screen (requirements §2). */
export const settingsTabs = keysOf(settingsTabSchemas)

export const settingFields = <T extends SettingsTab>(tab: T): SettingField<T>[] => keysOf(settingsTabSchemas[tab].shape)

/** As loaded; a stale one is CONFLICT. Left out: the last save wins. */
const version = z.int().nonnegative().optional()

const saveInput = <T extends SettingsTab>(tab: T) => z.object({ tab: z.literal(tab), values: settingsTabSchemas[tab], version })

export const saveSettingsInput = z.discriminatedUnion('tab', [
  saveInput('general'),
  saveInput('contact'),
  saveInput('homepage'),
  saveInput('about'),
  saveInput('seo'),
  saveInput('social'),
])
export type SaveSettingsInput = z.output<typeof saveSettingsInput>

export const addressSchema = z.object({ line1: z.string(), line2: z.string(), line3: z.string() })
export type Address = z.output<typeof addressSchema>

/** One text or three lines (requirements §2 Contact). */
export type CompanyAddress = string | Address

const addressFields = ['address_line1', 'address_line2', 'address_line3'] as const satisfies SettingField<'contact'>[]
type TextKey = Exclude<SettingField, (typeof addressFields)[number]>

export type SettingKey = TextKey | 'company_address'

export type SiteSettings = Record<TextKey, string> & {
  company_address: CompanyAddress
  company_details: string
  company_register: CompanyRegister
}

/** From the seller's details; '' if not entered. */
export interface CompanyRegister {
  /** If it differs from the site's name: 'Ohmfield Ltd'. */
  legal_name: string
  company_number: string
  /** If '', invoices, prices and quotes have no VAT. */
  vat_number: string
  registered_office: string
}

const NO_REGISTER: CompanyRegister = { legal_name: '', company_number: '', vat_number: '', registered_office: '' }

/** For texts without a row (requirements §1, §9 Default statistics). */
export const defaultSettings: SiteSettings = {
  site_title: 'Ohmfield | Mining Hardware, Trade-In and Repair',
  company_name: 'Ohmfield',
  company_tagline: 'Mining hardware, fairly valued',
  company_description:
    'Ohmfield supplies new and refurbished ASIC miners and GPU rigs from London, takes used miners in trade for store credit, and repairs hashboards, control boards and power supplies.',
  contact_email: 'hello@ohmfield.example',
  phone_number: '+44 20 7946 0182',
  company_address: { line1: 'Unit 4, Foundry Yard', line2: 'London E16 2QU', line3: 'United Kingdom' },
  hero_title: 'Trade your old miner for new hash rate',
  hero_description:
    'Find out in a minute what your used mining hardware is worth in store credit, send it to us insured, and put the value towards your next machine.',
  hero_badge_text: 'UK trade-in programme',
  stats_miners_serviced: '10,000+',
  stats_years_experience: '5+',
  stats_countries_served: '50+',
  stats_satisfaction_rate: '99.8%',
  mission_statement:
    'To keep good mining hardware working for longer: sold honestly, repaired properly, and traded in at a value anyone can check.',
  meta_description:
    'New and refurbished ASIC miners, GPU rigs, expert repairs and a trade-in programme that pays store credit. A UK company serving miners worldwide.',
  meta_keywords: 'ASIC miner, mining hardware UK, miner trade-in, ASIC repair, GPU rig, refurbished miners',
  social_twitter: '',
  social_linkedin: '',
  social_facebook: '',
  company_details: '',
  company_register: NO_REGISTER,
}

const isAddressField = (field: SettingField): field is (typeof addressFields)[number] => addressFields.some((each) => each === field)

/** The three address lines are one key. */
export const settingKeysOf = (tab: SettingsTab): SettingKey[] => [
  ...new Set(settingFields(tab).map((field: SettingField) => (isAddressField(field) ? 'company_address' : field))),
]

export const settingCategories = fromEntries(settingsTabs.flatMap((tab) => settingKeysOf(tab).map((key) => [key, tab] as const)))

const settingNames: Readonly<Record<string, string>> = {
  stats_miners_serviced: 'Miners serviced',
  stats_years_experience: 'Years of experience',
  stats_countries_served: 'Countries served',
  stats_satisfaction_rate: 'Satisfaction rate',
  social_twitter: 'X (Twitter)',
  social_linkedin: 'LinkedIn',
  social_facebook: 'Facebook',
}

/** 'hero_title' → 'Hero title', 'address_line1' → 'Address line 1'. */
export function settingLabel(key: string): string {
  const named = settingNames[key]
  if (named !== undefined) return named
  const words = key.replaceAll('_', ' ').replace(/(?<!\d)\d+$/, ' $&')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
