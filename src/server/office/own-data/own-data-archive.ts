import { setImmediate as nextTurn } from 'node:timers/promises'
import { makeZip } from 'client-zip'
import type { Viewer } from '~/server/identity/auth/read-session'
import { FileStoreError } from '~/server/platform/files/file-store'
import type { Services } from '~/server/services'
import { ownTables } from './own-data-tables'
import { ownCaseFiles } from './own-rows'

type Deps = Pick<Services, 'db' | 'files' | 'now'>

async function* asJson(rows: AsyncIterable<object>): AsyncGenerator<string> {
  yield '['
  let separator = '\n'
  for await (const row of rows) {
    yield separator + JSON.stringify(row, null, 2)
    separator = ',\n'
  }
  yield '\n]\n'
}

/** Valid on any system, without a path. */
const fileName = (text: string) =>
  text
    .slice(0, 100)
    .replaceAll(/[\p{Cc}\\/:*?"<>|]/gu, '_')
    .replace(/^[.\s]+/, '_')

const ABOUT = `This is what we know of you: each .json file has the rows of one kind, and the folder files the pictures and documents
of your repairs and trade-ins. Amounts are in EUR, times in UTC. Files that we no longer have say so in their place.
`

interface Entry {
  name: string
  input: string | Uint8Array | AsyncIterable<string>
  lastModified: Date
}

async function* entries({ db, files, now }: Deps, { userId, email }: Pick<Viewer, 'userId' | 'email'>): AsyncGenerator<Entry> {
  const lastModified = now()
  yield { name: 'about.txt', input: ABOUT, lastModified }
  for (const [name, rows] of Object.entries(ownTables(db.prisma, userId, email))) {
    yield { name: `${name}.json`, input: asJson(rows()), lastModified }
  }
  for await (const { id, name, kind, storageKey, repair, tradeIn } of ownCaseFiles(db.prisma, userId)) {
    const number = repair?.repairNumber ?? tradeIn?.tradeInNumber ?? ''
    // Pictures are stored as JPEG, whatever their name.
    const shown = kind === 'picture' && !/\.jpe?g$/i.test(name) ? `${name}.jpg` : name
    const path = `files/${fileName(number)}/${id.slice(0, 8)}-${fileName(shown)}`
    try {
      yield { name: path, input: await files.get(storageKey), lastModified }
    } catch (error) {
      if (!(error instanceof FileStoreError)) throw error
      yield { name: `${path}.txt`, input: `${error.message}\n`, lastModified }
    }
  }
}

/** Holds one page of rows or one file in memory. */
export async function* ownArchive(services: Deps, viewer: Pick<Viewer, 'userId' | 'email'>): AsyncGenerator<Uint8Array> {
  const reader = makeZip(entries(services, viewer)).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
      // A page of rows is a thousand steps without a pause.
      await nextTurn()
    }
  } finally {
    await reader.cancel()
  }
}
