import { randomUUID } from 'node:crypto'
import type { Scope } from '~/contracts/identity/api-keys'
import type { WebhookEvent } from '~/contracts/office/webhooks'
import type { Caller, OnePersonWorld, Person } from './one-person-world'

/**
 * A table of who can do what alone, to whom. tests/security/one-person.test.ts tries every cell. To add a case, add a row under its
 * procedure; one-person-world.ts makes the rows of the database that it needs.
 */

/** The outcome of a try. 'waits': nothing happens until a second administrator approves. */
export type Verdict = 'done' | 'waits' | 'refused'

interface Row {
  what: string
  /** Makes the call. It returns 'waits' if a second administrator must approve; any other result counts as done. */
  run: (caller: Caller, world: OnePersonWorld) => Promise<unknown>
  /** The approval by a second administrator, for a try that waits. */
  approve?: (caller: Caller, world: OnePersonWorld) => Promise<unknown>
  /** Further scopes of the limited administrator. */
  scopes?: Scope[]
  /** People who are not refused. */
  who: Partial<Record<Person, Verdict>>
  /** The procedure needs no recent proof from an administrator (a password or code of the last ten minutes). */
  withoutProof?: true
}

const unlimited = { 'one administrator': 'done', 'two administrators': 'done' } as const
const limitedToo = { ...unlimited, 'limited administrator': 'done' } as const
const keysToo = { ...limitedToo, 'key with one scope': 'done' } as const

const newAddress = () => `${randomUUID()}@example.com`
const url = 'http://127.0.0.1:9/of-mine'
/** Reading scopes for both kinds of events of the world's webhook. */
const readers: Scope[] = ['orders:read', 'credit:read']
const orders: WebhookEvent[] = ['order.created']

