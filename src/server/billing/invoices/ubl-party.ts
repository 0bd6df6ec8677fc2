import type { Party } from '~/contracts/billing/invoices'
import { branch, leaf } from '~/server/platform/xml/write-xml'

export const VAT_SCHEME = branch('cac:TaxScheme', [leaf('cbc:ID', 'VAT')])

/** Other spellings of ISO 3166 codes. */
const otherLetters: Record<string, string> = { UK: 'GB', XI: 'GB', EL: 'GR' }
/** Each party needs a country (BR-09, BR-11); the shop's own if plain SQL has left none. */
const countryOf = (stored: string | null): string => {
  const letters = (stored ?? '').trim().toUpperCase()
  return otherLetters[letters] ?? (/^[A-Z]{2}$/.test(letters) ? letters : 'GB')
}

/** VAT schemes of Peppol participants, by the number's prefix (code list EAS). Other registers' numbers are unknown to the shop. */
const vatSchemes: Record<string, string> = {
  ...{ AT: '9914', BE: '9925', BG: '9926', CH: '9927', CY: '9928', CZ: '9929', DE: '9930', EE: '9931', EL: '9933', ES: '9920' },
  ...{ FI: '0213', FR: '9957', GB: '9932', HR: '9934', HU: '9910', IE: '9935', LI: '9936', LT: '9937', LU: '9938', LV: '9939' },
  ...{ MT: '9943', NL: '9944', PL: '9945', PT: '9946', RO: '9947', SI: '9949', SK: '9950' },
}
const schemeOf = ({ vatNumber }: Party): string | undefined => (vatNumber === null ? undefined : vatSchemes[vatNumber.slice(0, 2)])

/** True for a party with a Peppol address. EN 16931 takes an email address (EM), Peppol does not (CL008). */
export const isParticipant = (of: Party): boolean => schemeOf(of) !== undefined

function endpoint(of: Party): string {
  const scheme = schemeOf(of)
  return scheme === undefined
    ? leaf('cbc:EndpointID', of.email, { schemeID: 'EM' })
    : leaf('cbc:EndpointID', of.vatNumber, { schemeID: scheme })
}

/** A British postcode at the end of a line. */
const POSTCODE = /(?:^|[\s,])([A-Z]{1,2}\d[A-Z\d]?)\s*(\d[A-Z]{2})$/i

/** Street first, town last, and a British postcode from any line. */
function addressParts(address: string | null, country: string) {
  const lines = (address ?? '')
    .split(/[\n\r]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const at = country === 'GB' ? lines.findLastIndex((line) => POSTCODE.test(line)) : -1
  const [, outward = '', inward = ''] = POSTCODE.exec(lines[at] ?? '') ?? []
  const others = lines
    .map((line, place) => (place === at ? line.replace(POSTCODE, '').replace(/,$/, '') : line))
    .filter((line) => line !== '')
  const town = others.length > 1 ? others.at(-1) : undefined
  const [street, additional, ...rest] = town === undefined ? others : others.slice(0, -1)
  return { street, additional, rest: rest.join(', '), town, postcode: `${outward} ${inward}`.toUpperCase().trim() }
}

function postalAddress({ address, country: stored }: Party): string {
  const country = countryOf(stored)
  const { street, additional, rest, town, postcode } = addressParts(address, country)
  return branch('cac:PostalAddress', [
    leaf('cbc:StreetName', street),
    leaf('cbc:AdditionalStreetName', additional),
    leaf('cbc:CityName', town),
    leaf('cbc:PostalZone', postcode),
    branch('cac:AddressLine', [leaf('cbc:Line', rest)]),
    branch('cac:Country', [leaf('cbc:IdentificationCode', country)]),
  ])
}

const companyNumber = (company: string | null) => company?.replace(/^company number\s*/i, '') ?? null

interface Named {
  registered: string
  number?: string | null
  /** Identifies a seller without either number. */
  id?: string | null
  form?: string | null
  contact?: string | null
  showsVatNumber: boolean
}

const party = (of: Party, { registered, number, id, form, contact, showsVatNumber }: Named): string =>
  branch('cac:Party', [
    endpoint(of),
    branch('cac:PartyIdentification', [leaf('cbc:ID', id)]),
    postalAddress(of),
    ...(showsVatNumber && of.vatNumber !== null ? [branch('cac:PartyTaxScheme', [leaf('cbc:CompanyID', of.vatNumber), VAT_SCHEME])] : []),
    branch('cac:PartyLegalEntity', [
      leaf('cbc:RegistrationName', registered) || leaf('cbc:RegistrationName', 'Customer'),
      leaf('cbc:CompanyID', number),
      leaf('cbc:CompanyLegalForm', form),
    ]),
    branch('cac:Contact', [leaf('cbc:Name', contact), leaf('cbc:ElectronicMail', of.email)]),
  ])

/** @param showsVatNumbers false outside the scope of VAT, where none may be named (BR-O-02) */
export function ublParties(seller: Party, buyer: Party, showsVatNumbers: boolean): string[] {
  const number = companyNumber(seller.company)
  // A seller without VAT or register number needs another identifier (BR-CO-26).
  const id = number === null && !(showsVatNumbers && seller.vatNumber !== null) ? (seller.email ?? seller.name) : null
  const form = seller.registeredOffice ? `Registered office: ${seller.registeredOffice}` : null
  return [
    branch('cac:AccountingSupplierParty', [party(seller, { registered: seller.name, number, id, form, showsVatNumber: showsVatNumbers })]),
    branch('cac:AccountingCustomerParty', [
      party(buyer, { registered: buyer.company ?? buyer.name, contact: buyer.company && buyer.name, showsVatNumber: showsVatNumbers }),
    ]),
  ]
}
