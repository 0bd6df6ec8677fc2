import { fieldsOf, rowsOf, Source, type Fields } from './said'

/**
 * Indexes the documents of a file: sections of the CGMiner API by name (`SUMMARY`, `STATS` …) at any depth, and every other object as a
 * page, since firmware with its own web API answers in pages.
 */

/** Answers are nested in a list, under their command's name, or in BTMiner's `Msg`. */
const DEEPEST = 6
const MOST_PAGES = 400
const MOST_ROWS = 200

const SECTIONS = new Set([
  'SUMMARY',
  'STATS',
  'POOLS',
  'DEVS',
  'DEVDETAILS',
  'VERSION',
  'POWER',
  'FANS',
  'TEMPS',
  'CONFIG',
  'TUNERSTATUS',
  'HARDWARE',
])
/** Auradine's sections. Other makers use these names for fields, so they count only if they hold a list. */
const LISTS = new Set(['Fan', 'IPReport', 'PSU', 'Temperature', 'Mode', 'ASCCount'])
/** `STATS0`, `STATS1` …: older Innosilicon firmware numbers its lists. */
const NUMBERED = /^(STATS|POOL|DEVS)\d{1,3}$/

export class Answers {
  readonly #sections = new Map<string, Source[]>()
  readonly pages: Source[] = []
  /** Sections that should be lists of objects and are not. */
  readonly broken: string[] = []

  constructor(readonly documents: readonly unknown[]) {
    for (const document of documents) this.#collect(document, '', 0)
  }

  rows(section: string): readonly Source[] {
    return this.#sections.get(section) ?? []
  }

  row(section: string): Source {
    return this.rows(section)[0] ?? new Source(section, {})
  }

  has(...sections: readonly string[]): boolean {
    return sections.some((section) => this.rows(section).length > 0)
  }

  page(...names: readonly string[]): Source | null {
    return this.pages.find((each) => each.has(...names)) ?? null
  }

  /** Descriptions in `STATUS`, one a line: 'BOSminer bosminer-plus-am1-s9 0.4.0'. */
  get description(): string {
    return this.pages
      .flatMap((page) => rowsOf(page.fields.STATUS, 4))
      .flatMap((row) => (typeof row.Description === 'string' ? row.Description.slice(0, 200) : []))
      .join('\n')
  }

  #collect(value: unknown, name: string, depth: number): void {
    if (depth > DEEPEST || this.pages.length >= MOST_PAGES) return
    if (Array.isArray(value)) {
      for (const each of value.slice(0, MOST_ROWS)) this.#collect(each, name, depth + 1)
      return
    }
    const fields = fieldsOf(value)
    if (fields === null) return
    this.pages.push(new Source(name, fields))
    for (const [key, inner] of Object.entries(fields).slice(0, 500)) {
      const [, numbered] = NUMBERED.exec(key) ?? []
      if (SECTIONS.has(key) || (LISTS.has(key) && Array.isArray(inner)) || (numbered !== undefined && typeof inner === 'object'))
        this.#section(numbered === 'POOL' ? 'POOLS' : (numbered ?? key), inner)
      else if (typeof inner === 'object' && inner !== null) this.#collect(inner, key, depth + 1)
    }
  }

  #section(name: string, value: unknown): void {
    const single: Fields | null = fieldsOf(value)
    if (single === null && !Array.isArray(value)) {
      this.broken.push(name)
      return
    }
    const rows = single === null ? rowsOf(value, MOST_ROWS) : [single]
    if (single === null && Array.isArray(value) && rows.length < Math.min(value.length, MOST_ROWS)) this.broken.push(name)
    this.#sections.set(name, [...this.rows(name), ...rows.map((row) => new Source(name, row))])
  }
}
