import { plainNumber } from '~/contracts/numbers'

/** Weights for an S10 number's check digit, the ninth (UPU standard S10). */
const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7]

function isS10(number: string): boolean {
  const sum = S10_WEIGHTS.reduce((total, weight, place) => total + weight * Number(number[2 + place]), 0)
  const check = 11 - (sum % 11)
  return Number(number[10]) === (check === 10 ? 0 : check === 11 ? 5 : check)
}

const A = 65
/** A counts 2; after 9 counting starts again at 0. */
const upsValue = (sign: string) => (/\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - A + 2) % 10)

function isUps(number: string): boolean {
  const sum = Array.from(number.slice(2, 17)).reduce((total, sign, place) => total + upsValue(sign) * (place % 2 === 0 ? 1 : 2), 0)
  return Number(number[17]) === (10 - (sum % 10)) % 10
}

interface ParcelForm {
  /** As in carriers.ts; null for a form that several carriers use. */
  carrier: string | null
  form: RegExp
  isRight?: (number: string) => boolean
  /** Characters of each group as printed on labels. */
  groups?: readonly (readonly number[])[]
}

const s10 = {
  isRight: isS10,
  groups: [
    [2, 3, 3, 3, 2],
    [2, 4, 4, 1, 2],
  ],
} as const

/** Numbers whose form identifies the carrier. */
const parcelForms: readonly ParcelForm[] = [
  { carrier: 'UPS', form: /^1Z[A-Z\d]{15}\d$/, isRight: isUps, groups: [[2, 3, 3, 2, 4, 4]] },
  // Parcelforce has the same form, and Royal Mail's page knows both.
  { carrier: 'Royal Mail', form: /^[A-Z]{2}\d{9}GB$/, ...s10 },
  { carrier: null, form: /^[A-Z]{2}\d{9}[A-Z]{2}$/, ...s10 },
  { carrier: 'DPD', form: /^1[56]\d{12}$/, groups: [[4, 4, 4, 2]] },
  // Yodel has numbers that begin with JD too.
  { carrier: 'DHL', form: /^(?:JJ?D01\d{14,18}|JVGL\d{10,16})$/ },
  { carrier: 'Evri', form: /^[HTC]\d{2}[A-Z\d]{2}[A-Z]\d{10}$/ },
]

/**
 * Long barcodes around a parcel number. DPD: a percent sign, seven characters of postcode, 14 of the parcel, three each of service and
 * country; printed without the sign and with a final check character (DPD parcel label specification). FedEx, 34 digits: the last 12 to 14.
 */
const BARCODES = [/^%?[A-Z\d]{7}(\d{14})\d{6}[A-Z\d]?$/, /^[0-8]\d{19}0{0,2}(\d{12,14})$/] as const

const FEWEST = 6
const MOST = 40

const squeezed = (typed: string) =>
  plainNumber(typed)
    .replaceAll(/[\s-]/g, '')
    .replaceAll(/[a-z]/g, (letter) => letter.toUpperCase())

const formOf = (number: string) => parcelForms.find(({ form }) => form.test(number))

/** In capitals without blanks; of a long barcode the parcel's part. Words ('by hand on Monday') stay. */
export function parcelNumber(typed: string): string {
  const number = squeezed(typed)
  for (const barcode of BARCODES) {
    const within = barcode.exec(number)?.[1]
    if (within !== undefined) return within
  }
  const digits = number.replaceAll(/\D/g, '').length
  const isNumber = /^[A-Z\d]+$/.test(number) && digits >= FEWEST && digits * 2 > number.length && number.length <= MOST
  return isNumber ? number : typed.trim()
}

export const isParcelNumber = (typed: string): boolean => formOf(parcelNumber(typed)) !== undefined

/** With the spelling of labels, which rows of earlier versions have. */
export function parcelSpellings(typed: string): string[] {
  const number = parcelNumber(typed)
  const printed = (formOf(number)?.groups ?? []).map((lengths) => {
    let from = 0
    return lengths.map((length) => number.slice(from, (from += length))).join(' ')
  })
  return [...new Set([number, ...printed])]
}

/** Null if several carriers use its form. */
export const carrierOfNumber = (typed: string): string | null => formOf(parcelNumber(typed))?.carrier ?? null

export function isMistyped(typed: string): boolean {
  const number = parcelNumber(typed)
  const form = formOf(number)
  return form?.isRight !== undefined && !form.isRight(number)
}
