import * as z from 'zod'

/**
 * The environment (contract.md, Environment): read and checked here and nowhere else. A bad or
 * missing value stops the start with one line that names it.
 */

const DEFAULT_PORT = 3000
const DEFAULT_SLOW_QUERY_MS = 500
const DEFAULT_STREAMS_PER_ADDRESS = 200
const DEFAULT_STREAMS_TOTAL = 10_000

/** An empty value in a .env file means the same as none. */
const blankAsMissing = (value: unknown) => (value === '' ? undefined : value)
const setting = <T extends z.ZodType>(schema: T) => z.preprocess(blankAsMissing, schema)

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })
const flag = z.enum(['true', 'false'], { error: "must be 'true' or 'false'" }).transform((value) => value === 'true')

const count = z.coerce.number({ error: 'must be a number' }).int('must be a whole number').min(1, 'must be 1 or more')

const timeZone = z.string().refine((name) => {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name })
    return true
  } catch {
    return false
  }
}, 'must be a time zone such as Europe/London')

const variables = z.object({
  NODE_ENV: setting(z.enum(['development', 'production', 'test']).default('development')),
  PORT: setting(z.coerce.number({ error: 'must be a port number' }).int('must be a port number').min(0).max(65_535).default(DEFAULT_PORT)),
  HOST: setting(z.string().default('127.0.0.1')),
  DATABASE_URL: setting(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' }).optional()),
  DATA_DIR: setting(z.string().default('.data')),
  NEXTAUTH_URL: setting(httpUrl.optional()),
  NEXTAUTH_SECRET: setting(z.string().min(32, 'must have at least 32 characters').optional()),
  ADMIN_EMAIL: setting(z.email('must be an email address').optional()),
  ADMIN_PASSWORD: setting(z.string().min(8, 'must have at least 8 characters').max(128, 'must have at most 128 characters').optional()),
  SEED_DEMO: setting(flag.optional()),
  BUSINESS_TIMEZONE: setting(timeZone.default('Europe/London')),
  SHOP_URL: setting(httpUrl.default('https://shop.ohmfield.example')),
  SHOPIFY_API_URL: setting(httpUrl.optional()),
  SHOPIFY_STOREFRONT_TOKEN: setting(z.string().optional()),
  SHOPIFY_WEBHOOK_SECRET: setting(z.string().min(16, 'must have at least 16 characters').optional()),
  SMTP_URL: setting(z.url({ protocol: /^smtps?$/, error: 'must be an smtp(s):// address' }).optional()),
  MAIL_FROM: setting(
    z
      .string()
      .regex(/^[^\r\n]*@[^\r\n]*$/, 'must be a mail sender such as Shop <shop@example.com>')
      .optional(),
  ),
  SMS_WEBHOOK_URL: setting(httpUrl.optional()),
  SLOW_QUERY_MS: setting(
    z.coerce
      .number({ error: 'must be a number of milliseconds' })
      .int('must be a whole number of milliseconds')
      .min(1, 'must be 1 or more')
      .default(DEFAULT_SLOW_QUERY_MS),
  ),
  STREAMS_PER_ADDRESS: setting(count.default(DEFAULT_STREAMS_PER_ADDRESS)),
  STREAMS_TOTAL: setting(count.default(DEFAULT_STREAMS_TOTAL)),
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

const environment = variables
  .refine((env) => !env.DATABASE_URL || env.NEXTAUTH_SECRET, {
    path: ['NEXTAUTH_SECRET'],
    error: 'is required with DATABASE_URL',
  })
  .refine((env) => !env.ADMIN_PASSWORD || env.ADMIN_EMAIL, { path: ['ADMIN_EMAIL'], error: 'is required with ADMIN_PASSWORD' })
  .transform(({ NEXTAUTH_URL, SEED_DEMO, SHOP_URL, ...env }) => ({
    ...env,
    /** The public address of the site, without a slash at the end. */
    NEXTAUTH_URL: (NEXTAUTH_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    SHOP_URL: SHOP_URL.replace(/\/+$/, ''),
    SEED_DEMO: SEED_DEMO ?? env.DATABASE_URL === undefined,
  }))

export type Env = z.output<typeof environment>

/** Thrown for a bad environment; its message is one line that names each bad variable. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

/**
 * Checks a set of variables.
 * @throws {EnvironmentError} naming every variable that is bad or missing
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const result = environment.safeParse(source)
  if (result.success) return result.data
  const faults = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  throw new EnvironmentError(`Environment: ${faults.join('; ')}`)
}

let checked: Env | undefined

/**
 * The checked environment of this process, with a `.env` file in the working directory if there is one.
 * @throws {EnvironmentError}
 */
export function env(): Env {
  if (checked) return checked
  try {
    process.loadEnvFile('.env')
  } catch {
    // No .env file: the variables of the process are all there is.
  }
  checked = parseEnv(process.env)
  // NextAuth reads the public address by itself, from here only.
  process.env.NEXTAUTH_URL = checked.NEXTAUTH_URL
  return checked
}
