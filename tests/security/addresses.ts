import { createHmac } from 'node:crypto'
import { caseDocumentKinds } from '~/contracts/cases/documents'
import { LARGEST_FILE } from '~/contracts/uploads'
import { type CaseRef, caseNouns } from '~/contracts/case-ref'
import { LONGEST_EXPLANATION } from '~/contracts/cases/deductions'
import { MOST_LINES } from '~/contracts/cases/estimates'
import { bookNames } from '~/contracts/billing/books'
import { LARGEST_IMPORT } from '~/contracts/office/imports'
import { LONGEST_READING } from '~/contracts/stock/miners/json'
import { nouns, records } from '~/contracts/records'
import { reportNames } from '~/contracts/office/reports'
import { customerDocuments } from '~/contracts/cases/tracking'
import { calendarDay } from '~/lib/instant'
import { createTrackingLink } from '~/server/cases/base/tracking-links'
import { openStripe } from '~/server/billing/stripe/stripe-client'
import { downloadAddress } from '~/server/office/own-data/download-link'
import { TEST_NOW } from '../setup/shop'
import { STRIPE_KEY, STRIPE_SECRET } from '../setup/stripe-server'
import type { Attack, Sent } from './longest-wait'

/** The worst inputs of each address beside the API's calls: the most that it takes, and rows that hold as much as forms and plain SQL put into them. */

/** Of the webhooks' address, in this test. */
export const WEBHOOK_SECRET = 'a-webhook-secret-of-this-test'
/** Reads messages; nobody listens where it would ask. */
export const cardPayments = openStripe({
  secretKey: STRIPE_KEY,
  webhookSecret: STRIPE_SECRET,
  apiBase: 'http://127.0.0.1:9',
  timeoutMs: 100,
  settleSeconds: 60,
})
const PASSPORT_CODE = 'p'.repeat(22)
const ENTRIES = 3_000
const LONGEST_TEXT = 10_000
const LONGEST_LINE = 200
/** Of an offer's checks and deductions: more than forms take. */
const MOST_QUOTED = 100
const MB = 1024 * 1024

/** Texts that take long to print: many words, many lines, no blank, another font at every other letter. */
const worstTexts = [
  'hashboard '.repeat(LONGEST_TEXT / 10),
  'x\n'.repeat(LONGEST_TEXT / 2),
  'W'.repeat(LONGEST_TEXT),
  'aд'.repeat(LONGEST_TEXT / 2),
]
const text = (index: number) => worstTexts[index % worstTexts.length] ?? ''

/** The addresses are about these. */
export interface Given {
  repair: CaseRef
  tradeIn: CaseRef
  /** Secrets of links to them. */
  tokens: Record<'repairs' | 'tradeIns', string>
  productId: string
  invoice: { id: string; token: string; paymentId: string }
  /** A machine with a passport, and a picture in that. */
  unitId: string
  pictureId: string
  /** By which somebody signed in has their own data. */
  dataAddress: string
  /** An import that waits for its file. */
  newImport: () => Promise<string>
}

