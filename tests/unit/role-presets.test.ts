import { expect, it } from 'vitest'
import { allows, scope } from '~/contracts/identity/api-keys'
import { presetOf, rolePresets } from '~/contracts/identity/role-presets'
import { keysOf } from '~/contracts/keys'

it.each(keysOf(rolePresets))('the role of %s is known again by its rights, which all exist', (name) => {
  const { scopes } = rolePresets[name]
  expect(presetOf(scopes && [...scopes].toReversed())).toBe(name)
  for (const one of scopes ?? []) expect(scope.safeParse(one).success).toBe(true)
})

it('no role but the owner’s opens roles, keys, limits or webhooks, and each opens its own work', () => {
  const limited = keysOf(rolePresets).filter((name) => name !== 'owner')
  for (const name of limited)
    for (const router of ['users', 'keys', 'policies', 'webhooks', 'settings'])
      expect(allows(rolePresets[name].scopes, router, 'write')).toBe(false)
  expect(allows(rolePresets.desk.scopes, 'customers', 'write')).toBe(true)
  expect(allows(rolePresets.technician.scopes, 'repairs', 'write')).toBe(true)
  expect(allows(rolePresets.technician.scopes, 'invoices', 'read')).toBe(false)
  expect(allows(rolePresets.evaluator.scopes, 'tradeIns', 'write')).toBe(true)
  expect(allows(rolePresets.bookkeeper.scopes, 'credit', 'write')).toBe(true)
  expect(allows(rolePresets.bookkeeper.scopes, 'repairs', 'write')).toBe(false)
})

it('rights of their own are no role', () => {
  expect(presetOf(['repairs:write'])).toBeNull()
  expect(presetOf(null)).toBe('owner')
})
