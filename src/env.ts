import * as z from 'zod'
import { email } from '~/contracts/email-address'
import { ESTIMATE_DAYS } from '~/contracts/cases/estimates'
import { OFFER_DAYS } from '~/contracts/cases/offers'
import { WARRANTY_DAYS } from '~/contracts/repair-services'
import {
  setting,
  httpUrl,
  flag,
  count,
  limit,
  timeZone,
  countries,
  headerValue,
  trustedProxies,
  secretUrl,
  s3Address,
  databaseAddress,
} from './env-values'

/** The only reader of environment variables. A bad or missing value stops the start with one line that names it. */

const DEFAULT_PORT = 3000
const DEFAULT_SHOP_URL = 'https://shop.ohmfield.example'
const DEFAULT_SLOW_QUERY_MS = 500
/** EUR. */
const DEFAULT_OFFER_LIMIT = 5000
const DEFAULT_CREDIT_LIMIT = 1000
/** By then a pending request is done or lost: the platform ends requests sooner. */
const DEFAULT_SETTLE_SECONDS = 120
/** Webhooks come within seconds; after this time the shop asks Stripe itself. */
const DEFAULT_STRIPE_SETTLE_SECONDS = 180
/** Days that the value of an online trade-in request holds. */
const DEFAULT_QUOTE_DAYS = 14
/** Days after a quote was sent, and before store credit expires. */
const DEFAULT_ANSWER_REMINDERS = { first: 3, last: 10 }
const DEFAULT_CREDIT_REMINDERS = { first: 60, last: 14 }
const YEAR_DAYS = 365
const MOST_WARRANTY_DAYS = 3650
const periodOf = (days: number) => setting(count.max(YEAR_DAYS, `must be at most ${YEAR_DAYS}`).default(days))
const DEFAULT_STREAMS_PER_ADDRESS = 200
const DEFAULT_STREAMS_TOTAL = 10_000
const DEFAULT_ADMIN_SESSION_HOURS = 12
const DEFAULT_ADMIN_IDLE_MINUTES = 30
/** Above two minutes: open pages report at that interval that they are in use (components/auth/auth-provider.tsx). */
const LEAST_IDLE_MINUTES = 5
/** 30 days. */
const MOST_SESSION_HOURS = 30 * 24

/** The United Kingdom with the islands that share its code, the European Economic Area and Switzerland. */
const DEFAULT_SMS_COUNTRIES =
  'GB GG IM JE AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ')
const DEFAULT_SMS_PER_DAY = 1000

/** Seven years, as the privacy policy says; the database refuses to remove younger entries than its own minimum. */
const DEFAULT_AUDIT_DAYS = 2557
const MIN_AUDIT_DAYS = 90