/** Rows of the shop's customer, each as full as it can be. */
export async function fillShop({ shop }: Attack): Promise<Given> {
  const { prisma } = shop.db
  const userOf = async (sessionId: string | null) =>
    (await prisma.session.findUniqueOrThrow({ where: { id: sessionId ?? '' }, select: { userId: true } })).userId
  const [userId, adminId] = [await userOf(shop.sessions.customer), await userOf(shop.sessions.administrator)]
  const admin = shop.callerOf(shop.sessions.administrator)
  const { id: repairId } = await prisma.repair.create({
    data: {
      ...shop.factories.repair({ userId }),
      problemDescription: text(0),
      diagnosis: text(1),
      repairNotes: text(2),
      accessories: text(3),
      arrivalCondition: text(1),
      deviceInfo: { manufacturer: text(2), model: text(0), serialNumber: text(3) },
    },
  })
  const { id: estimateId } = await prisma.caseQuote.create({ data: { caseId: repairId, number: 1, state: 'sent', sentAt: TEST_NOW } })
  await prisma.repairLine.createMany({
    data: Array.from({ length: MOST_LINES }, (_, position) => ({ repairId, estimateId, position, label: text(position), price: 9.99 })),
  })
  const { id: tradeInId } = await prisma.tradeIn.create({
    data: { ...shop.factories.tradeIn({ userId }), conditionAssessment: text(0), evaluationNotes: text(1), accessories: text(2) },
  })
  const quoted = Array.from({ length: MOST_QUOTED }, (_, index) => ({
    short: text(index).slice(0, LONGEST_LINE),
    long: text(index).slice(0, LONGEST_EXPLANATION),
  }))
  const checks = quoted.map(({ short, long }) => ({ item: short, result: 'fault', note: long }))
  const deductions = quoted.map(({ short, long }) => ({ label: short, explanation: long, kind: 'fixed', amount: 1 }))
  const offer = { create: { checks, deductions, overrideReason: text(0) } }
  await prisma.caseQuote.create({ data: { caseId: tradeInId, number: 1, state: 'sent', sentAt: TEST_NOW, offer } })
  await admin.credit.adjust({ userId, amount: 10, reason: 'The first' })
  await prisma.$executeRaw`
    INSERT INTO credit_entries (account_id, kind, debit, credit, amount, lot_id, reason)
    SELECT l.account_id, 'adjust', 'adjusted', 'available', 1, l.id, repeat('A reason. ', 20)
    FROM credit_lots AS l JOIN credit_accounts AS a ON a.id = l.account_id, generate_series(2, ${ENTRIES}::int) AS n
    WHERE a.user_id = ${userId}::uuid ORDER BY n`
  await prisma.order.createMany({ data: Array.from({ length: ENTRIES }, () => shop.factories.order({ userId })) })
  const { id: billedId } = await prisma.repair.create({ data: { ...shop.factories.repair({ userId }), status: 'repairing' } })
  const agreed = await prisma.caseQuote.create({ data: { caseId: billedId, number: 1, state: 'accepted', sentAt: TEST_NOW, total: 999 } })
  await prisma.repairLine.createMany({
    data: Array.from({ length: MOST_LINES }, (_, position) => ({
      ...{ repairId: billedId, estimateId: agreed.id, position, label: text(position), price: 9.99 },
    })),
  })
  const { id: invoiceId } = await admin.invoices.issue({ repairId: billedId })
  const paid = { invoiceId, method: 'cash', amount: 0.01, reference: null, receivedOn: calendarDay(new Date(), 'Europe/London') } as const
  const { id: paymentId } = await admin.payments.record(paid)
  const unit = await prisma.unit.create({ data: { ...shop.factories.unit({ userId }), manufacturer: text(2), model: text(0) } })
  const pictureId = 'aaaaaaaa-0000-4000-8000-000000000001'
  const pictures = Array.from({ length: ENTRIES }, () => ({ id: pictureId, name: text(1).slice(0, LONGEST_LINE) }))
  await prisma.passport.create({
    data: { unitId: unit.id, code: PASSPORT_CODE, content: { model: text(0), pictures }, signed: `${text(2)}.${text(2)}.${text(2)}` },
  })
  const [repair, tradeIn] = [{ noun: 'repairs', id: repairId } as const, { noun: 'tradeIns', id: tradeInId } as const]
  const secretTo = async (ref: CaseRef) => (await createTrackingLink(prisma, ref, '')).split('/').at(-1) ?? ''
  return {
    repair,
    tradeIn,
    tokens: { repairs: await secretTo(repair), tradeIns: await secretTo(tradeIn) },
    invoice: { id: invoiceId, paymentId, token: await secretTo({ noun: 'repairs', id: billedId }) },
    unitId: unit.id,
    pictureId,
    dataAddress: downloadAddress(
      shop.services.secret,
      { userId, sessionId: shop.sessions.customer ?? '' },
      shop.services.now().getTime() / 1000,
    ),
    productId: (await prisma.product.create({ data: shop.factories.product() })).id,
    newImport: async () => (await prisma.importBatch.create({ data: { userId: adminId, noun: 'products', fileName: 'rows.csv' } })).id,
  }
}

const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const get = (path: string, what = path): Sent => ({ what, method: 'GET', path })
const post = (path: string, what: string, body: string | Uint8Array, type = 'application/octet-stream'): Sent => ({
  what: `${what} to ${path.split('?', 1)[0] ?? ''}`,
  method: 'POST',
  path,
  headers: { 'content-type': type },
  body,
})

const filled = (part: string, size: number) => part.repeat(Math.floor(size / Buffer.byteLength(part, 'latin1')))
const bytes = (head: string, part: string, size = LARGEST_FILE) => Buffer.from(head + filled(part, size - head.length), 'latin1')

