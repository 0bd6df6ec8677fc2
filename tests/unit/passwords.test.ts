import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { expect, it } from 'vitest'
import { hashPassword, passwordMatches } from '~/server/identity/auth/password-hashes'

it('knows a password from others, and from none', async () => {
  const encoded = await hashPassword('the password')
  expect(encoded).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwordMatches(encoded, 'the password')).toBe(true)
  expect(await passwordMatches(encoded, 'another password')).toBe(false)
  expect(await passwordMatches(null, 'the password')).toBe(false)
  expect(await passwordMatches('no hash', 'the password')).toBe(false)
})

it('leaves a thread for other work while many passwords are checked', async () => {
  const many = 20
  let checked = 0
  const checking = Array.from({ length: many }, (_, index) => hashPassword(`password ${index}`).finally(() => (checked += 1)))
  // Behind all of them in the pool's queue this would be done last.
  await promisify(gzip)('an answer')
  expect(checked).toBeLessThan(many / 2)
  await Promise.all(checking)
})
