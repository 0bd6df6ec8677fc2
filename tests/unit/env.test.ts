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
      SEED_DEMO: true,
      SHOP_URL: expect.stringMatching(/^https:/) as string,
      BUSINESS_TIMEZONE: 'Europe/London',
      LOG_LEVEL: 'info',
      SLOW_QUERY_MS: 500,
      STREAMS_PER_ADDRESS: 200,
      STREAMS_TOTAL: 10_000,
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

  it('counts an empty value as none', () => {
    expect(parseEnv({ PORT: '', ADMIN_EMAIL: '' }).PORT).toBe(3000)
  })

  it.each([
    ['PORT', { PORT: 'eighty' }],
    ['PORT', { PORT: '70000' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/shop', NEXTAUTH_SECRET: 'x'.repeat(32) }],
    ['NEXTAUTH_URL', { NEXTAUTH_URL: 'shop.example' }],
    ['NEXTAUTH_SECRET', { NEXTAUTH_SECRET: 'short' }],
    ['NEXTAUTH_SECRET', { DATABASE_URL: 'postgresql://localhost/shop' }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'nobody' }],
    ['ADMIN_EMAIL', { ADMIN_PASSWORD: 'long enough' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'short' }],
    ['SEED_DEMO', { SEED_DEMO: 'yes' }],
    ['BUSINESS_TIMEZONE', { BUSINESS_TIMEZONE: 'Mars/Olympus' }],
    ['GOOGLE_TAG_ID', { GOOGLE_TAG_ID: 'G-1" onload="' }],
    ['GOOGLE_TAG_ID', { GOOGLE_TAG_ID: 'tag' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['SLOW_QUERY_MS', { SLOW_QUERY_MS: 'soon' }],
    ['SLOW_QUERY_MS', { SLOW_QUERY_MS: '0' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
  ])('names %s in one line when it is bad or missing', (name, source) => {
    const parse = () => parseEnv(source)
    expect(parse).toThrow(EnvironmentError)
    expect(parse).toThrow(new RegExp(`^Environment: ${name} [^\\n]+$`))
  })

  it('never repeats a secret', () => {
    expect(() => parseEnv({ NEXTAUTH_SECRET: 'hunter2' })).toThrow(/^(?!.*hunter2)/)
  })
})
