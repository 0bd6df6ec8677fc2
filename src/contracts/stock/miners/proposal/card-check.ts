import type { CardReading } from '../cards/shape'
import type { EvaluationProposal } from './proposal'
import type { MinerReading } from '../shape'

/** Reasons for deductions, by the labels of a new shop. */
const reasons = { dead: 'Dead graphics card', memory: 'Faulty graphics memory', fan: 'Fan of a graphics card' } as const

/** °C: cooler cards stop their fans on purpose. */
const WARM = 75
/** Seconds before a card has to hash. */
const STARTING = 5 * 60

const name = ({ index, model }: CardReading): string => `Card ${index + 1}${model === null ? '' : ` (${model})`}`
const watts = (value: number) => `${Math.round(value)} W`

const isDead = (card: CardReading, { cards = [], uptime }: MinerReading): boolean =>
  card.isLost ||
  (card.hashrate === 0 && (uptime ?? STARTING) >= STARTING && cards.some((other) => other !== card && (other.hashrate ?? 0) > 0))

const stands = ({ fanPercent, fanSpeed, temperature }: CardReading): boolean =>
  temperature !== null && temperature >= WARM && (fanSpeed ?? fanPercent) === 0

/** Worth a look, but no faults: a narrow slot, a lowered power limit, counted errors. */
function remarksOf(card: CardReading): string[] {
  const { pcieWidth, pcieMaxWidth, powerLimit, defaultPowerLimit, hardwareErrors, memoryNotes } = card
  return [
    ...(pcieWidth !== null && pcieMaxWidth !== null && pcieWidth < pcieMaxWidth
      ? [`${name(card)}: PCIe width ${pcieWidth}x of ${pcieMaxWidth}x, by a riser or a damaged slot. Ask.`]
      : []),
    ...(powerLimit !== null && defaultPowerLimit !== null && powerLimit < defaultPowerLimit
      ? [`${name(card)}: power limit ${watts(powerLimit)} of ${watts(defaultPowerLimit)}, as is set for mining.`]
      : []),
    ...(hardwareErrors !== null && hardwareErrors > 0
      ? [`${name(card)}: ${hardwareErrors} ${hardwareErrors === 1 ? 'share was' : 'shares were'} wrong.`]
      : []),
    ...memoryNotes.map((note) => `${name(card)}: ${note}.`),
  ]
}

function driveNotes({ drives = [] }: MinerReading): string[] {
  return drives.flatMap(({ model, isWell, badSectors, used }) => {
    const of = model ?? 'The drive'
    return [
      ...(isWell === false ? [`${of}: it expects to fail (SMART).`] : []),
      ...(badSectors !== null && badSectors > 0 ? [`${of}: ${badSectors} bad sectors or media errors.`] : []),
      ...(used !== null && used >= 100 ? [`${of}: its life is used up (${used}%).`] : []),
    ]
  })
}

export function cardProposal(reading: MinerReading): Pick<EvaluationProposal, 'checks' | 'deductions'> & { notes: string[] } {
  const { cards = [], expectedCards = null } = reading
  const dead = cards.filter((card) => isDead(card, reading))
  const lost = Math.max(0, (expectedCards ?? 0) - cards.length)
  const faulty = cards.filter(({ memoryFaults }) => (memoryFaults ?? []).length > 0)
  const still = cards.filter(stands)
  const deadText = (card: CardReading) => `${name(card)} ${card.isLost ? 'does not answer' : 'does not hash'}.`
  const lostText = `${lost} of ${expectedCards ?? 0} graphics cards ${lost === 1 ? 'does' : 'do'} not answer.`
  const memoryText = (card: CardReading) => `${name(card)}: ${(card.memoryFaults ?? []).join('; ')}.`
  const found = [...(lost > 0 ? [lostText] : []), ...dead.map(deadText), ...faulty.map(memoryText)]
  const names = [...new Set(cards.map(({ model }) => model).filter((model) => model !== null))].join(', ')
  const many = cards.length === 1 ? '1 graphics card answers' : `${cards.length} graphics cards answer`
  const fansKnown = cards.some(({ fanPercent, fanSpeed }) => fanPercent !== null || fanSpeed !== null)
  return {
    checks: [
      ...(cards.length === 0
        ? []
        : [
            {
              item: 'cards' as const,
              result: found.length > 0 ? ('fault' as const) : ('ok' as const),
              note: (found.join(' ') || `${many}${names === '' ? '' : `: ${names}`}.`).slice(0, 500),
            },
          ]),
      ...(fansKnown
        ? [
            {
              item: 'fans' as const,
              result: still.length > 0 ? ('fault' as const) : ('ok' as const),
              note:
                still.length > 0
                  ? still
                      .map((card) => `The fan of card ${card.index + 1} stands still at ${card.temperature ?? 0} °C.`)
                      .join(' ')
                      .slice(0, 500)
                  : 'No fan of a card stands still while it is hot.',
            },
          ]
        : []),
    ],
    deductions: [
      ...(lost > 0 ? [{ label: reasons.dead, explanation: lostText }] : []),
      ...dead.map((card) => ({ label: reasons.dead, explanation: deadText(card) })),
      ...faulty.map((card) => ({ label: reasons.memory, explanation: memoryText(card).slice(0, 300) })),
      ...(still.length > 0
        ? [
            {
              label: reasons.fan,
              explanation: `${still.length === 1 ? 'The fan' : 'Fans'} of ${still.length} graphics ${still.length === 1 ? 'card stands' : 'cards stand'} still.`,
            },
          ]
        : []),
    ],
    notes: [...cards.flatMap(remarksOf), ...driveNotes(reading)].slice(0, 40),
  }
}
