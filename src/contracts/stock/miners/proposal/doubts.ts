import { hashrateText } from '~/contracts/catalogue/hashrate'
import { makerOf } from '../models'
import type { BoardReading, MachineState, MinerReading } from '../shape'

/** Why a reading proposes no grade or no fault, for the evaluator. */

/** Seconds after the start before the rate counts. */
const TOO_EARLY = 15 * 60
/** Above this multiple of the nameplate the units are doubted; the highest real file reached 1.03. */
const HIGHEST_PART = 1.2
/** A power limit below this share of the nameplate is a lowered one. */
const LOWERED_PART = 0.95
/** A dead board, usually one of three, keeps a machine below this share of its nameplate. */
const FULL_PART = 0.9

export interface Plate {
  /** H/s. */
  hashrate: number | null
  /** Watts. */
  power: number | null
  manufacturer: string | null
  model: string | null
}

export interface Doubts {
  /** Not hashing when read, which is no fault in itself. */
  isAtRest: boolean
  /** Too early, or the units disagree. */
  hidesRate: boolean
  hidesGrade: boolean
  /** Boards called missing whose rate proves them present. */
  hidesBoards: boolean
  notes: string[]
}

const AT_REST: Readonly<Record<Exclude<MachineState, 'hashing'>, string>> = {
  starting: 'It was still starting when it was read.',
  asleep: 'It was asleep when it was read.',
  stopped: 'It was not hashing when it was read.',
  too_hot: 'It had stopped when it was read, as it was too hot.',
}
const READ_AGAIN = 'Read it again while it hashes.'

const durationText = (seconds: number): string => (seconds < 120 ? `${Math.floor(seconds)} s` : `${Math.floor(seconds / 60)} minutes`)

function restNote({ state = null, hashrate }: MinerReading): string | null {
  if (state !== null && state !== 'hashing') return `${AT_REST[state]} ${READ_AGAIN}`
  return hashrate === 0 ? `${AT_REST.stopped} ${READ_AGAIN}` : null
}

function earlyNote({ uptime, isTuning }: MinerReading): string | null {
  if (uptime !== null && uptime >= 0 && uptime < TOO_EARLY)
    return `It had run for ${durationText(uptime)} when it was read, too short for its hashrate. Read it again after 15 minutes.`
  return isTuning === true
    ? 'It was still tuning itself when it was read, so that its hashrate says nothing yet. Read it again later.'
    : null
}

function unitNote(hashrate: number | null, plate: number | null): string | null {
  if (hashrate === null || plate === null || plate <= 0 || hashrate / plate <= HIGHEST_PART) return null
  return `It says ${hashrateText(hashrate)} on a plate of ${hashrateText(plate)}: the units disagree, or it is another machine. Look at its name plate.`
}

function loweredNote({ lowered = null, powerLimit }: MinerReading, power: number | null): string | null {
  if (lowered !== null)
    return `It was set to less than it can do: ${lowered.charAt(0).toLowerCase()}${lowered.slice(1)}. Set it to normal and read it again.`
  if (powerLimit === null || power === null || power <= 0 || powerLimit >= power * LOWERED_PART) return null
  return `Its power is set to ${Math.round(powerLimit)} W, below the ${Math.round(power)} W of its plate. Set it to normal and read it again.`
}

function contradictionNote({ boards, hashrate }: MinerReading, dead: readonly BoardReading[], plate: number | null): string | null {
  if (dead.length === 0 || hashrate === null || hashrate <= 0) return null
  const rate = hashrateText(hashrate)
  if (dead.length === boards.length) {
    const all = boards.length === 1 ? 'Its board is' : `All ${boards.length} boards are`
    return `${all} said to be missing, yet it hashes ${rate}: its boards could not be read. Read it with its own program.`
  }
  if (plate === null || plate <= 0 || hashrate / plate < FULL_PART) return null
  const some = dead.length === 1 ? `Board ${dead[0]?.slot ?? ''} is` : `${dead.length} boards are`
  return `${some} said to be missing, yet it hashes ${rate}, nearly all of its plate. Look at its boards.`
}

/** Board rates that do not add up have another unit. */
function sumNote({ boards, hashrate }: MinerReading): string | null {
  const rates = boards.map((board) => board.hashrate)
  if (hashrate === null || hashrate <= 0 || rates.length === 0 || rates.includes(null)) return null
  const sum = rates.reduce<number>((all, rate) => all + (rate ?? 0), 0)
  const part = sum / hashrate
  if (sum === 0 || (part > 0.2 && part < 5)) return null
  return `Its boards say ${hashrateText(sum)} together, and the machine ${hashrateText(hashrate)}: the units disagree.`
}

function makerNote(reading: MinerReading, { manufacturer, model }: Pick<Plate, 'manufacturer' | 'model'>): string | null {
  const own = makerOf(manufacturer, model)
  const read = makerOf(reading.make, reading.model)
  if ((reading.cards ?? []).length > 0 && own !== null)
    return `This is a reading of a rig of graphics cards, and the machine of this case is of ${own}.`
  if (own === null || read === null || own === read) return null
  const names = [reading.make, reading.model].filter((name, index) => name !== null && !(index === 0 && reading.model?.startsWith(name)))
  return `This is a reading of another maker’s machine: ${names.join(' ')}, and the machine of this case is of ${own}.`
}

const said = (notes: readonly (string | null)[]): string[] => notes.filter((note) => note !== null)

export function doubtsOf(reading: MinerReading, dead: readonly BoardReading[], plate: Plate, stated: number | null): Doubts {
  const rest = restNote(reading)
  const early = earlyNote(reading)
  const units = unitNote(reading.hashrate, plate.hashrate ?? stated)
  const lowered = rest === null ? loweredNote(reading, plate.power) : null
  const contradiction = rest === null ? contradictionNote(reading, dead, plate.hashrate) : null
  const sum = rest === null ? sumNote(reading) : null
  const maker = makerNote(reading, plate)
  return {
    isAtRest: rest !== null,
    hidesRate: rest !== null || early !== null || units !== null || sum !== null || maker !== null,
    hidesGrade: [rest, early, units, lowered, contradiction, sum, maker].some((note) => note !== null),
    hidesBoards: contradiction !== null,
    notes: said([maker, rest, rest === null ? early : null, units, sum, contradiction, lowered]),
  }
}
