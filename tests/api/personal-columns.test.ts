import { readFileSync } from 'node:fs'
import { getDMMF } from '@prisma/internals'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { KEPT } from '~/contracts/identity/own-data'
import { keysOf } from '~/contracts/keys'
import { personalColumns } from '~/server/office/own-data/personal-columns'
import { ownTables } from '~/server/office/own-data/own-data-tables'
import { removeExpired } from '~/server/office/housekeeping/remove-expired'
import { openOn } from '../setup/database'
import { fillPersonalColumns } from '../setup/personal-person'
import { openTestShop, type TestShop } from '../setup/shop'

/** Every column with text or JSON has an entry (personal-columns.ts), and the entries are true. */

interface Column {
  /** 'Model.field'. */
  name: string
  /** The name in the database: 'table.column'. */
  place: string
}

async function textColumns(): Promise<Column[]> {
  const { datamodel } = await getDMMF({ datamodel: readFileSync('prisma/schema.prisma', 'utf8') })
  return datamodel.models.flatMap(({ name, dbName, fields }) =>
    fields
      .filter(({ kind, type, nativeType }) => kind === 'scalar' && (type === 'String' || type === 'Json') && nativeType?.[0] !== 'Uuid')
      .map((field) => ({ name: `${name}.${field.name}`, place: `${dbName ?? name}.${field.dbName ?? field.name}` })),
  )
}

type Answer = { onDeletion: string; copy: string } | 'none'
const answers = new Map<string, Answer>(
  Object.entries(personalColumns).flatMap(([model, fields]) =>
    Object.entries<Answer>(fields).map(([field, answer]): [string, Answer] => [`${model}.${field}`, answer]),
  ),
)
/** The deletion itself writes this table. */
const FINGERPRINTS = 'AuditForgotten.'
const personal = [...answers].flatMap(([name, answer]) => (answer === 'none' || name.startsWith(FINGERPRINTS) ? [] : [{ name, ...answer }]))

const found = z.array(z.object({ place: z.string(), value: z.string() }))
const TEXT = /zz-[a-z]+-[a-z]+-zz/g

/** The fixture's texts in every table of the shop and of its queue, each with its columns. */
async function scan({ db: { prisma } }: TestShop): Promise<Map<string, Set<string>>> {
  const tables = await prisma.$queryRaw<{ schema: string; name: string }[]>`
    SELECT schemaname AS schema, tablename AS name FROM pg_tables WHERE schemaname IN (current_schema(), 'shop_queue')`
  const places = new Map<string, Set<string>>()
  for (const { schema, name } of tables) {
    const rows = found.parse(
      await prisma.$queryRawUnsafe(`
        SELECT '${name}.' || cell.key AS place, lower(cell.value) AS value FROM "${schema}"."${name}" AS t, jsonb_each_text(to_jsonb(t)) AS cell
        WHERE cell.value ILIKE '%zz-%-zz%'`),
    )
    for (const { place, value } of rows)
      for (const [text] of value.matchAll(TEXT)) places.set(text, (places.get(text) ?? new Set()).add(place))
  }
  return places
}

describe('the columns that can tell of a person', () => {
  it('have an answer each, and no answer is of a column that is gone', async () => {
    expect([...answers.keys()].toSorted()).toEqual((await textColumns()).map(({ name }) => name).toSorted())
  })

  it('stay for a reason that the person is told, each reason for some column', () => {
    const reasons = new Set(
      [...answers.values()].flatMap((answer) => (answer === 'none' || answer.onDeletion === 'gone' ? [] : answer.onDeletion)),
    )
    expect([...reasons].toSorted()).toEqual(keysOf(KEPT).toSorted())
  })
})

describe('a person of whom every column tells', () => {
  let shop: TestShop
  let person: Awaited<ReturnType<typeof fillPersonalColumns>>
  let places: ReadonlyMap<string, string>
  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn('postgres') })
    person = await fillPersonalColumns(shop)
    places = new Map((await textColumns()).map(({ name, place }) => [name, place]))
  })
  afterAll(() => shop.close())
  const textOf = (name: string) => person.texts.get(name) ?? `no text of ${name}`
  const placeOf = (name: string) => places.get(name) ?? `no place of ${name}`

  it('is in each of them', async () => {
    const standing = await scan(shop)
    expect([...(standing.get('zz-queue-subject-zz') ?? [])]).toContain('job.data')
    expect(personal.filter(({ name }) => !standing.get(textOf(name))?.has(placeOf(name))).map(({ name }) => name)).toEqual([])
  })

  it('has what the answers say in the copy of their data, in that file, and nothing else', async () => {
    const files = new Map<string, string>()
    for (const [file, rows] of Object.entries(ownTables(shop.db.prisma, person.userId, person.email))) {
      const lines: string[] = []
      for await (const row of rows()) lines.push(JSON.stringify(row))
      files.set(file, lines.join('\n').toLowerCase())
    }
    const missing = personal.filter(({ name, copy }) => !copy.startsWith('not: ') && !files.get(copy)?.includes(textOf(name)))
    expect(missing.map(({ name, copy }) => `${name} in ${copy}`)).toEqual([])
    const copied = new Set(personal.flatMap(({ name, copy }) => (copy.startsWith('not: ') ? [] : textOf(name))))
    const whole = [...files.values()].join('\n')
    const leaked = personal.filter(
      ({ name, copy }) => copy.startsWith('not: ') && !copied.has(textOf(name)) && whole.includes(textOf(name)),
    )
    expect(leaked.map(({ name }) => name)).toEqual([])
  })

  it('is gone from all but those that stay for a reason, wherever in the database', async () => {
    const { credit, owed, onAccount, pending } = await person.caller.account.end()
    await person.caller.account.delete({ email: person.email, confirmed: { credit, owed, onAccount, pending } })
    // Files, and the readings from them, are deleted after 30 days.
    const later = new Date(shop.services.now().getTime() + 40 * 24 * 60 * 60 * 1000)
    await removeExpired({ ...shop.services, now: () => later })
    const standing = await scan(shop)
    const kept = personal.filter(({ onDeletion }) => onDeletion !== 'gone')
    expect(kept.filter(({ name }) => !standing.get(textOf(name))?.has(placeOf(name))).map(({ name }) => name)).toEqual([])
    const [keptTexts, keptPlaces] = [new Set(kept.map(({ name }) => textOf(name))), new Set(kept.map(({ name }) => placeOf(name)))]
    const left = [...standing].flatMap(([text, at]) =>
      keptTexts.has(text) ? [] : [...at].filter((place) => !keptPlaces.has(place)).map((place) => `${text} in ${place}`),
    )
    expect(left).toEqual([])
  })
})
