import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { estimateDocument, estimatePdf, offerPdf } from '~/server/cases/documents/quote-documents'
import { jobSheet, label, packingSlip, receipt, type CaseFacts } from '~/server/cases/documents/document-templates'
import { ENCRYPTION_PURPOSE } from '~/server/platform/outbox/outbox'
import { emailKind, type EmailDeps } from '~/server/platform/outbox/send-messages'
import { createLogger } from '~/server/platform/log'
import { createMailer } from '~/server/platform/mail/mailer'
import { printable, printableLine } from '~/server/platform/pdf/printed-text'
import { createPdfMaker, renderPdf, type PdfDocument } from '~/server/platform/pdf/render-pdf'
import { encrypt } from '~/server/platform/secrets'

const facts: CaseFacts = {
  noun: 'repairs',
  letterhead: {
    companyName: 'Ohmfield & Söhne',
    addressLines: ['1 Bench Lane', 'London', 'EC1A 1BB'],
    email: 'hello@ohmfield.example',
    phone: '+44 20 7946 0000',
    register: [
      'Ohmfield & Söhne Ltd, registered in England & Wales with company number 01234567',
      'Registered office: 1 Bench Lane, London, EC1A 1BB',
    ],
    vatNote: 'Prices include VAT.',
  },
  number: 'REP-2026-0042',
  pageAddress: 'https://ohmfield.example/admin/repairs/REP-2026-0042',
  status: 'diagnosing',
  device: 'Bitmain Antminer S19',
  serialNumber: 'SN-ABC-123',
  accessories: 'Power cord',
  arrivalCondition: 'Dusty',
  returnAddress: null,
  customer: { name: 'Łukasz Strauß-Élan', email: 'lukasz@example.com', phone: '+44 7700 900123' },
  receivedOn: '21 November 2026',
  dueOn: '25 November 2026',
  assignedTo: 'bench@ohmfield.example',
  service: 'Hashboard repair, 3 to 5 business days',
  texts: [
    ['Problem', 'One board is not detected.'],
    ['Diagnosis', null],
  ],
  problem: 'One board is not detected.',
  amounts: [['Estimated cost', '€150.00']],
  isClaim: false,
  outcome: null,
  fromRepair: null,
  together: [],
  isInbound: false,
  carrier: 'Royal Mail',
  trackingNumber: 'AB123456789GB',
  passportAddress: null,
  customerPage: null,
  isExpedited: false,
  cameTogether: [],
  printedAt: new Date('2026-11-22T12:00:00Z'),
  printedOn: '22 November 2026',
}
/** A row of plain SQL with nothing but its defaults. */
const bare: CaseFacts = {
  ...facts,
  device: 'Unknown device',
  serialNumber: null,
  accessories: null,
  arrivalCondition: null,
  customer: null,
  dueOn: null,
  assignedTo: null,
  service: null,
  texts: [],
  problem: null,
  amounts: [],
  carrier: null,
  trackingNumber: null,
}

async function read(pdf: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const { totalPages, text } = await extractText(document, { mergePages: true })
  const { info } = await getMeta(document)
  const [, , width = 0, height = 0] = (await document.getPage(1)).view
  return { pages: totalPages, text: text.replaceAll(/\s+/g, ' '), info, width, height }
}
const readDocument = async (document: PdfDocument) => read(await renderPdf(document))