/** Files of the largest size that begin as what is looked for, and go on with as many parts of it as there is room for. */
const files = (): [what: string, body: Uint8Array][] => [
  ['zeros', bytes('', '\0')],
  ['a text', bytes('', 'a ')],
  ['a JPEG of segments', bytes('\xff\xd8', '\xff\xe1\x00\x02')],
  ['a PNG of chunks', bytes('\x89PNG\r\n\x1a\n', '\0\0\0\0tEXt\0\0\0\0')],
  ['a WebP of chunks', bytes('RIFF\xff\xff\xff\x00WEBP', 'EXIF\0\0\0\0')],
  ['an HEIC of boxes', bytes('\0\0\0\x18ftypheic\0\0\0\0heicmif1', '\0\0\0\x08free')],
  ['an AVIF of boxes', bytes('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', '\0\0\0\x08meta')],
  ['a TIFF of directories', bytes('II*\0\x08\0\0\0', '\x01\0\0\0')],
  ['a ZIP of entries', bytes('', `PK\x03\x04${'\0'.repeat(26)}`)],
  ['tags of ID3', bytes('', 'ID3\x04\0\0\0\0\0\0')],
  ['a PDF of objects', bytes('%PDF-1.7\n', '1 0 obj<<>>endobj\n')],
  ['nested lists', bytes('', '[')],
]

/** Readings of the largest size, and some that have as much in them as a reading may. */
const readings: [what: string, text: string][] = [
  ['empty lists', `{"STATS":[{"GHS 5s":1}],"x":[${filled('[],', LONGEST_READING - 100)}0]}`],
  ['nests', `{"STATS":[{"GHS 5s":1}],"x":[${filled(`${'['.repeat(12)}${']'.repeat(12)},`, LONGEST_READING - 100)}0]}`],
  ['values', `{"STATS":[{"GHS 5s":1}],"x":[${filled('0,', LONGEST_READING - 100)}0]}`],
  ['names', `{"STATS":[{${filled('"a":0,', LONGEST_READING - 100)}"GHS 5s":1}]}`],
  ['boards', `{"STATS":[{"GHS 5s":1,"chain":[${filled('{},', 29_000)}{}]}]}`],
  ['devices', `{"DEVS":[${'{"ASC":1},'.repeat(4_000)}{"ASC":1}]}`],
  ['blanks', `{"STATS":[{"GHS 5s":1}]${filled(' ', LONGEST_READING - 100)}}`],
  ['a text', `{"STATS":[{"GHS 5s":1,"Type":"${filled('antminer ', LONGEST_READING - 100)}"}]}`],
  ['escapes', `{"STATS":[{"GHS 5s":1,"Type":"${filled('\\u0000', LONGEST_READING - 100)}"}]}`],
]

const signed = (body: string, what: string): Sent => ({
  what,
  method: 'POST',
  path: '/api/shopify/webhook',
  headers: {
    'content-type': 'application/json',
    'x-shopify-topic': 'orders/create',
    'x-shopify-triggered-at': TEST_NOW.toISOString(),
    'x-shopify-hmac-sha256': createHmac('sha256', WEBHOOK_SECRET).update(body).digest('base64'),
  },
  body,
})

const stripeMessage = (what: string, body: string, signature: string): Sent => ({
  ...post('/api/stripe/webhook', what, body, 'application/json'),
  headers: { 'content-type': 'application/json', 'stripe-signature': signature },
})

/** A message of Stripe that is signed as it signs them. */
function fromStripe(what: string, body: string): Sent {
  const time = Math.floor(TEST_NOW.getTime() / 1000)
  const digest = createHmac('sha256', STRIPE_SECRET).update(`${time}.${body}`).digest('hex')
  return stripeMessage(what, body, `t=${time},v1=${digest}`)
}

const caseAddress = ({ noun, id }: CaseRef) => query({ noun, id, name: 'a' })
const exports = [...nouns.map((noun) => records[noun].route), 'credit', ...reportNames.map((name) => `report-${name}`)]
const MOST_IDS = 60_000

type Row = (given: Given) => Sent[] | Promise<Sent[]>

