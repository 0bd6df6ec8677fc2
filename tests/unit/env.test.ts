import { describe, expect, it } from 'vitest'
import { EnvironmentError, parseEnv } from '~/env'

describe('the environment', () => {
  it('has the defaults of the contract', () => {
    expect(parseEnv({})).toEqual({
      NODE_ENV: 'development',
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: '.data',
      NEXTAUTH_URL: 'http://localhost:3000',
      HSTS_INCLUDE_SUBDOMAINS: false,
      REQUIRE_ADMIN_MFA: false,
      ADMIN_SESSION_HOURS: 12,
      ADMIN_IDLE_MINUTES: 30,
      SEED_DEMO: true,
      SHOP_URL: expect.stringMatching(/^https:/) as string,
      SELLS_HERE: true,
      BUSINESS_TIMEZONE: 'Europe/London',
      LOG_LEVEL: 'info',
      SLOW_QUERY_MS: 500,
      STREAMS_PER_ADDRESS: 200,
      STREAMS_TOTAL: 10_000,
      TRUSTED_PROXIES: [],
      AUDIT_DAYS: 2557,
      OFFER_LIMIT: 5000,
      CREDIT_LIMIT: 1000,
      ONLINE_REQUESTS: true,
      QUOTE_DAYS: 14,
      ESTIMATE_DAYS: 14,
      OFFER_DAYS: 14,
      WARRANTY_DAYS: 30,
      ANSWER_REMINDER_DAYS: 3,
      LAST_ANSWER_REMINDER_DAYS: 10,
      CREDIT_REMINDER_DAYS: 60,
      LAST_CREDIT_REMINDER_DAYS: 14,
      SHOPIFY_SETTLE_SECONDS: 120,
      STRIPE_SETTLE_SECONDS: 180,
      SMS_COUNTRIES: expect.arrayContaining(['GB', 'IE', 'DE', 'NO']) as string[],
      SMS_PER_DAY: 1000,
    })
  })

  it('takes the public address from the port, and drops a slash at its end', () => {
    expect(parseEnv({ PORT: '8080' }).NEXTAUTH_URL).toBe('http://localhost:8080')
    expect(parseEnv({ NEXTAUTH_URL: 'https://shop.example/' }).NEXTAUTH_URL).toBe('https://shop.example')
  })

  it('never loads the demo shop into PostgreSQL by itself', () => {
    const postgres = { DATABASE_URL: 'postgresql://localhost/shop', NEXTAUTH_SECRET: 'x'.repeat(32) }
    expect(parseEnv(postgres).SEED_DEMO).toBe(false)
    expect(parseEnv({ ...postgres, SEED_DEMO: 'true' }).SEED_DEMO).toBe(true)
  })

  it.each(['DATABASE_URL', 'DATABASE_DIRECT_URL'])('takes one host in %s', (name) => {
    const rest = { DATABASE_URL: 'postgresql://db/shop', NEXTAUTH_SECRET: 'x'.repeat(32) }
    const one = { ...rest, [name]: 'postgresql://shop:p%40ss@[::1]:5432/shop?sslmode=require' }
    expect(parseEnv(one)).toMatchObject(one)
    for (const address of ['postgresql://db-1:5432,db-2:5433/shop', 'postgresql://db-1,db-2/shop', 'mysql://db/shop'])
      expect(() => parseEnv({ ...rest, [name]: address })).toThrow(`${name} must be a postgresql:// address of one host`)
  })

  it('counts an empty value as none', () => {
    expect(parseEnv({ PORT: '', ADMIN_EMAIL: '' }).PORT).toBe(3000)
  })

  it('takes trusted proxies as a number, or as addresses, ranges and names', () => {
    expect(parseEnv({ TRUSTED_PROXIES: ' 2 ' }).TRUSTED_PROXIES).toBe(2)
    expect(parseEnv({ TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1 2001:db8::/32,loopback' }).TRUSTED_PROXIES).toEqual([
      '10.0.0.0/8',
      '192.0.2.1',
      '2001:db8::/32',
      'loopback',
    ])
    expect(parseEnv({ SMS_COUNTRIES: 'gb, ie' }).SMS_COUNTRIES).toEqual(['GB', 'IE'])
  })

  it.each([
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'everybody' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '11' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '-1' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/33' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '0.0.0.0/0' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/8, nginx.local' }],
    ['SMS_COUNTRIES', { SMS_COUNTRIES: 'XX' }],
    ['SMS_COUNTRIES', { SMS_COUNTRIES: 'GB,Germany' }],
    ['SMS_PER_DAY', { SMS_PER_DAY: '0' }],
    ['AUDIT_DAYS', { AUDIT_DAYS: '89' }],
    ['OFFER_LIMIT', { OFFER_LIMIT: '-1' }],
    ['ONLINE_REQUESTS', { ONLINE_REQUESTS: 'no' }],
    ['QUOTE_DAYS', { QUOTE_DAYS: '0' }],
    ['WARRANTY_DAYS', { WARRANTY_DAYS: '29' }],
    ['LAST_ANSWER_REMINDER_DAYS', { ANSWER_REMINDER_DAYS: '10' }],
    ['LAST_CREDIT_REMINDER_DAYS', { LAST_CREDIT_REMINDER_DAYS: '60' }],
    ['OFFER_LIMIT', { OFFER_LIMIT: 'much' }],
    ['CREDIT_LIMIT', { CREDIT_LIMIT: '-1' }],
    ['CONTACT_INBOX', { CONTACT_INBOX: 'the desk' }],
    ['AUDIT_DAYS', { AUDIT_DAYS: 'for ever' }],
    ['PORT', { PORT: 'eighty' }],
    ['PORT', { PORT: '70000' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/shop', NEXTAUTH_SECRET: 'x'.repeat(32) }],
    ['DATABASE_URL', { DATABASE_DIRECT_URL: 'postgresql://two/shop' }],
    ['DATABASE_DIRECT_URL', { DATABASE_URL: 'postgresql://one/shop', NEXTAUTH_SECRET: 'x'.repeat(32), DATABASE_DIRECT_URL: 'http://two' }],
    ['NEXTAUTH_URL', { NEXTAUTH_URL: 'shop.example' }],
    ['NEXTAUTH_SECRET', { NEXTAUTH_SECRET: 'short' }],
    ['NEXTAUTH_SECRET', { DATABASE_URL: 'postgresql://localhost/shop' }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'nobody' }],
    ['ADMIN_EMAIL', { ADMIN_PASSWORD: 'long enough' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'short' }],
    ['SEED_DEMO', { SEED_DEMO: 'yes' }],
    ['REQUIRE_ADMIN_MFA', { REQUIRE_ADMIN_MFA: '1' }],
    ['ADMIN_SESSION_HOURS', { ADMIN_SESSION_HOURS: '721' }],
    ['ADMIN_IDLE_MINUTES', { ADMIN_IDLE_MINUTES: '4' }],
    ['BUSINESS_TIMEZONE', { BUSINESS_TIMEZONE: 'Mars/Olympus' }],
    ['GOOGLE_TAG_ID', { GOOGLE_TAG_ID: 'G-1" onload="' }],
    ['GOOGLE_TAG_ID', { GOOGLE_TAG_ID: 'tag' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['SLOW_QUERY_MS', { SLOW_QUERY_MS: 'soon' }],
    ['SLOW_QUERY_MS', { SLOW_QUERY_MS: '0' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
    ['SHOPIFY_ADMIN_URL', { SHOPIFY_ADMIN_URL: 'http://shop.example/admin/api', SHOPIFY_ADMIN_TOKEN: 'a-token-of-tests' }],
    ['SHOPIFY_ADMIN_URL', { SHOPIFY_ADMIN_URL: 'shop.example', SHOPIFY_ADMIN_TOKEN: 'a-token-of-tests' }],
    ['SHOPIFY_ADMIN_URL', { SHOPIFY_ADMIN_TOKEN: 'a-token-of-tests' }],
    ['SHOPIFY_ADMIN_TOKEN', { SHOPIFY_ADMIN_URL: 'http://127.0.0.1:4000/graphql.json' }],
    ['SHOPIFY_ADMIN_URL', { SHOPIFY_CLIENT_ID: 'a-client-of-tests', SHOPIFY_CLIENT_SECRET: 'a-secret-of-tests' }],
    ['SHOPIFY_CLIENT_SECRET', { SHOPIFY_ADMIN_URL: 'http://127.0.0.1:4000/graphql.json', SHOPIFY_CLIENT_ID: 'a-client-of-tests' }],
    ['SHOPIFY_SETTLE_SECONDS', { SHOPIFY_SETTLE_SECONDS: '0' }],
  ])('names %s in one line when it is bad or missing', (name, source) => {
    const parse = () => parseEnv(source)
    expect(parse).toThrow(EnvironmentError)
    expect(parse).toThrow(new RegExp(`^Environment: ${name} [^\\n]+$`))
  })

  it('never repeats a secret', () => {
    expect(() => parseEnv({ NEXTAUTH_SECRET: 'hunter2' })).toThrow(/^(?!.*hunter2)/)
  })
})

describe('FILES_URL', () => {
  const read = (FILES_URL: string) => parseEnv({ FILES_URL }).FILES_URL

  it('names a bucket of any S3, with TLS beyond this machine', () => {
    expect(read('s3://KEY:a%2Fb@s3.eu-west-2.amazonaws.com/bucket/shop/files?region=eu-west-2')).toEqual({
      endpoint: 'https://s3.eu-west-2.amazonaws.com',
      region: 'eu-west-2',
      bucket: 'bucket',
      prefix: 'shop/files/',
      accessKeyId: 'KEY',
      secretAccessKey: 'a/b',
    })
    expect(read('s3://k:s@127.0.0.1:9000/bucket')).toMatchObject({ endpoint: 'http://127.0.0.1:9000', region: 'us-east-1', prefix: '' })
    expect(read('s3://k:s@minio:9000/bucket?tls=false')).toMatchObject({ endpoint: 'http://minio:9000' })
    expect(read('')).toBeUndefined()
  })

  it.each(['https://k:s@host/bucket', 's3://host/bucket', 's3://k:s@host', 's3://k:s@host/', 's3:', 'bucket', 's3://k:s@host/b?tls=no'])(
    'stops the start as %s',
    (url) => {
      expect(() => read(url)).toThrow(/FILES_URL must (?:be s3:|have tls)/)
    },
  )
})

it('sells here where no shop platform is configured', () => {
  expect(parseEnv({}).SELLS_HERE).toBe(true)
  expect(parseEnv({ SHOP_URL: '' }).SELLS_HERE).toBe(true)
  expect(parseEnv({ SHOP_URL: 'https://shop.example.com' }).SELLS_HERE).toBe(false)
  const shopify = { SHOPIFY_API_URL: 'https://s.myshopify.com/api/2026-10/graphql.json', SHOPIFY_STOREFRONT_TOKEN: 'token' }
  expect(parseEnv(shopify).SELLS_HERE).toBe(false)
})
