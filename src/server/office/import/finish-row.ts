import type { ImportValue } from '~/contracts/office/imports'
import { knownSerial } from '~/contracts/stock/units'
import type { ImportedNoun } from '~/contracts/records'

/** Rules about a whole row, beyond its single fields. */

type Data = Record<string, ImportValue | string[]>
type Finished = { data: Data } | { field: string | null; message: string }

const isValue = (value: unknown): value is ImportValue | string[] =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((each) => typeof each === 'string'))

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

function customer({ firstName, lastName, ...data }: Data): Finished {
  const composed = [textOf(firstName), textOf(lastName)].filter((part) => part !== '').join(' ')
  const fullName = textOf(data.fullName) || composed || null
  const email = textOf(data.email) || null
  const phone = textOf(data.phone) || null
  if (email === null && !/\d{5}/.test((phone ?? '').replaceAll(/\D/g, '')))
    return { field: null, message: 'Give an email address or a phone number' }
  return { data: { email, fullName, phone, ...('language' in data && { language: data.language }) } }
}

function unit(data: Data, givenId: string | null): Finished {
  const serialNumber = knownSerial(textOf(data.serialNumber))
  if (serialNumber === null && givenId === null)
    return { field: 'serialNumber', message: 'A unit without a serial number cannot be told from others: add it by hand' }
  const state = data.owner === 'company' ? 'bought' : 'with_customer'
  return { data: { ...data, ...('serialNumber' in data ? { serialNumber } : {}), ...('owner' in data ? { state } : {}) } }
}

function part({ serialNumber: serial, ...data }: Data): Finished {
  const serialNumber = knownSerial(textOf(serial))
  if (serialNumber === null) return { data }
  if (typeof data.quantity === 'number' && data.quantity !== 1) return { field: 'quantity', message: 'A serial number is of one part' }
  const { quantity: _quantity, ...one } = data
  return { data: { ...one, serialNumber } }
}

/** The row's fields as they are staged, or the reason why the row is wrong. */
export function finishRow(noun: ImportedNoun, fields: Record<string, unknown>, givenId: string | null): Finished {
  const data: Data = {}
  for (const [field, value] of Object.entries(fields)) if (isValue(value)) data[field] = value
  if (noun === 'users') return customer(data)
  if (noun === 'units') return unit(data, givenId)
  return noun === 'parts' ? part(data) : { data }
}
