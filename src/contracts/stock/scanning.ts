import * as z from 'zod'
import { plainLine } from '~/contracts/fields'

/** Labels of units, parts and places, and the codes on them (docs/decisions/018). */

/** In one file; as many as parts received at once. */
export const MOST_LABELS = 200

const one = plainLine(200).min(1)
/** A query parameter that occurs once or several times. */
const several = z
  .union([one.transform((only) => [only]), z.array(one).max(MOST_LABELS)])
  .default([])
  .transform((given) => [...new Set(given)])

/** `GET /api/labels?unit=U-10001&unit=U-10002&part=P-10001&place=Shelf B3`: numbers, and names of places. */
export const labelsQuery = z
  .object({ unit: several, part: several, place: several })
  .refine(({ unit, part, place }) => unit.length + part.length + place.length > 0, { path: ['unit'], error: 'Say what the labels are for' })
  .refine(({ unit, part, place }) => unit.length + part.length + place.length <= MOST_LABELS, {
    path: ['unit'],
    error: `At most ${MOST_LABELS} labels`,
  })
export type LabelsOf = z.output<typeof labelsQuery>

export const labelsAddress = ({ unit = [], part = [], place = [] }: Partial<LabelsOf>): string => {
  const named = (name: string, values: readonly string[]) => values.map((value): [string, string] => [name, value])
  return `/api/labels?${new URLSearchParams([...named('unit', unit), ...named('part', part), ...named('place', place)]).toString()}`
}

const SCREEN = '/admin/scan'

/** QR code of a part's label: a page that opens the part. */
export const partCode = (number: string): string => `${SCREEN}?code=${encodeURIComponent(number)}`

const PLACE = 'LOC:'

export const placeCodes = (place: string): { bars: string; path: string } => ({
  bars: `${PLACE}${place}`,
  path: `${SCREEN}?place=${encodeURIComponent(place)}`,
})

const addressIn = (code: string): URL | null => (/^https?:/i.test(code) && URL.canParse(code) ? new URL(code) : null)

/** Null for other codes. */
export function placeOfCode(code: string): string | null {
  const text = code.trim()
  if (text.toUpperCase().startsWith(PLACE)) return text.slice(PLACE.length).trim() || null
  const address = addressIn(text)
  return address?.pathname === SCREEN ? address.searchParams.get('place')?.trim() || null : null
}

export function numberOfCode(code: string): string {
  const text = code.trim()
  if (!URL.canParse(text)) return text
  try {
    const { searchParams, pathname } = new URL(text)
    return searchParams.get('code') ?? searchParams.get('details') ?? decodeURIComponent(pathname.split('/').at(-1) ?? '')
  } catch {
    return ''
  }
}