/** Rows by procedure. */
export const table: Record<string, Row[]> = {
  'users.updateRole': [
    {
      what: 'make a customer an administrator',
      run: ({ users }, { customer }) => users.updateRole({ userId: customer.userId, role: 'admin' }),
      who: unlimited,
    },
    {
      what: 'take the role of an administrator',
      run: ({ users }, { boss }) => users.updateRole({ userId: boss.userId, role: 'customer' }),
      who: unlimited,
      // Giving the role wants a proof; taking it away must be quick (docs/decisions/010).
      withoutProof: true,
    },
  ],
  'users.invite': [
    {
      what: 'make somebody new an administrator',
      run: ({ users }) => users.invite({ email: newAddress(), fullName: null, scopes: null }),
      who: unlimited,
    },
    {
      what: 'make somebody new an administrator with one’s own rights',
      run: ({ users }) => users.invite({ email: newAddress(), fullName: null, scopes: ['users:read'] }),
      who: unlimited,
    },
  ],
  'users.updateScopes': [
    {
      what: 'limit an administrator',
      run: ({ users }, { boss }) => users.updateScopes({ userId: boss.userId, scopes: [] }),
      who: unlimited,
    },
    {
      what: 'widen the access of a limited administrator',
      run: ({ users }, { bench }) => users.updateScopes({ userId: bench.userId, scopes: null }),
      who: unlimited,
    },
    {
      what: 'change one’s own access',
      run: ({ users }, { caller }) => users.updateScopes({ userId: caller.userId, scopes: null }),
      who: {},
    },
  ],
  'users.endSessions': [
    { what: 'sign an administrator out', run: ({ users }, { boss }) => users.endSessions({ userId: boss.userId }), who: unlimited },
    {
      what: 'sign a limited administrator out',
      run: ({ users }, { bench }) => users.endSessions({ userId: bench.userId }),
      who: unlimited,
    },
    { what: 'sign a customer out', run: ({ users }, { customer }) => users.endSessions({ userId: customer.userId }), who: limitedToo },
  ],
  'users.resetFactors': [
    {
      what: 'remove the second factor of an administrator',
      run: ({ users }, { boss }) => users.resetFactors({ userId: boss.userId }),
      who: unlimited,
    },
    {
      what: 'remove the second factor of a customer',
      run: ({ users }, { customer }) => users.resetFactors({ userId: customer.userId }),
      who: limitedToo,
    },
  ],
  'customers.addEmail': [
    {
      what: 'give an administrator without an address one',
      run: ({ customers }, { phoneAdmin }) => customers.addEmail({ id: phoneAdmin, email: newAddress() }),
      who: unlimited,
    },
    {
      what: 'give a customer without an address one',
      run: ({ customers }, { phoneCustomer }) => customers.addEmail({ id: phoneCustomer, email: newAddress() }),
      who: limitedToo,
    },
  ],
  'customers.update': [
    {
      what: 'ask for another address of an administrator',
      run: ({ customers }, { boss }) => customers.update({ id: boss.userId, email: newAddress() }),
      who: unlimited,
    },
    {
      what: 'correct the name of an administrator',
      run: ({ customers }, { boss }) => customers.update({ id: boss.userId, fullName: 'Somebody Else' }),
      who: unlimited,
      withoutProof: true,
    },
    {
      what: 'ask for another address of a customer',
      run: ({ customers }, { customer }) => customers.update({ id: customer.userId, email: newAddress() }),
      who: limitedToo,
    },
    {
      what: 'correct the name of a customer',
      run: ({ customers }, { customer }) => customers.update({ id: customer.userId, fullName: 'Ada Lovelace' }),
      who: keysToo,
      withoutProof: true,
    },
  ],
  'customers.merge': [
    {
      what: 'merge a customer without an address into another one',
      run: ({ customers }, { customer, phoneCustomer }) => customers.merge({ keep: customer.userId, merge: phoneCustomer }),
      who: limitedToo,
    },
  ],
  'customers.unmerge': [
    {
      what: 'undo the merge of two customers',
      run: ({ customers }, { mergedCustomer }) => customers.unmerge({ id: mergedCustomer }),
      who: limitedToo,
    },
  ],
  'keys.create': [
    {
      what: 'make a key with more scopes than one’s own',
      run: ({ keys }) => keys.create({ name: 'Wide', scopes: ['keys:write', 'credit:write'] }),
      who: unlimited,
    },
    {
      what: 'make a key with one’s own scopes',
      run: ({ keys }) => keys.create({ name: 'Narrow', scopes: ['keys:read', 'keys:write'] }),
      who: limitedToo,
    },
  ],
  'keys.revoke': [
    {
      what: 'revoke a key with more scopes than one’s own',
      run: ({ keys }, { keyId }) => keys.revoke({ id: keyId }),
      scopes: ['orders:write'],
      who: unlimited,
      withoutProof: true,
    },
    {
      what: 'revoke a key with fewer scopes than one’s own',
      run: ({ keys }, { narrowKeyId }) => keys.revoke({ id: narrowKeyId }),
      who: keysToo,
      withoutProof: true,
    },
  ],
  'webhooks.create': [
    {
      what: 'make a webhook of more than one may read',
      run: ({ webhooks }) => webhooks.create({ url, events: ['order.created', 'credit.changed'] }),
      scopes: ['orders:read'],
      who: unlimited,
    },
    {
      what: 'make a webhook of what one may read',
      run: ({ webhooks }) => webhooks.create({ url, events: orders }),
      scopes: ['orders:read'],
      who: limitedToo,
    },
  ],
  'webhooks.update': [
    {
      what: 'lead a webhook of more than one may read to one’s own address',
      run: ({ webhooks }, { webhookId: id }) => webhooks.update({ id, url }),
      scopes: ['orders:read'],
      who: unlimited,
    },
    {
      what: 'lead a webhook of what one may read to one’s own address',
      run: ({ webhooks }, { webhookId: id }) => webhooks.update({ id, url }),
      scopes: readers,
      who: limitedToo,
    },
    {
      what: 'narrow the events of a webhook to what one may read, with one’s own address',
      run: ({ webhooks }, { webhookId: id }) => webhooks.update({ id, url, events: orders }),
      scopes: ['orders:read'],
      who: unlimited,
    },
    {
      what: 'widen the events of a webhook to more than one may read',
      run: ({ webhooks }, { webhookId: id }) => webhooks.update({ id, events: ['order.created', 'credit.changed', 'invoice.created'] }),
      scopes: readers,
      who: unlimited,
    },
    {
      what: 'enable a webhook of more than one may read',
      run: ({ webhooks }, { disabledWebhookId: id }) => webhooks.update({ id, isEnabled: true }),
      scopes: ['orders:read'],
      who: unlimited,
    },
    {
      what: 'disable a webhook of more than one may read',
      run: ({ webhooks }, { webhookId: id }) => webhooks.update({ id, isEnabled: false }),
      scopes: ['orders:read'],
      who: unlimited,
    },
  ],
  'webhooks.rotate': [
    {
      what: 'take a new secret of a webhook of more than one may read',
      run: ({ webhooks }, { webhookId: id }) => webhooks.rotate({ id }),
      scopes: ['orders:read'],
      who: unlimited,
    },
    {
      what: 'take a new secret of a webhook of what one may read',
      run: ({ webhooks }, { webhookId: id }) => webhooks.rotate({ id }),
      scopes: readers,
      who: limitedToo,
    },
  ],
  'webhooks.remove': [
    {
      what: 'remove a webhook of more than one may read',
      run: ({ webhooks }, { webhookId: id }) => webhooks.remove({ id }),
      scopes: ['orders:read'],
      who: unlimited,
      withoutProof: true,
    },
  ],
  'webhooks.resend': [
    {
      what: 'send a message of a webhook again of more than one may read',
      run: ({ webhooks }, { deliveryId }) => webhooks.resend({ deliveryId }),
      scopes: ['orders:read'],
      who: unlimited,
      withoutProof: true,
    },
  ],
  'webhooks.deliveries': [
    {
      what: 'read the log of a webhook of more than one may read',
      run: ({ webhooks }, { webhookId: id }) => webhooks.deliveries({ id }),
      scopes: ['orders:read'],
      who: unlimited,
      withoutProof: true,
    },
  ],
}

/** Routers with every change in the table. */
export const wholeRouters = ['users', 'customers', 'keys', 'webhooks']

/** Other procedures that name a user, with the reason why they change nobody's access. */
export const namesAUserOnly: Record<string, string> = {
  'credit.adjust': 'moves money, not access',
  'credit.issueRefund': 'moves money, not access',
  'invoices.saveBuyer': 'whom invoices name',
  'orders.create': 'sells something to somebody; a new account has no more than a customer has',
  'repairs.create': 'opens a case for somebody; a new account has no more than a customer has',
  'repairs.update': 'gives a case to somebody else',
  'tradeIns.create': 'opens a case for somebody; a new account has no more than a customer has',
  'tradeIns.update': 'gives a case to somebody else',
  'units.create': 'whose machine it is',
  'units.update': 'whose machine it is',
}
