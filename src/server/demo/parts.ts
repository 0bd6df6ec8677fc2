import type { Prisma } from '~/generated/prisma/client'
import type { EstimatedRepair } from './factories/estimate'
import type { makeFactories } from './factories'
import { daysBefore } from './factories/source'

const DAYS_OF_PARTS = 90

const sheets = [
  {
    name: 'Hashboard for Antminer S19j Pro',
    kind: 'hashboard',
    sku: 'BHB42601',
    fits: ['Antminer S19j Pro'],
    cost: 118,
    price: 189,
    there: 3,
  },
  {
    name: 'Control board for Antminer S19',
    kind: 'control_board',
    sku: 'C52',
    fits: ['Antminer S19', 'Antminer S19j Pro'],
    cost: 74,
    price: 129,
    there: 2,
  },
  {
    name: 'Power supply APW12',
    kind: 'psu',
    sku: 'APW121215',
    fits: ['Antminer S19', 'Antminer S19j Pro'],
    cost: 96,
    price: 169,
    there: 5,
  },
  { name: 'Fan 12038, 6,000 rpm', kind: 'fan', sku: 'QFR1212', fits: [], cost: 14, price: 29, there: 8 },
] as const

/** Free parts, one written off, and one reserved for a repair under way. */
export function makeParts({ partType, part }: ReturnType<typeof makeFactories>, repairs: readonly EstimatedRepair[], now: Date) {
  const createdAt = daysBefore(now, DAYS_OF_PARTS)
  const types = sheets.map(({ there: _there, fits, ...sheet }) => partType({ ...sheet, fits: [...fits], createdAt }))
  const parts: Prisma.PartCreateManyInput[] = types.flatMap((type, place) =>
    Array.from({ length: sheets[place]?.there ?? 0 }, (_, index) =>
      part(type, index === 0 && type.kind === 'psu' ? { state: 'scrapped', location: null } : {}),
    ),
  )
  const [worked] = repairs.filter(
    ({ repair: { status }, estimates, lines }) =>
      status === 'repairing' &&
      estimates.some(({ state }) => state === 'accepted') &&
      lines.some(({ estimateId, kind }) => estimateId === null && kind === 'part'),
  )
  const type = types.find(({ kind }) => kind === 'psu' && worked?.repair.diagnosis?.startsWith('Power')) ?? types[0]
  const line = worked?.lines.find(({ estimateId, kind }) => estimateId === null && kind === 'part')
  const aside = parts.find(({ typeId, state }) => typeId === type?.id && state === 'in_stock')
  if (worked && type && line && aside) {
    line.partTypeId = type.id
    Object.assign(aside, { state: 'reserved', reservedCaseId: worked.repair.id, reservedLineId: line.id })
  }
  return { partTypes: types, parts }
}