const variables = z.object({
  NODE_ENV: setting(z.enum(['development', 'production', 'test']).default('development')),
  PORT: setting(z.coerce.number({ error: 'must be a port number' }).int('must be a port number').min(0).max(65_535).default(DEFAULT_PORT)),
  HOST: setting(z.string().default('127.0.0.1')),
  DATABASE_URL: setting(databaseAddress.optional()),
  DATABASE_DIRECT_URL: setting(databaseAddress.optional()),
  DATA_DIR: setting(z.string().default('.data')),
  FILES_URL: setting(s3Address.optional()),
  NEXTAUTH_URL: setting(httpUrl.optional()),
  HSTS_INCLUDE_SUBDOMAINS: setting(flag.default(false)),
  NEXTAUTH_SECRET: setting(z.string().min(32, 'must have at least 32 characters').optional()),
  ADMIN_EMAIL: setting(email('must be an email address').optional()),
  ADMIN_PASSWORD: setting(z.string().min(8, 'must have at least 8 characters').max(128, 'must have at most 128 characters').optional()),
  REQUIRE_ADMIN_MFA: setting(flag.default(false)),
  ADMIN_SESSION_HOURS: setting(count.max(MOST_SESSION_HOURS, `must be at most ${MOST_SESSION_HOURS}`).default(DEFAULT_ADMIN_SESSION_HOURS)),
  ADMIN_IDLE_MINUTES: setting(
    count
      .min(LEAST_IDLE_MINUTES, `must be ${LEAST_IDLE_MINUTES} or more`)
      .max(MOST_SESSION_HOURS * 60, `must be at most ${MOST_SESSION_HOURS * 60}`)
      .default(DEFAULT_ADMIN_IDLE_MINUTES),
  ),
  SEED_DEMO: setting(flag.optional()),
  BUSINESS_TIMEZONE: setting(timeZone.default('Europe/London')),
  SHOP_URL: setting(httpUrl.optional()),
  SHOPIFY_API_URL: setting(httpUrl.optional()),
  SHOPIFY_STOREFRONT_TOKEN: setting(headerValue.optional()),
  SHOPIFY_ADMIN_URL: setting(secretUrl.optional()),
  SHOPIFY_ADMIN_TOKEN: setting(headerValue.min(8, 'must have at least 8 characters').optional()),
  SHOPIFY_CLIENT_ID: setting(z.string().min(8, 'must have at least 8 characters').optional()),
  SHOPIFY_CLIENT_SECRET: setting(z.string().min(8, 'must have at least 8 characters').optional()),
  SHOPIFY_SETTLE_SECONDS: setting(count.max(86_400, 'must be at most 86400').default(DEFAULT_SETTLE_SECONDS)),
  SHOPIFY_WEBHOOK_SECRET: setting(z.string().min(16, 'must have at least 16 characters').optional()),
  STRIPE_SECRET_KEY: setting(z.string().min(8, 'must have at least 8 characters').optional()),
  STRIPE_WEBHOOK_SECRET: setting(z.string().min(16, 'must have at least 16 characters').optional()),
  STRIPE_API_BASE: setting(httpUrl.optional()),
  STRIPE_SETTLE_SECONDS: setting(count.max(86_400, 'must be at most 86400').default(DEFAULT_STRIPE_SETTLE_SECONDS)),
  SMTP_URL: setting(z.url({ protocol: /^smtps?$/, error: 'must be an smtp(s):// address' }).optional()),
  MAIL_FROM: setting(
    z
      .string()
      .regex(/^[^\r\n@]*@[^\r\n]*$/, 'must be a mail sender such as Shop <shop@example.com>')
      .optional(),
  ),
  CONTACT_INBOX: setting(email('must be an email address').optional()),
  HMRC_VAT_URL: setting(httpUrl.optional()),
  NETWORK_API_URL: setting(httpUrl.optional()),
  SMS_WEBHOOK_URL: setting(httpUrl.optional()),
  SMS_COUNTRIES: setting(countries.default(DEFAULT_SMS_COUNTRIES)),
  SMS_PER_DAY: setting(count.default(DEFAULT_SMS_PER_DAY)),
  SLOW_QUERY_MS: setting(
    z.coerce
      .number({ error: 'must be a number of milliseconds' })
      .int('must be a whole number of milliseconds')
      .min(1, 'must be 1 or more')
      .default(DEFAULT_SLOW_QUERY_MS),
  ),
  AUDIT_DAYS: setting(
    z.coerce
      .number({ error: 'must be a number of days' })
      .int('must be a whole number of days')
      .min(MIN_AUDIT_DAYS, `must be ${MIN_AUDIT_DAYS} or more`)
      .max(36_525, 'must be 36525 or fewer')
      .default(DEFAULT_AUDIT_DAYS),
  ),
  OFFER_LIMIT: setting(limit.default(DEFAULT_OFFER_LIMIT)),
  CREDIT_LIMIT: setting(limit.default(DEFAULT_CREDIT_LIMIT)),
  ONLINE_REQUESTS: setting(flag.default(true)),
  QUOTE_DAYS: periodOf(DEFAULT_QUOTE_DAYS),
  ESTIMATE_DAYS: periodOf(ESTIMATE_DAYS),
  OFFER_DAYS: periodOf(OFFER_DAYS),
  WARRANTY_DAYS: setting(
    count
      .min(WARRANTY_DAYS, `must be ${WARRANTY_DAYS} or more, as the terms promise`)
      .max(MOST_WARRANTY_DAYS, `must be at most ${MOST_WARRANTY_DAYS}`)
      .default(WARRANTY_DAYS),
  ),
  ANSWER_REMINDER_DAYS: periodOf(DEFAULT_ANSWER_REMINDERS.first),
  LAST_ANSWER_REMINDER_DAYS: periodOf(DEFAULT_ANSWER_REMINDERS.last),
  CREDIT_REMINDER_DAYS: periodOf(DEFAULT_CREDIT_REMINDERS.first),
  LAST_CREDIT_REMINDER_DAYS: periodOf(DEFAULT_CREDIT_REMINDERS.last),
  TRUSTED_PROXIES: setting(trustedProxies.default([])),
  STREAMS_PER_ADDRESS: setting(count.default(DEFAULT_STREAMS_PER_ADDRESS)),
  STREAMS_TOTAL: setting(count.default(DEFAULT_STREAMS_TOTAL)),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(httpUrl.optional()),
  METRICS_TOKEN: setting(z.string().min(16, 'must have at least 16 characters').optional()),
  GOOGLE_TAG_ID: setting(
    z
      .string()
      .regex(/^[a-z\d]+(-[a-z\d]+)+$/i, 'must be the id of a Google tag such as G-1A2B3C4D5E')
      .optional(),
  ),
  LOG_LEVEL: setting(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { error: 'must be a pino level' }).default('info'),
  ),
})

export const environmentNames: readonly string[] = Object.keys(variables.shape)

