import type { Answers } from './answers'
import { fieldsOf, rowsOf, textOf, type Fields } from './said'

const SAVE_CARDS = 'Save nvidia-smi -q -x for cards of NVIDIA, rocm-smi -a --json for those of AMD.'

/** A miner's refusal: `{"STATUS": [{"STATUS": "E", "Msg": "Access denied"}]}`. */
function refusedIn({ pages }: Answers): string | null {
  for (const { fields } of pages) {
    const rows = typeof fields.STATUS === 'string' ? [fields] : rowsOf(fields.STATUS, 8)
    const refused = rows.find(({ STATUS }) => STATUS === 'E' || STATUS === 'F')
    if (refused) return textOf(refused.Msg)?.slice(0, 100) ?? ''
  }
  return null
}

const isRpcList = ({ result }: Fields) => Array.isArray(result) && result.length > 3 && result.every((each) => typeof each === 'string')

const KINDS: readonly (readonly [is: (fields: Fields) => boolean, sentence: string])[] = [
  [
    (fields) => 'hashrate' in fields && ('ua' in fields || 'kind' in fields) && 'results' in fields,
    `XMRig and programs made from it tell of no graphics card. ${SAVE_CARDS}`,
  ],
  [isRpcList, `This answer of Claymore, Phoenix or ethminer has no names in it, so that its figures cannot be told apart. ${SAVE_CARDS}`],
  [(fields) => rowsOf(fields.result).some((row) => 'gpuid' in row), `Answers of this mining program are not read. ${SAVE_CARDS}`],
  [
    (fields) => 'miners' in fields && 'stratum' in fields && fieldsOf(fields.miners) !== null,
    `Answers of Bminer are not read. ${SAVE_CARDS}`,
  ],
  [(fields) => 'hashboardStatus' in fields, 'Answers of an Obelisk say no unit of their hashrates, so that they are not read.'],
  [
    (fields) => 'bd' in fields && 'mt' in fields && 'ms' in fields,
    'Answers of a MultMiner have no names in them, so that they are not read.',
  ],
  [(fields) => 'fansRpm' in fields && 'slots' in fields, 'Answers of a Bitfury or FutureBit machine are not read.'],
  [
    (fields) => 'feedback' in fields && 'status' in fields,
    'Answers of an Ebang machine say the hashrate of none of its boards, so that they are not read.',
  ],
  [
    (fields) => 'schema_version' in fields && 'hashboards' in fields,
    'What asic-rs writes is not read. Save the miner’s own answers, or what pyasic writes with as_json().',
  ],
]

/** Only programs for graphics cards use these names. */
const CARD_NAMES = /^(?:gpus?|gpu_?\d{1,2}|gpu \d{1,2}|gpuid|gpu_id|gpu_devices|gpulist|cuda_?id|gpu_threads_conf|cuda|nvml|opencl)$/i
const isOfCards = (answers: Answers) =>
  answers.pages.some(({ fields }) =>
    Object.keys(fields)
      .slice(0, 200)
      .some((name) => CARD_NAMES.test(name)),
  )

const NOTHING = 'This file has neither what pyasic writes nor an answer of the CGMiner API: summary, stats or devs.'

export function refusalOf(answers: Answers): string {
  const refused = refusedIn(answers)
  if (refused !== null) return `The miner refused to answer: ${refused || 'it says no more'}.`
  const kind = KINDS.find(([is]) => answers.pages.some(({ fields }) => is(fields)))
  if (kind) return kind[1]
  if (isOfCards(answers)) return `Answers of this program for graphics cards are not read. ${SAVE_CARDS}`
  const [broken] = answers.broken
  if (broken !== undefined) return `${broken} is not as miners answer: it must be a list of objects.`
  return NOTHING
}
