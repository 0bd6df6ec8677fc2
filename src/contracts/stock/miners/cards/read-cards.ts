import type { Answers } from '../answers'
import { ReadingError } from '../json'
import { readingOf } from '../draft'
import { say, sumOf } from '../said'
import type { MinerReading } from '../shape'
import { hive } from './hive'
import { miningPrograms } from './mining-programs'
import type { CardProgram, RigDraft } from './program'
import { rocm } from './rocm'
import type { CardReading } from './shape'
import { smart } from './smart'

/** Merges the reports of several programs into one entry for each graphics card. A card is never a hashboard. */

const programs: readonly CardProgram[] = [rocm, hive, ...miningPrograms, smart]

const MOST_CARDS = 64

/** Compares models without the maker: 'NVIDIA GeForce RTX 3070' and 'MSI RTX 3070' are the same. */
const plainModel = (model: string): string =>
  model.replaceAll(/\b(?:nvidia|geforce|amd|radeon|graphics|msi|evga|asus|gigabyte|zotac|palit|series)\b|[^a-z0-9]/gi, '').toLowerCase()
const agree = (one: string | null, other: string | null): boolean =>
  one === null || other === null || plainModel(one).includes(plainModel(other)) || plainModel(other).includes(plainModel(one))

/** Merges two reports of one card; `one` wins where both have a value. */
function joined(one: CardReading, other: CardReading): CardReading {
  const filled = Object.entries(one).map(([name, value]): [string, unknown] => [name, value ?? other[name as keyof CardReading]])
  return {
    ...one,
    ...Object.fromEntries(filled),
    memoryNotes: [...one.memoryNotes, ...other.memoryNotes],
    isLost: one.isLost || other.isLost,
  }
}

const sameCard = (one: CardReading, other: CardReading): boolean =>
  one.uuid !== null && other.uuid !== null
    ? one.uuid === other.uuid
    : one.busId !== null && one.busId === other.busId && agree(one.model, other.model)

/**
 * Merges cards of several programs: by UUID, by place on the bus, or by number if both programs name as many cards and one of them gives
 * neither UUID nor place.
 */
function merge(known: readonly CardReading[], more: readonly CardReading[]): CardReading[] {
  const isPlaced = (card: CardReading) => card.uuid !== null || card.busId !== null
  const byNumber =
    known.length === more.length &&
    (!more.some(isPlaced) || !known.some(isPlaced)) &&
    known.every((card, place) => agree(card.model, more[place]?.model ?? null))
  const rest = new Set(more)
  const all = known.map((card, place) => {
    const match = byNumber ? more[place] : more.find((each) => rest.has(each) && sameCard(card, each))
    if (match) rest.delete(match)
    return match ? joined(card, match) : card
  })
  return [...all, ...rest]
}

/** @throws {ReadingError} for more cards than a rig has */
export function rigReading(drafts: readonly RigDraft[]): MinerReading {
  const cards = drafts.reduce<CardReading[]>((known, { cards: more }) => (known.length === 0 ? [...more] : merge(known, more)), [])
  if (cards.length > MOST_CARDS) throw new ReadingError(`This file names ${cards.length} graphics cards: at most ${MOST_CARDS}.`)
  const names = [...new Set(drafts.map(({ program }) => program))].join(', ')
  const one = <T>(read: (draft: RigDraft) => T | null | undefined) =>
    drafts.map(read).find((value) => value !== null && value !== undefined) ?? null
  // One program's own total counts if no other has rates; several programs mine on different cards.
  const rates = cards.map(({ hashrate }) => hashrate)
  const own = drafts.filter((draft) => draft.cards.some(({ hashrate }) => hashrate !== null))
  const total = own.length === 1 ? (own[0]?.hashrate ?? null) : null
  const driver = one((draft) => draft.driver)
  const reading = readingOf(names, {
    source: 'cards',
    firmware: say(driver === null ? null : `Driver ${driver}`, names),
    uptime: say(
      one((draft) => draft.uptime),
      names,
    ),
    hashrate: say(total ?? sumOf(rates), names),
    power: say(one((draft) => draft.power) ?? sumOf(cards.map(({ power }) => power)), names),
  })
  const expected = Math.max(0, ...drafts.map((draft) => draft.expectedCards ?? 0))
  return {
    ...reading,
    isMining: reading.hashrate === null ? null : reading.hashrate > 0,
    // The rig draws more than its cards, so their power gives no efficiency.
    efficiency: null,
    cards,
    expectedCards: expected > 0 ? expected : null,
    drives: drafts.flatMap(({ drives }) => drives ?? []).slice(0, 16),
  }
}

/** Null without reports of graphics-card programs. */
export function readCards(answers: Answers): MinerReading | null {
  const drafts = programs.flatMap((program) => program.read(answers))
  return drafts.some(({ cards, drives }) => cards.length > 0 || (drives ?? []).length > 0) ? rigReading(drafts) : null
}
