import type { JsonSchema } from './json-schema'
import type { Procedure } from './procedures'

/** One right input of each procedure; tests/unit/api-docs.test.ts holds each against its schema. */

const ID = '6f1c2d34-9a58-4b1e-8c77-2f0e5d9b4a10'
const OTHER_ID = '11111111-1111-4111-8111-111111111111'

/** Example values by field name, for every input. */
const byName: Record<string, unknown> = {
  customer: { email: 'ada@example.com', fullName: 'Ada Example' },
  email: 'ada@example.com',
  password: 'a long and unusual password',
  currentPassword: 'a long and unusual password',
  newPassword: 'another long and unusual password',
  fullName: 'Ada Example',
  friendlyName: 'Authenticator app',
  name: 'Antminer S21',
  category: 'ASIC Miners',
  variantId: 'gid://shopify/ProductVariant/1',
  subjectId: ID,
  scopes: ['orders:read'],
  limit: 20,
  percent: -5,
  stockQuantity: 12,
  code: '123456',
  token: 'the-token-of-the-email',
  refreshToken: 'the-refresh-token',
  search: 'antminer',
  query: 'antminer',
  manufacturer: 'Bitmain',
  model: 'Antminer S21',
  fileName: 'machines.csv',
  month: '2026-11',
  draft: 'a'.repeat(32),
}

const BANK_FILE = 'Date,Details,Amount,Currency\n19/11/2026,INV-2026-00042,60.00,EUR'

/** Example values for single procedures; they win over those by name. */
const byPath: Record<string, Record<string, unknown>> = {
  'invoices.issue': { repairId: ID },
  'invoices.received': { from: '2026-11-01', to: '2026-11-30' },
  'invoices.saveRate': { day: '2026-11-21', sterling: 0.8435, source: 'HMRC, November 2026' },
  'invoices.countBooked': { from: '2026-11-01', to: '2026-11-30' },
  'payments.previewBank': { csv: BANK_FILE },
  'payments.sketchBank': { csv: BANK_FILE },
  'payments.importBank': { csv: BANK_FILE, choices: [] },
  'payments.saveBankAccount': { name: 'HSBC euro', currency: 'EUR' },
  'payments.record': { invoiceId: ID, method: 'transfer', amount: 175, receivedOn: '2026-11-21' },
  'keys.create': { name: 'Bookkeeping', scopes: ['orders:read', 'credit:read'], expiresAt: '2027-12-31', networks: ['203.0.113.0/24'] },
  'webhooks.create': { url: 'https://bookkeeping.example.com/shop', events: ['order.created'] },
  'users.updateScopes': { scopes: ['repairs:write', 'cases:write'] },
  'account.sendMessage': { body: 'Which board is it?' },
  'cases.sendMessage': { body: 'Your machine has arrived.' },
  'cases.sendTrackedMessage': { body: 'Which board is it?' },
  'cases.sent': { token: 'the-token-of-the-email' },
  'cases.changeAddress': { token: 'the-token-of-the-email', returnAddress: '12 Kiln Street\nSheffield\nS1 9ZZ' },
  'cases.withdraw': { token: 'the-token-of-the-email' },
  'network.saveCoin': {
    ...{ coin: 'BTC', name: 'Bitcoin', algorithm: 'SHA-256', networkHashrate: '950 EH/s', difficulty: null, mergedWith: null },
    ...{ blockReward: 3.125, blockSeconds: 600, price: 80_000, halvesOn: '2028-04-17' },
  },
  'network.removeCoin': { coin: 'BTC' },
  'models.merge': { keep: ID, merge: OTHER_ID },
  'customers.merge': { keep: ID, merge: OTHER_ID },
  'customers.previewMerge': { keep: ID, merge: OTHER_ID },
  'units.create': { model: 'Antminer S21', serialNumber: 'HTX2910083' },
  'units.merge': { keep: ID, merge: OTHER_ID },
  'orders.addLine': { title: 'Antminer S21' },
  'orders.create': { lines: [{ title: 'Antminer S21', price: 1899 }], payment: { method: 'cash' } },
  'orders.checkout': { deliveryAddress: '12 Kiln Street\nSheffield\nS1 9ZZ' },
  'payments.till': { from: '2026-11-01', to: '2026-11-30' },
  'payments.countTill': { day: '2026-11-30', counted: 249.8 },
  'units.saveSafetyTest': { testedOn: '2026-11-20' },
  'products.change': { price: 1899 },
  'tradeIns.request': { machines: [{ machineId: OTHER_ID, grade: 'good', quantity: 2 }] },
  'newsletter.confirm': { token: `${ID}.${'x'.repeat(43)}` },
  'newsletter.link': { token: `${ID}.${'x'.repeat(43)}`, purpose: 'confirm' },
  'newsletter.unsubscribe': { token: `${ID}.${'x'.repeat(43)}` },
  'outbox.file': { id: `2026-11-20T12-00-00.000Z-${ID}` },
  'repairs.request': { problemDescription: 'One board is missing' },
}

function textFor({ format, pattern, minLength = 0 }: JsonSchema, name: string): string {
  if (format === 'uuid' || format === 'guid') return ID
  if (format === 'email') return 'ada@example.com'
  if (pattern?.includes('[0-9a-fA-F]{8}')) return ID
  return `${name} `.repeat(Math.max(1, Math.ceil(minLength / (name.length + 1)))).trim()
}

/** A value that a schema takes. */
function valueFor(schema: JsonSchema, name: string): unknown {
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return valueFor(first, name)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (name in byName) return byName[name]
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(shownFields(schema).map((field) => [field, valueFor(schema.properties?.[field] ?? {}, field)]))
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => valueFor(schema.items ?? {}, name))
    case 'string':
      return textFor(schema, name)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1)
  }
}

/** Picks the fields of an example: the required ones, the rows of a bulk call, or one or two useful ones where all are optional. */
function shownFields({ required = [], properties = {} }: JsonSchema): string[] {
  const shown = 'ids' in properties && !required.includes('ids') ? ['ids', ...required] : required
  return shown.length > 0 ? shown : ['search', 'status', 'limit'].filter((name) => name in properties).slice(0, 2)
}

/** @returns undefined for a procedure that takes no input */
export function exampleOf({ path, input }: Pick<Procedure, 'path' | 'input'>): unknown {
  if (!input) return undefined
  const example = valueFor(input, path)
  return path in byPath ? Object.assign({}, example, byPath[path]) : example
}
