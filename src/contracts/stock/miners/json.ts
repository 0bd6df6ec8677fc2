export class ReadingError extends Error {
  override name = 'ReadingError'
}

/** Characters; the largest answers of real machines have 40,000. */
export const LONGEST_READING = 400_000
const MOST_ANSWERS = 20
/** Names and values; real machines have a few thousand. */
const MOST_ENTRIES = 20_000
/** Levels of nesting; real machines have up to 6. */
const DEEPEST = 16

const TOO_LONG = 'This file is too long for a reading: at most 400 kB.'
const NOT_JSON =
  'This file is not JSON. Ask the miner with {"command": "summary+stats+pools+devs"}, or save what pyasic writes with as_json().'
const PYTHON =
  'This file is written with Python’s quotes, which is not JSON. Save it with json.dumps(...), or with as_json() where pyasic wrote it.'
/** ccminer and its forks answer 'NAME=…;ALGO=…|'. */
const PIPES =
  'This is an answer of a program for graphics cards, and not JSON. Save nvidia-smi -q -x for cards of NVIDIA, rocm-smi -a --json for those of AMD.'
const CUT = 'This file ends in the middle: a part of it is missing.'
const TOO_DEEP = 'This file is nested too deep for a reading.'
const TOO_FULL = `This file holds too much for a reading: at most ${MOST_ENTRIES.toLocaleString('en-GB')} names and values.`
const TOO_MANY = `This file holds too many answers for a reading: at most ${MOST_ANSWERS}.`

const WORDS: Partial<Record<string, string>> = { true: 'true', false: 'false', null: 'null', nan: 'null', inf: 'null', infinity: 'null' }

/** JSON's escapes; firmware also escapes apostrophes. */
const ESCAPES = '"\\/bfnrtu'

/** Matched at a position (sticky). */
const COMMENT = /\/\/[^\n]{0,1000}/y
const BLANKS = /[\s\0\uFEFF]{1,1000}/y
const DIGITS = /[-+.\d]{1,1000}/y

/** One pass, linear in the text; entries are counted before any value is made. */
class Scanner {
  readonly #documents: string[] = []
  #document: string[] = []
  #depth = 0
  #entries = 0
  #last = ''

  constructor(private readonly text: string) {}

  documents(): string[] {
    let at = 0
    while (at < this.text.length) at = this.#step(at)
    if (this.#depth > 0 || this.#document.length > 0) throw new ReadingError(CUT)
    return this.#documents
  }

  #put(part: string): void {
    this.#document.push(part)
    this.#last = part
  }

  #step(at: number): number {
    const blanks = this.#run(BLANKS, at)
    if (blanks > 0) return at + blanks
    const char = this.text.charAt(at)
    // A browser's JSON viewer saves time and address as comments above the data.
    const comment = this.#depth === 0 && char === '/' ? this.#run(COMMENT, at) : 0
    if (comment > 0) return at + comment
    // Answers are separated by a comma or nothing.
    if (this.#depth === 0 && char !== '{' && char !== '[') {
      if (char === ',' || char === ';') return at + 1
      throw new ReadingError(NOT_JSON)
    }
    if (char === '"') return this.#string(at)
    if (char === "'") throw new ReadingError(PYTHON)
    if (/[a-z]/i.test(char)) return this.#word(at)
    const digits = this.#run(DIGITS, at)
    if (digits > 0) this.#put(this.text.slice(at, at + digits))
    else if (char === '{' || char === '[') this.#open(char)
    else if (char === '}' || char === ']') this.#close(char)
    else this.#sign(char)
    return at + Math.max(digits, 1)
  }

  /** Length of the match at a position. */
  #run(kind: RegExp, at: number): number {
    kind.lastIndex = at
    return kind.exec(this.text)?.[0].length ?? 0
  }

  /** A sign that begins a value, or follows a value or a name. */
  #sign(char: string): void {
    this.#entries += 1
    if (this.#entries > MOST_ENTRIES) throw new ReadingError(TOO_FULL)
    this.#put(char)
  }

  #open(char: string): void {
    if (this.#last === '}') this.#sign(',')
    this.#depth += 1
    if (this.#depth > DEEPEST) throw new ReadingError(TOO_DEEP)
    this.#sign(char)
  }

  #close(char: string): void {
    if (this.#last === ',') this.#document.pop()
    this.#put(char)
    this.#depth -= 1
    if (this.#depth > 0) return
    this.#documents.push(this.#document.join(''))
    this.#document = []
    this.#last = ''
    if (this.#documents.length > MOST_ANSWERS) throw new ReadingError(TOO_MANY)
  }

  #string(from: number): number {
    let at = from + 1
    while (at < this.text.length && this.text.charAt(at) !== '"') at += this.text.charAt(at) === '\\' ? 2 : 1
    if (at >= this.text.length) throw new ReadingError(CUT)
    // Firmware leaves line breaks and tabs in strings, which JSON forbids.
    const raw = this.text.slice(from, at + 1)
    this.#put(
      raw
        .replaceAll(/[\n\r\t]/g, ' ')
        .replaceAll('\0', '')
        .replaceAll(/\\(.)/g, (pair, char: string) => (ESCAPES.includes(char) ? pair : char)),
    )
    return at + 1
  }

  #word(from: number): number {
    const [word = ''] = /^[a-z]{1,12}/i.exec(this.text.slice(from, from + 12)) ?? []
    // `1e5` is a number.
    if (/^e$/i.test(word) && /[\d.]$/.test(this.#last)) this.#put(word)
    else {
      const meant = WORDS[word.toLowerCase()]
      if (meant === undefined) throw new ReadingError(word === 'None' ? PYTHON : NOT_JSON)
      if (this.#last === '-') this.#document.pop()
      this.#put(meant)
    }
    return from + word.length
  }
}

/**
 * The values of a file, one for each answer. Firmware writes null characters at the end, omits commas between objects (`}{`) and writes
 * `nan`; people join several answers in one file.
 * @throws {ReadingError} with a sentence, for a file that is no reading, too long, too deep or too full
 */
export function answersIn(text: string): unknown[] {
  if (text.length > LONGEST_READING) throw new ReadingError(TOO_LONG)
  if (/^\s{0,20}(?:NAME|GPU|POOL)=[^|]{0,400}[;|]/.test(text.slice(0, 500))) throw new ReadingError(PIPES)
  const documents = new Scanner(text).documents()
  if (documents.length === 0) throw new ReadingError('This file is empty.')
  return documents.map((document): unknown => {
    try {
      return JSON.parse(document)
    } catch {
      throw new ReadingError(NOT_JSON)
    }
  })
}
