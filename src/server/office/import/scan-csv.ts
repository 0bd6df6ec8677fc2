import { ImportFailure } from './import-failures'

export interface ScannedRow {
  line: number
  cells: string[]
  fault: string | null
}

/** Longer than all fields of a row together. */
const LONGEST_ROW = 256 * 1024
/** A file with more misplaced quotation marks is no table; each costs another scan. */
const MOST_FAULTS = 100

const QUOTE = '"'
const MISPLACED = 'A quotation mark stands in the wrong place: a cell with quotation marks in it is quoted, and each of them doubled.'
const UNCLOSED = 'unclosed'
const TOO_LONG = 'The row is too long.'

interface QuotedRow {
  cells: string[]
  next: number
  breaks: number
}
const MORE = 'more'

const isBlank = (character: string | undefined) => character === ' ' || character === '\u00A0' || character === '\t'

/** In parts, with mixed line ends and loose quotes. After an unreadable row, reading resumes on the line after its first. */
export class CsvScanner {
  private text = ''
  private at = 0
  private line = 1
  private faults = 0
  private nextQuote = -1
  private nextFeed = -1
  private nextReturn = -1

  constructor(private readonly delimiter: string) {}

  /** @throws {ImportFailure} for a text that is no table */
  *push(more: string): Generator<ScannedRow> {
    this.text = this.text.slice(this.at) + more
    this.at = 0
    this.nextQuote = this.nextFeed = this.nextReturn = -1
    yield* this.rows(false)
  }

  /** @throws {ImportFailure} */
  *end(): Generator<ScannedRow> {
    yield* this.rows(true)
  }

  private find(known: number, character: string): number {
    if (known >= this.at) return known
    const found = this.text.indexOf(character, this.at)
    return found === -1 ? Infinity : found
  }

  private lineEnd(isWhole: boolean): number {
    this.nextFeed = this.find(this.nextFeed, '\n')
    this.nextReturn = this.find(this.nextReturn, '\r')
    const end = Math.min(this.nextFeed, this.nextReturn)
    // A return may be half of a line end.
    return end === this.text.length - 1 && end === this.nextReturn && !isWhole ? Infinity : end
  }

  private after(end: number): number {
    return this.text[end] === '\r' && this.text[end + 1] === '\n' ? end + 2 : end + 1
  }

  private *rows(isWhole: boolean): Generator<ScannedRow> {
    while (this.at < this.text.length) {
      const end = this.lineEnd(isWhole)
      const isLong = this.text.length - this.at > LONGEST_ROW
      if (end === Infinity && !isWhole && !isLong) return
      this.nextQuote = this.find(this.nextQuote, QUOTE)
      const { line } = this
      if (Math.min(end, this.text.length) - this.at > LONGEST_ROW) {
        if (end === Infinity) throw new ImportFailure(`The row at line ${line} is too long; perhaps a quotation mark is not closed.`)
        yield this.refuse(end, TOO_LONG)
      } else if (this.nextQuote >= end || this.nextQuote === Infinity) {
        const cells = this.text.slice(this.at, end).split(this.delimiter)
        this.at = end === Infinity ? this.text.length : this.after(end)
        this.line++
        yield { line, cells, fault: null }
      } else {
        const quoted = this.quotedRow(isWhole)
        if (quoted === MORE && !isLong) return
        if (typeof quoted === 'object') {
          this.at = quoted.next
          this.line += quoted.breaks + 1
          yield { line, cells: quoted.cells, fault: null }
        } else yield this.refuse(end, quoted === MISPLACED ? quoted : `A quotation mark that opens in line ${line} is never closed.`)
      }
    }
  }

  private refuse(end: number, fault: string): ScannedRow {
    this.faults++
    if (this.faults > MOST_FAULTS)
      throw new ImportFailure(`More than ${MOST_FAULTS} rows cannot be read. The first ones end before line ${this.line}.`)
    const cells = this.text.slice(this.at, Math.min(end, this.at + LONGEST_ROW)).split(this.delimiter)
    this.at = end === Infinity ? this.text.length : this.after(end)
    return { line: this.line++, cells, fault }
  }

  /** A fault in words, or `more` if its end is still to come. */
  private quotedRow(isWhole: boolean): QuotedRow | string {
    const { text, delimiter } = this
    const cells: string[] = []
    let breaks = 0
    let from = this.at
    for (;;) {
      let at = from
      while (isBlank(text[at]) && text[at] !== delimiter) at++
      if (text[at] === QUOTE) {
        const cell = this.quotedCell(at + 1, isWhole)
        if (typeof cell === 'string') return cell
        breaks += cell.breaks
        cells.push(cell.value)
        at = cell.next
        while (isBlank(text[at]) && text[at] !== delimiter) at++
      } else {
        const start = from
        while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++
        cells.push(text.slice(start, at))
      }
      const ending = text[at]
      if (ending === undefined) return isWhole ? { cells, next: at, breaks } : MORE
      if (ending === '\r' && at + 1 === text.length && !isWhole) return MORE
      if (ending === '\n' || ending === '\r') return { cells, next: this.after(at), breaks }
      if (ending !== delimiter) return MISPLACED
      from = at + 1
    }
  }

  private quotedCell(start: number, isWhole: boolean): { value: string; next: number; breaks: number } | string {
    const { text } = this
    let value = ''
    let from = start
    for (;;) {
      const end = text.indexOf(QUOTE, from)
      if (end === -1) return isWhole ? UNCLOSED : MORE
      if (text[end + 1] === undefined && !isWhole) return MORE
      if (text[end + 1] !== QUOTE) {
        value += text.slice(from, end)
        return { value, next: end + 1, breaks: value.match(/\r\n|\r|\n/g)?.length ?? 0 }
      }
      value += text.slice(from, end + 1)
      from = end + 2
    }
  }
}
