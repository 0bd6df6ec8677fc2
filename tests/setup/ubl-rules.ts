import sax from 'sax'

/**
 * A second reading of UBL invoices, which knows nothing of how the shop writes them: the rules of EN 16931 and of Peppol BIS Billing 3 that
 * concern what the shop sells, in whole units of the last decimal. A rule's name is its number there.
 */

interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

/** @throws for a text that is no XML */
export function parseXml(text: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = sax.parser(true)
  parser.onerror = (error) => {
    throw error
  }
  parser.onopentag = ({ name, attributes }) => {
    const element: Element = {
      name,
      attributes: Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, String(value)])),
      children: [],
      text: '',
    }
    open.at(-1)?.children.push(element)
    open.push(element)
  }
  parser.ontext = (more) => {
    const at = open.at(-1)
    if (at) at.text += more
  }
  parser.onclosetag = () => void open.pop()
  parser.write(text).close()
  const [document] = root.children
  if (!document) throw new Error('No element')
  return document
}

/** Elements under a path of local names, such as 'LegalMonetaryTotal/PayableAmount'. */
export const all = (of: Element, path: string): Element[] =>
  path
    .split('/')
    .reduce<Element[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name.split(':').at(-1) === name)),
      [of],
    )
export const textOf = (of: Element, path: string): string | undefined => all(of, path)[0]?.text.trim()

/** A decimal as a whole number of its hundred-millionth parts. */
function exact(text: string | undefined): bigint {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(text ?? '0') ?? []
  const size = BigInt(whole) * 100_000_000n + BigInt(part.padEnd(8, '0'))
  return sign === '-' ? -size : size
}
const CENT = 1_000_000n
const sum = (numbers: bigint[]) => numbers.reduce((one, other) => one + other, 0n)
const size = (number: bigint) => (number < 0n ? -number : number)
const anywhere = (of: Element): Element[] => [of, ...of.children.flatMap(anywhere)]

const PEPPOL = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'

