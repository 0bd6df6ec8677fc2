import { GIGA, numberOf, say, textOf, type Maybe, type Source } from '../said'

/** Avalon's own fields: `Name[values] Name[values]` as texts in an object of STATS. */

const LONGEST = 100_000
const MOST_FIELDS = 500

/** Parsed in one pass. Newer firmware puts `'STATS':{` before the first field. */
export class AvalonText {
  readonly #fields = new Map<string, string>()

  constructor(text: string) {
    let at = 0
    const body = text.slice(0, LONGEST)
    while (at < body.length && this.#fields.size < MOST_FIELDS) {
      const open = body.indexOf('[', at)
      const close = open === -1 ? -1 : body.indexOf(']', open)
      if (close === -1) break
      const name = body.slice(at, open).slice(-60).split(/[{\s]/).at(-1) ?? ''
      this.#fields.set(name, body.slice(open + 1, close))
      at = close + 1
    }
  }

  has = (name: string): boolean => this.#fields.has(name)

  text(name: string): string {
    return (this.#fields.get(name) ?? '').slice(0, 200)
  }

  numbers(name: string): number[] {
    return (this.#fields.get(name) ?? '')
      .split(/[\s,]/, 2000)
      .filter((part) => part !== '')
      .map(numberOf)
      .flatMap((number) => number ?? [])
  }

  number(...names: string[]): Maybe<number> {
    for (const name of names) {
      const [value] = this.numbers(name)
      if (value !== undefined) return { value, from: `MM ${name}` }
    }
    return null
  }

  rate(...names: string[]): Maybe<number> {
    const said = this.number(...names)
    return said === null ? null : say(said.value * GIGA, said.from)
  }
}

const MACHINE = /^MM ID(\d{1,3})(?::Summary)?$/
const BOARD_TEXT = /^HBinfo|^MM ID\d{1,3}:HB/

export interface AvalonMachine {
  /** `0` on a machine with its own controller; from `1` on a shared one. */
  id: string
  text: AvalonText
}

export const machinesIn = ({ fields }: Source): AvalonMachine[] =>
  Object.entries(fields)
    .slice(0, 500)
    .flatMap(([name, value]) => {
      const [, id] = MACHINE.exec(name) ?? []
      const text = typeof value === 'string' ? value : ''
      return id !== undefined && text.includes('[') ? [{ id, text: new AvalonText(text) }] : []
    })

/** Chip fields that newer firmware writes apart, by board: `'HB0':{PVT_T0[…] PVT_V0[…]}`. */
export const chipTexts = ({ fields }: Source): AvalonText =>
  new AvalonText(
    Object.entries(fields)
      .slice(0, 500)
      .flatMap(([name, value]) => (BOARD_TEXT.test(name) && typeof value === 'string' ? value.slice(0, LONGEST / 4) : []))
      .join(' '),
  )

/** From a version such as '1246-83-21072802_4ec6bb0', '8411803-aaaaaaa', 'Q-25052801' or 'Nano3s-25021401'. */
export function modelOfVersion(version: string): string | null {
  const [head = ''] = (textOf(version) ?? '').split('-', 1)
  if (/^\d{7}$/.test(head)) return `AvalonMiner ${head.slice(0, 3)}`
  if (/^\d{4}[a-z]{0,4}$/i.test(head)) return `AvalonMiner ${head}`
  // '15-194-24102401' names only a series.
  if (/^\d{1,2}$/.test(head)) return null
  const [, name = '', rest = ''] = /^(q|nano|mini)(\w{0,6})$/i.exec(head) ?? []
  return name === '' ? null : `Avalon ${name.charAt(0).toUpperCase()}${name.slice(1).toLowerCase()}${rest === '' ? '' : ` ${rest}`}`
}