/** By the name of the page's file. Uploads apart: they take a minute. */
export const uploads: Record<string, Row> = {
  '/api/case-files': ({ repair }) => files().map(([what, body]) => post(`/api/case-files?${caseAddress(repair)}`, what, body)),
  '/api/product-pictures': ({ productId }) =>
    files().map(([what, body]) => post(`/api/product-pictures?${query({ productId, name: 'a' })}`, what, body)),
  '/api/customer-files': ({ repair, tokens }) =>
    files().flatMap(([what, body]) => [
      post(`/api/customer-files?${caseAddress(repair)}`, what, body),
      post(`/api/customer-files?${query({ token: tokens.repairs, name: 'a' })}`, `${what} by a link`, body),
    ]),
  '/api/request-files': () => {
    const address = (kind: string) => `/api/request-files?${query({ noun: 'repairs', draft: 'a'.repeat(32), kind, name: 'a' })}`
    return [
      ...files().flatMap(([what, body]) => ['picture', 'reading'].map((kind) => post(address(kind), `${what} as ${kind}`, body))),
      ...readings.map(([what, reading]) => post(address('reading'), `a reading of ${what}`, reading)),
    ]
  },
  '/api/imports/[batchId]': async ({ newImport }) => {
    const bodies = {
      'one line': filled('a', LARGEST_IMPORT),
      'empty lines': filled('\n', LARGEST_IMPORT / 8),
      'an open quote': `name\n"${filled('a', LARGEST_IMPORT / 4)}`,
      quotes: `name\n${filled('"a""b",', LARGEST_IMPORT / 16)}`,
      columns: filled('a,', 2 * MB),
      rows: `name,category\n${filled('a,b\n', 2 * MB)}`,
    }
    return Promise.all(
      Object.entries(bodies).map(async ([what, body]) => post(`/api/imports/${await newImport()}`, what, body, 'text/csv')),
    )
  },
}

