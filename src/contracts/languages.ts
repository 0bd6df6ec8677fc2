import * as z from 'zod'
import { longest } from './fields'

/** Preferred languages of customers as BCP 47 tags (language, script, region). */

const common = [
  ...['en', 'ar', 'bg', 'bn', 'ca', 'cs', 'cy', 'da', 'de', 'el', 'es', 'et', 'fa', 'fi', 'fr', 'ga', 'he', 'hi', 'hr', 'hu', 'id', 'is'],
  ...['it', 'ja', 'ka', 'kk', 'ko', 'lt', 'lv', 'ms', 'mt', 'nl', 'no', 'pa', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'so', 'sq', 'sr', 'sv'],
  ...['th', 'tr', 'uk', 'ur', 'vi', 'zh'],
] as const

const TAG = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/
const LONGEST_TAG = 11
const NO_LANGUAGE = 'Choose a language'

const nameIn = (reader: string, tag: string) =>
  new Intl.DisplayNames(reader, { type: 'language', languageDisplay: 'standard', fallback: 'none' }).of(tag)

/** 'de' → 'German'; a tag without a name stays. */
export const languageName = (tag: string): string => (TAG.test(tag) && nameIn('en-GB', tag)) || tag

export const languageOptions = () =>
  common.map((tag) => ({ value: tag, label: languageName(tag) })).sort((one, other) => one.label.localeCompare(other.label, 'en-GB'))

const tag = z
  .string({ error: NO_LANGUAGE })
  .check(longest(LONGEST_TAG, NO_LANGUAGE))
  .refine((text) => TAG.test(text) && nameIn('en-GB', text) !== undefined, NO_LANGUAGE)

/** Undefined leaves the value unchanged; '' becomes null. */
export const languageToChange = z.union([z.literal('').transform(() => null), z.null(), tag], { error: NO_LANGUAGE }).optional()

let byName: ReadonlyMap<string, string> | undefined
/** Names in English and in the language itself, in lower case. */
const tagsByName = () =>
  (byName ??= new Map(
    common.flatMap((each) => ['en-GB', each].map((reader): [string, string] => [nameIn(reader, each)?.toLowerCase() ?? each, each])),
  ))

/** Reads 'de', 'DE', 'de_CH', 'German' and 'Deutsch'; null for other texts. */
export function readLanguage(typed: string): string | null {
  const text = typed.trim().toLowerCase()
  const [language = '', ...parts] = text.split(/[-_]/)
  const written = [
    language,
    ...parts.map((part) => (part.length === 4 ? part.charAt(0).toUpperCase() + part.slice(1) : part.toUpperCase())),
  ]
  return tagsByName().get(text) ?? tag.safeParse(written.join('-')).data ?? null
}

export const writtenLanguage = z
  .string()
  .check(longest(100))
  .nullish()
  .transform((typed, { issues }) => {
    if (!typed?.trim()) return null
    const read = readLanguage(typed)
    if (read !== null) return read
    issues.push({ code: 'custom', input: typed, message: 'Not a language that is known: write German or de' })
    return z.NEVER
  })