describe('the documents of a case', () => {
  it.each([
    ['Job sheet', jobSheet, ['Diagnosing', 'Due 25 November 2026', 'One board is not detected.', '€150.00', 'SN-ABC-123', 'Tested by']],
    ['Receipt', receipt, ['We received this device for repair on 21 November 2026.', 'Power cord', 'Dusty', '+44 20 7946 0000']],
    ['Packing slip', packingSlip, ['Carrier Royal Mail', 'AB123456789GB', 'Power cord']],
  ] as const)('%s: number, names and what is known, on A4', async (title, template, said) => {
    const { pages, text, info, width, height } = await readDocument(template(facts))
    expect([pages, Math.round(width), Math.round(height)]).toEqual([1, 595, 842])
    expect(info).toMatchObject({ Title: `${title} REP-2026-0042`, Author: 'Ohmfield & Söhne' })
    for (const words of [
      title,
      'REP-2026-0042',
      'Łukasz Strauß-Élan',
      'Bitmain Antminer S19',
      'Ohmfield & Söhne',
      'Page 1 of 1',
      ...said,
    ]) {
      expect(text).toContain(words)
    }
  })

  it('the packing slip has the passport of the machine, where there is one', async () => {
    const { text, pages } = await readDocument(packingSlip({ ...facts, passportAddress: 'https://ohmfield.example/passport/abc' }))
    expect([pages, text.includes('The passport of this machine')]).toEqual([1, true])
  })

  it('print of a row with nothing but its defaults', async () => {
    for (const template of [jobSheet, receipt, packingSlip, label]) {
      const { pages, text } = await readDocument(template(bare))
      expect(pages).toBe(1)
      expect(text).toContain('REP-2026-0042')
      expect(text).not.toMatch(/null|undefined|Serial number/)
    }
  })

  it('the label is one of 62 × 29 mm, whatever stands in the row', async () => {
    const long = { ...facts, number: 'N'.repeat(500), device: 'Very long device '.repeat(100), serialNumber: '9'.repeat(500) }
    for (const of of [facts, long, { ...facts, pageAddress: `https://a.example/${'x'.repeat(5000)}` }]) {
      const { pages, width, height } = await readDocument(label(of))
      expect([pages, Math.round((width * 25.4) / 72), Math.round((height * 25.4) / 72)]).toEqual([1, 62, 29])
    }
    expect((await readDocument(label(facts))).text).toContain('Łukasz Strauß-Élan')
  })

  it('go over as many pages as a text needs, with other scripts, and without control characters', async () => {
    const words = `Start \u0000\u0007\u202eОлександр Шевченко, Γιώργος ${'hashboard '.repeat(500)}Finish`
    const { pages, text } = await readDocument(
      jobSheet({
        ...facts,
        texts: [
          ['Problem', words],
          ['Diagnosis', words],
        ],
      }),
    )
    expect(pages).toBeGreaterThan(2)
    expect(text).toContain('Start Олександр Шевченко, Γιώργος hashboard')
    expect(text.match(/Finish/g)).toHaveLength(2)
    expect(text).toContain(`Page ${pages} of ${pages}`)
  })

  it('are the same bytes for the same case at the same moment', async () => {
    const [one, other] = await Promise.all([renderPdf(jobSheet(facts)), renderPdf(jobSheet(facts))])
    expect(one.equals(other)).toBe(true)
  })

  it('are drawn once for the same content of the same day, and anew for any other', async () => {
    const at = (printedAt: string, device = facts.device) => renderPdf(jobSheet({ ...facts, device, printedAt: new Date(printedAt) }))
    const [first, later] = [await at('2026-11-22T13:00:00Z'), await at('2026-11-22T14:00:00Z')]
    expect(later).toBe(first)
    expect(await at('2026-11-22T14:00:00Z', 'Another device')).not.toBe(first)
  })

  it('say where a text was cut that the paper does not hold, and print what forms take of an offer whole', async () => {
    const mark = 'Cut to fit the paper: the whole text is kept with the record.'
    const long = `First ${'hashboard '.repeat(2_000)}Last`
    const { pages, text } = await readDocument(receipt({ ...facts, problem: long, accessories: 'cord\n'.repeat(300) }))
    expect(pages).toBeLessThanOrEqual(3)
    expect(text).toContain('First hashboard')
    expect(text).not.toContain('Last')
    expect(text.split(mark)).toHaveLength(3)
    expect((await readDocument(receipt(facts))).text).not.toContain(mark)
    const explanation = `${'word '.repeat(196)}whole`
    const offer = { facts, quoteNumber: 1, validUntil: null, grade: null, baseValue: 1, finalValue: 1, overrideReason: null, checks: [] }
    const { text: quoted } = await read(
      await offerPdf({ ...offer, deductions: [{ label: 'L'.repeat(200), explanation, kind: 'fixed', amount: 1 }] }),
    )
    expect(quoted).toContain('word whole')
    expect(quoted).not.toContain(mark)
  })

  it('are refused while too many wait or one takes too long, and one that fails leaves the others alone', async () => {
    const [one, other, third] = ['1', '2', '3'].map((number) => jobSheet({ ...facts, number }))
    if (!one || !other || !third) throw new Error('There are three')
    const busy = createPdfMaker({ waiting: 1, longestMs: 60_000 })
    const answers = await Promise.allSettled([busy(one), busy(other), busy(third)])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(answers[2]).toMatchObject({ reason: { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('Too many documents') } })
    await expect(busy({ ...one, content: [{ text: 'x', font: 'Nobody has it' }] })).rejects.toThrow('Nobody has it')
    expect((await read(await busy(third))).text).toContain('Job sheet 3')

    const hasty = createPdfMaker({ waiting: 1, longestMs: 1 })
    await expect(hasty(one)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('takes too long') })
    await expect(hasty(other)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('end after 40 pages, in bounded time and memory, whatever plain SQL has put into the row', async () => {
    const endless = 'x\n'.repeat(100_000)
    const unbroken = 'W'.repeat(200_000)
    const texts = Array.from({ length: 6 }, (_, index) => [`Text ${index}`, index % 2 === 0 ? endless : unbroken] as const)
    const before = process.memoryUsage().rss
    const began = performance.now()
    const { pages } = await readDocument(jobSheet({ ...facts, texts, device: endless, accessories: unbroken }))
    expect(pages).toBeLessThanOrEqual(40)
    // Far more than it takes, since the machines that run this are slow and shared.
    expect(performance.now() - began).toBeLessThan(20_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 2 ** 20)
  })
})

describe('what a customer is asked to accept', () => {
  const line = { kind: 'labour', label: 'Hashboard repair', quantity: 1, price: 150 } as const

  it('an estimate has its lines, their sum, and its last day', async () => {
    const chips = { kind: 'part', label: 'ASIC chip', quantity: 2, price: 20.05 } as const
    const quote = { facts, quoteNumber: 2, validUntil: '5 December 2026', lines: [line, chips] }
    const { pages, text } = await read(await estimatePdf(quote))
    expect(pages).toBe(1)
    for (const words of ['Estimate 2', 'Hashboard repair Labour 1 €150.00 €150.00', 'ASIC chip Part 2 €20.05 €40.10', 'Total €190.10']) {
      expect(text).toContain(words)
    }
    expect(text).toContain('Valid until 5 December 2026')
    const many = await readDocument(
      estimateDocument({ ...quote, lines: Array.from({ length: 51 }, () => ({ ...line, label: 'Łata '.repeat(40) })) }),
    )
    expect(many.pages).toBeGreaterThan(1)
    // The last page may have no more than the last sentence.
    expect(many.text.match(/Description Kind Quantity/g)?.length).toBeGreaterThanOrEqual(many.pages - 1)
    expect((await read(await estimatePdf({ ...quote, lines: [], validUntil: null }))).text).toContain('Total €0.00')
  })

  it('an offer has what was found, what that takes off, and what is left', async () => {
    const { text } = await read(
      await offerPdf({
        facts: { ...facts, noun: 'tradeIns', number: 'TI-2026-0007' },
        quoteNumber: 1,
        validUntil: '5 December 2026',
        grade: 'good',
        baseValue: 1000,
        checks: [
          { item: 'powers_on', result: 'ok', note: null },
          { item: 'fans', result: 'fault', note: 'One is loud' },
          { item: 'noise', result: 'not_checked', note: null },
        ],
        deductions: [
          { label: 'Fan', explanation: 'It must be replaced', kind: 'fixed', amount: 40 },
          { label: 'Corrosion', explanation: '', kind: 'percent', amount: 12.5 },
        ],
        finalValue: 835,
        overrideReason: null,
      }),
    )
    for (const words of [
      'Offer 1',
      'TI-2026-0007',
      'Powers on OK',
      'Fans Fault One is loud',
      'Value in grade Good €1,000.00',
      'Fan: It must be replaced −€40.00 −€40.00',
      'Corrosion −12.5% −€125.00',
      'Our offer, in store credit €835.00',
    ]) {
      expect(text).toContain(words)
    }
    expect(text).not.toContain('Noise')
  })
})

describe('text for printing', () => {
  it('keeps letters of all scripts and loses what is no letter', () => {
    expect(printable(' a\u0000b\u202e\r\nc\tд\ud800 e\u0301 ')).toBe('ab\nc д é')
    expect(printable('a\n\n\n\n\nb')).toBe('a\n\nb')
    expect(printable('x'.repeat(20_000))).toHaveLength(10_126)
    expect(printable('x\n'.repeat(20_000)).split('\n')).toHaveLength(500)
    expect(printableLine('one\n two  three', 8)).toBe('one two…')
  })
})

describe('a document that goes with an email', () => {
  const secret = 'a secret of this test, long enough'
  const document = { noun: 'repairs', id: '00000000-0000-0000-0000-000000000000', kind: 'estimate', number: 1 } as const
  const email = { to: 'a@example.com', subject: 'Estimate', html: '<p>Hello</p>', text: 'Hello' }
  const data = {
    to: email.to,
    subject: email.subject,
    sealed: encrypt(secret, ENCRYPTION_PURPOSE, JSON.stringify({ ...email, document })),
    postedAt: facts.printedAt.toISOString(),
  }
  const job = { id: '11111111-1111-1111-1111-111111111111', data }
  const log = createLogger('silent')
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'shop-documents-'))
  })
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  const kindWith = (attach: EmailDeps['attach']) =>
    emailKind({
      ...{ secret, mail: createMailer({ dataDir: folder, log }), sms: null, log, attach },
      delivered: () => Promise.resolve(),
      gather: ({ data: alone }) => Promise.resolve(alone),
      merge: () => Promise.reject(new Error('One email alone is not merged')),
    })
  const written = () => readdirSync(path.join(folder, 'mail')).map((name) => readFileSync(path.join(folder, 'mail', name), 'utf8'))

  it('is made at each try: the email waits until it can be, and goes without it where there is nothing left to make it of', async () => {
    await expect(kindWith(() => Promise.reject(new Error('away'))).run(job)).rejects.toMatchObject({ reason: 'attachment', isFinal: false })
    await kindWith(() => Promise.resolve([])).run(job)
    expect(written()).toHaveLength(1)
    expect(written()[0]).not.toContain('application/pdf')

    const asked: unknown[] = []
    const bytes = await estimatePdf({ facts, quoteNumber: 1, validUntil: null, lines: [] })
    await kindWith((which) => {
      asked.push(which)
      return Promise.resolve([{ name: 'estimate-REP-1-1.pdf', contentType: 'application/pdf', bytes }])
    }).run(job)
    expect(asked).toEqual([document])
    // The same email, in its own place.
    const [message = ''] = written()
    expect(written()).toHaveLength(1)
    expect(message).toContain('filename=estimate-REP-1-1.pdf')
    expect(message.replaceAll(/\s/g, '')).toContain(bytes.toString('base64'))
    expect(message).toContain('text/plain')
    expect(message).toContain('text/html')
  })
})