const environment = variables
  .refine((env) => !env.DATABASE_URL || env.NEXTAUTH_SECRET, {
    path: ['NEXTAUTH_SECRET'],
    error: 'is required with DATABASE_URL',
  })
  .refine((env) => env.DATABASE_URL || !env.DATABASE_DIRECT_URL, {
    path: ['DATABASE_URL'],
    error: 'is required with DATABASE_DIRECT_URL',
  })
  .refine((env) => !env.ADMIN_PASSWORD || env.ADMIN_EMAIL, { path: ['ADMIN_EMAIL'], error: 'is required with ADMIN_PASSWORD' })
  .refine((env) => env.LAST_ANSWER_REMINDER_DAYS > env.ANSWER_REMINDER_DAYS, {
    path: ['LAST_ANSWER_REMINDER_DAYS'],
    error: 'must be more than ANSWER_REMINDER_DAYS',
  })
  .refine((env) => env.LAST_CREDIT_REMINDER_DAYS < env.CREDIT_REMINDER_DAYS, {
    path: ['LAST_CREDIT_REMINDER_DAYS'],
    error: 'must be less than CREDIT_REMINDER_DAYS',
  })
  .refine((env) => !env.SHOPIFY_ADMIN_URL || env.SHOPIFY_ADMIN_TOKEN || env.SHOPIFY_CLIENT_ID, {
    path: ['SHOPIFY_ADMIN_TOKEN'],
    error: 'or SHOPIFY_CLIENT_ID is required with SHOPIFY_ADMIN_URL',
  })
  .refine((env) => !env.SHOPIFY_CLIENT_ID || env.SHOPIFY_ADMIN_URL, {
    path: ['SHOPIFY_ADMIN_URL'],
    error: 'is required with SHOPIFY_CLIENT_ID',
  })
  .refine((env) => !env.SHOPIFY_CLIENT_ID === !env.SHOPIFY_CLIENT_SECRET, {
    path: ['SHOPIFY_CLIENT_SECRET'],
    error: 'and SHOPIFY_CLIENT_ID are set together',
  })
  .refine((env) => !env.SHOPIFY_CLIENT_ID || !env.SHOPIFY_ADMIN_TOKEN, {
    path: ['SHOPIFY_ADMIN_TOKEN'],
    error: 'and SHOPIFY_CLIENT_ID exclude each other',
  })
  .refine((env) => !env.SHOPIFY_ADMIN_TOKEN || env.SHOPIFY_ADMIN_URL, {
    path: ['SHOPIFY_ADMIN_URL'],
    error: 'is required with SHOPIFY_ADMIN_TOKEN',
  })
  .refine((env) => !env.STRIPE_SECRET_KEY || env.STRIPE_WEBHOOK_SECRET, {
    path: ['STRIPE_WEBHOOK_SECRET'],
    error: 'is required with STRIPE_SECRET_KEY',
  })
  .refine((env) => !env.STRIPE_WEBHOOK_SECRET || env.STRIPE_SECRET_KEY, {
    path: ['STRIPE_SECRET_KEY'],
    error: 'is required with STRIPE_WEBHOOK_SECRET',
  })
  .transform(({ NEXTAUTH_URL, SEED_DEMO, SHOP_URL, HMRC_VAT_URL, ...env }) => ({
    ...env,
    HMRC_VAT_URL: HMRC_VAT_URL?.replace(/(?<!\/)\/+$/, ''),
    /** Public address of the site, without a trailing slash. */
    NEXTAUTH_URL: (NEXTAUTH_URL ?? `http://localhost:${env.PORT}`).replace(/(?<!\/)\/+$/, ''),
    SHOP_URL: (SHOP_URL ?? DEFAULT_SHOP_URL).replace(/(?<!\/)\/+$/, ''),
    /** Without a shop platform the cart is paid here. */
    SELLS_HERE: SHOP_URL === undefined && env.SHOPIFY_API_URL === undefined,
    SEED_DEMO: SEED_DEMO ?? env.DATABASE_URL === undefined,
  }))

export type Env = z.output<typeof environment>

/** The message is one line that names each bad variable. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

export function parseEnv(source: Record<string, string | undefined>): Env {
  const result = environment.safeParse(source)
  if (result.success) return result.data
  const faults = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  throw new EnvironmentError(`Environment: ${faults.join('; ')}`)
}

let checked: Env | undefined

/** The environment of this process, with `.env` in the working directory if there is one. @throws {EnvironmentError} */
export function env(): Env {
  if (checked) return checked
  try {
    process.loadEnvFile('.env')
  } catch {
    // There is no .env file.
  }
  checked = parseEnv(process.env)
  // NextAuth reads the public address only from here.
  process.env.NEXTAUTH_URL = checked.NEXTAUTH_URL
  return checked
}