export const addresses: Record<string, Row> = {
  '/.well-known/jwks.json': () => [get('/.well-known/jwks.json')],
  '/social/[card]': () => [get('/social/home.png'), get(`/social/${'a'.repeat(7_000)}.png`, 'a long name')],
  '/api/auth/[...nextauth]': () => [
    ...['session', 'csrf', 'providers', 'signin', 'error'].map((name) => get(`/api/auth/${name}`)),
    post('/api/auth/callback/credentials', 'fields', filled('email=a&', 64_000), 'application/x-www-form-urlencoded'),
    post('/api/auth/signout', 'fields', filled('csrfToken=a|&', 64_000), 'application/x-www-form-urlencoded'),
  ],
  '/api/shopify/webhook': () => [
    post('/api/shopify/webhook', 'an unsigned message', filled('a', 2 * MB), 'application/json'),
    signed(`{"line_items":[${filled(`{"title":"${'a'.repeat(100)}"},`, 2 * MB - 100)}{}]}`, 'a signed order of many lines'),
    { ...signed('{}', 'a wrong signature'), body: filled('a', 2 * MB) },
  ],
  '/api/stripe/webhook': () => [
    post('/api/stripe/webhook', 'an unsigned message of Stripe', filled('a', 2 * MB), 'application/json'),
    stripeMessage('many wrong signatures', filled('a', MB - 1), `t=1700000000${`,v1=${'a'.repeat(64)}`.repeat(10)}`),
    fromStripe('a signed nest', `{"id":"evt_1","type":"charge.updated","data":{"object":{"a":${filled('[', MB - 100)}`),
    fromStripe(
      'a signed message of many fields',
      `{"id":"evt_1","object":"event","type":"checkout.session.completed","created":1700000000,"livemode":false,"data":{"object":{"id":"cs_1","metadata":{${filled('"a":"b",', MB - 300)}"c":"d"}}}}`,
    ),
  ],
  '/api/case-documents': ({ repair, tradeIn }) =>
    [repair, tradeIn].flatMap(({ noun, id }) =>
      caseDocumentKinds.map((kind) => get(`/api/case-documents?${query({ noun, id, kind })}`, `the ${kind} of ${noun}`)),
    ),
  '/api/labels': () => [
    get(
      `/api/labels?${new URLSearchParams(Array.from({ length: 200 }, (_, index) => ['place', `${'aд'.repeat(2)}${index}`])).toString()}`,
      'labels of places',
    ),
    get(`/api/labels?unit=${'a'.repeat(7_000)}`, 'a label of a long number'),
  ],
  '/api/customer-documents': ({ repair, tradeIn, tokens }) => [
    ...[repair, tradeIn].flatMap(({ noun, id }) =>
      customerDocuments.map((kind) => get(`/api/customer-documents?${query({ noun, id, kind })}`, `one’s own ${kind} of ${noun}`)),
    ),
    ...caseNouns.flatMap((noun) =>
      customerDocuments.map((kind) =>
        get(`/api/customer-documents?${query({ token: tokens[noun], kind })}`, `the ${kind} of ${noun} by a link`),
      ),
    ),
    get(`/api/customer-documents?${query({ token: 'a'.repeat(7_000), kind: 'receipt' })}`, 'a long secret'),
  ],
  '/api/invoices/[id]': ({ invoice }) => [
    get(`/api/invoices/${invoice.id}`, 'an invoice of the longest lines'),
    get(`/api/invoices/${invoice.id}?format=ubl`, 'the same for programs'),
    get(`/api/invoices/${'a'.repeat(7_000)}`, 'a long id of an invoice'),
  ],
  '/api/customer-invoices/[id]': ({ invoice }) => [
    get(`/api/customer-invoices/${invoice.id}`, 'one’s own invoice of the longest lines'),
    get(`/api/customer-invoices/${invoice.id}?token=${invoice.token}`, 'the same by a link'),
    get(`/api/customer-invoices/${invoice.id}?token=${'a'.repeat(7_000)}`, 'an invoice by a long secret'),
  ],
  '/api/receipts/[id]': ({ invoice }) => [
    get(`/api/receipts/${invoice.paymentId}`, 'the receipt of a payment'),
    get(`/api/receipts/${'a'.repeat(7_000)}`, 'a long id of a receipt'),
  ],
  '/api/customer-receipts/[id]': ({ invoice }) => [
    get(`/api/customer-receipts/${invoice.paymentId}`, 'one’s own receipt'),
    get(`/api/customer-receipts/${invoice.paymentId}?token=${invoice.token}`, 'the same by a link'),
    get(`/api/customer-receipts/${invoice.paymentId}?token=${'a'.repeat(7_000)}`, 'a receipt by a long secret'),
  ],
  '/api/books/[file]': () => bookNames.map((name) => get(`/api/books/${name}.csv?${query({ from: '2026-01-01', to: '2026-12-31' })}`)),
  '/api/passport-label': ({ unitId }) => [
    get(`/api/passport-label?unit=${unitId}`, 'the label of a passport'),
    get(`/api/passport-label?unit=${'a'.repeat(7_000)}`, 'a label of a long id'),
  ],
  '/api/passport-pictures/[fileId]': ({ pictureId }) => [
    get(`/api/passport-pictures/${pictureId}?code=${PASSPORT_CODE}`, 'a picture of a passport of many'),
    get(`/api/passport-pictures/${pictureId}?code=${'a'.repeat(7_000)}`, 'a picture by a long code'),
  ],
  '/api/credit-statement': () => ['pdf', 'csv'].map((as) => get(`/api/credit-statement?as=${as}`)),
  '/api/account/data.zip': ({ dataAddress }) => [get(dataAddress, 'own data'), get('/api/account/data.zip', 'own data without a link')],
  '/api/export/[file]': () => [
    ...exports.map((name) => get(`/api/export/${name}.csv`)),
    get(`/api/export/orders.csv?${query({ search: '%_\\'.repeat(2_000) })}`, 'orders by a long search'),
    ...['0,', '{', '"x",'].map((part) =>
      post('/api/export/orders.csv', `ids of ${part}`, query({ ids: filled(part, MOST_IDS / 3) }), 'application/x-www-form-urlencoded'),
    ),
  ],
  '/api/imports/[batchId]/errors.csv': async ({ newImport }) => [
    get(`/api/imports/${await newImport()}/errors.csv`, 'errors of an import'),
  ],
  '/api/customer-files/[fileId]': ({ repair, tokens }) => [
    get(`/api/customer-files/${repair.id}?token=${tokens.repairs}`, 'no file by a link'),
    get(`/api/customer-files/${'a'.repeat(7_000)}`, 'a long id'),
  ],
  '/api/case-files/[fileId]': ({ repair }) => [
    get(`/api/case-files/${repair.id}?${query({ signature: 'a'.repeat(7_000), until: '9'.repeat(300), size: 'full' })}`, 'a long link'),
  ],
  '/api/product-pictures/[pictureId]/[size]': ({ productId }) => [
    get(`/api/product-pictures/${productId}/card.webp`, 'no picture'),
    get(`/api/product-pictures/${'a'.repeat(7_000)}/full.webp`, 'a long id'),
  ],
  '/api/newsletter/unsubscribe': () => [
    post(`/api/newsletter/unsubscribe?token=${'a.'.repeat(3_500)}`, 'a long token', filled('List-Unsubscribe=One-Click&', MB)),
  ],
  '/api/newsletter/subscribers.csv': () => [get('/api/newsletter/subscribers.csv')],
  '/api/internal/regenerate': () => [
    post('/api/internal/regenerate', 'a nest', filled('{"page":', 63_000), 'application/json'),
    post('/api/internal/regenerate', 'many pages', `[${filled('"/",', 63_000)}0]`, 'application/json'),
  ],
}

/** `cases.readings.add` takes readings as a call. */
export const readingCalls = ({ repair }: Given): Sent[] =>
  readings.map(([what, reading]) =>
    post(
      '/api/trpc/cases.readings.add',
      `a reading of ${what}`,
      JSON.stringify({ json: { case: repair, phase: 'before', name: 'a.json', text: reading } }),
      'application/json',
    ),
  )