/** Names of the rules that a document breaks. */
export function brokenRules(document: Element): string[] {
  const get = (path: string) => textOf(document, path)
  const amount = (path: string) => exact(get(path))
  const lines = [...all(document, 'InvoiceLine'), ...all(document, 'CreditNoteLine')]
  const lineSum = sum(lines.map((line) => exact(textOf(line, 'LineExtensionAmount'))))
  const [inEuro, ...inOther] = all(document, 'TaxTotal')
  const subtotals = inEuro ? all(inEuro, 'TaxSubtotal') : []
  const categories = [...anywhere(document)].filter(({ name }) => /:(?:Tax|ClassifiedTax)Category$/.test(name))
  const codes = new Set(categories.map((category) => textOf(category, 'ID')))
  const vatOf = (side: string) => get(`${side}/Party/PartyTaxScheme/CompanyID`)
  const [seller, buyer] = ['AccountingSupplierParty', 'AccountingCustomerParty'] as const
  const isPeppol = get('CustomizationID') === PEPPOL
  const broken: string[] = []
  const rule = (name: string, holds: boolean) => void (holds || broken.push(name))

  for (const [name, path] of Object.entries({
    ...{ 'BR-01': 'CustomizationID', 'BR-02': 'ID', 'BR-03': 'IssueDate', 'BR-05': 'DocumentCurrencyCode' },
    ...{ 'BR-06': `${seller}/Party/PartyLegalEntity/RegistrationName`, 'BR-07': `${buyer}/Party/PartyLegalEntity/RegistrationName` },
    ...{ 'BR-09': `${seller}/Party/PostalAddress/Country/IdentificationCode` },
    ...{ 'BR-11': `${buyer}/Party/PostalAddress/Country/IdentificationCode` },
  }))
    rule(name, Boolean(get(path)))
  for (const side of [seller, buyer])
    rule('BR-CL-14', /^[A-Z]{2}$/.test(get(`${side}/Party/PostalAddress/Country/IdentificationCode`) ?? ''))
  rule('BR-16', lines.length > 0)
  for (const line of lines) {
    const [price, quantity] = [textOf(line, 'Price/PriceAmount'), textOf(line, 'InvoicedQuantity') ?? textOf(line, 'CreditedQuantity')]
    rule('BR-25', Boolean(textOf(line, 'Item/Name')))
    rule('BR-27', exact(price) >= 0n && price !== undefined)
    const product = (exact(price) * exact(quantity)) / 100_000_000n
    // The official rule lets 2 cents pass.
    rule('PEPPOL-EN16931-R120', size(product - exact(textOf(line, 'LineExtensionAmount'))) <= CENT / 2n)
  }
  const total = 'LegalMonetaryTotal'
  rule('BR-CO-10', amount(`${total}/LineExtensionAmount`) === lineSum)
  rule('BR-CO-13', amount(`${total}/TaxExclusiveAmount`) === amount(`${total}/LineExtensionAmount`))
  const vat = exact(inEuro && textOf(inEuro, 'TaxAmount'))
  rule('BR-CO-14', vat === sum(subtotals.map((one) => exact(textOf(one, 'TaxAmount')))))
  rule('BR-CO-15', amount(`${total}/TaxInclusiveAmount`) === amount(`${total}/TaxExclusiveAmount`) + vat)
  rule('BR-CO-16', amount(`${total}/PayableAmount`) === amount(`${total}/TaxInclusiveAmount`) - amount(`${total}/PrepaidAmount`))
  rule('BR-CO-18', subtotals.length > 0)
  rule('BR-CO-25', amount(`${total}/PayableAmount`) <= 0n || Boolean(get('DueDate') ?? get('PaymentTerms/Note')))
  rule(
    'BR-CO-26',
    Boolean(vatOf(seller) ?? get(`${seller}/Party/PartyIdentification/ID`) ?? get(`${seller}/Party/PartyLegalEntity/CompanyID`)),
  )
  for (const subtotal of subtotals) {
    const [code, percent] = [textOf(subtotal, 'TaxCategory/ID'), textOf(subtotal, 'TaxCategory/Percent')]
    const of = lines.filter(
      (line) => textOf(line, 'Item/ClassifiedTaxCategory/ID') === code && textOf(line, 'Item/ClassifiedTaxCategory/Percent') === percent,
    )
    const [taxable, tax] = [exact(textOf(subtotal, 'TaxableAmount')), exact(textOf(subtotal, 'TaxAmount'))]
    rule(`BR-${code}-08`, taxable === sum(of.map((line) => exact(textOf(line, 'LineExtensionAmount')))))
    // Prices include VAT, which is rounded in each line: at most 0.6 cents each, where the official rule lets a whole euro pass.
    rule('BR-CO-17', size((taxable * exact(percent)) / 10_000_000_000n - tax) <= (BigInt(of.length) * 6n * CENT) / 10n)
    if (code !== 'S') rule(`BR-${code}-09`, tax === 0n)
    if (code === 'S') rule('BR-S-05', exact(percent) > 0n)
    if (code === 'E' || code === 'O') rule(`BR-${code}-10`, Boolean(textOf(subtotal, 'TaxCategory/TaxExemptionReason')))
  }
  if (codes.has('O')) {
    rule('BR-O-02', vatOf(seller) === undefined && vatOf(buyer) === undefined)
    rule(
      'BR-O-05',
      categories.every((category) => textOf(category, 'Percent') === undefined),
    )
    rule('BR-O-11', codes.size === 1)
  } else rule('BR-S-02', Boolean(vatOf(seller)))
  rule('BR-53', (get('TaxCurrencyCode') === undefined) === (inOther.length === 0))
  rule('PEPPOL-EN16931-R054', inOther.length === (get('TaxCurrencyCode') === undefined ? 0 : 1))
  for (const other of inOther) rule('BT-111', all(other, 'TaxAmount')[0]?.attributes.currencyID === get('TaxCurrencyCode'))
  for (const means of all(document, 'PaymentMeans')) rule('BR-61', Boolean(textOf(means, 'PayeeFinancialAccount/ID')))
  rule('PEPPOL-EN16931-R001', Boolean(get('ProfileID')))
  rule('PEPPOL-EN16931-R002', all(document, 'Note').length <= 1)
  rule('PEPPOL-EN16931-R003', Boolean(get('BuyerReference')))
  rule(
    'PEPPOL-EN16931-R008',
    anywhere(document).every(({ children, text }) => children.length > 0 || text.trim() !== ''),
  )
  const schemes = [seller, buyer].flatMap((side) =>
    all(document, `${side}/Party/EndpointID`).map(({ attributes }) => attributes.schemeID ?? ''),
  )
  rule(
    'BR-CL-25',
    schemes.every((scheme) => /^(?:\d{4}|EM)$/.test(scheme)),
  )
  if (isPeppol) {
    rule(
      'PEPPOL-EN16931-CL008',
      schemes.every((scheme) => /^\d{4}$/.test(scheme)),
    )
    rule('PEPPOL-EN16931-R010', Boolean(get(`${buyer}/Party/EndpointID`)))
    rule('PEPPOL-EN16931-R020', Boolean(get(`${seller}/Party/EndpointID`)))
  }
  return [...new Set(broken)]
}
