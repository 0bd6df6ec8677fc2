/**
 * Facts by model name: boards, fans, and the unit of GHS fields. Air-cooled models of a series share them. Numbers are from the makers and
 * from recorded answers.
 */

interface ModelFacts {
  boards?: number
  fans?: number
  /** H/s of one unit of GHS fields, if not 1e9; depends on the algorithm. */
  ghs?: number
}

const MEGA = 1e6
const KILO = 1e3

const FACTS: readonly (readonly [name: RegExp, facts: ModelFacts])[] = [
  // Bitmain: water-cooled models have no fans, and three or four boards.
  [/\bantminer\s{0,2}[a-z]\d{1,2}.{0,30}(?:hyd|\bimm)/i, { fans: 0 }],
  [/\bantminer\s{0,2}[st]15/i, { boards: 3, fans: 2 }],
  [/\bantminer\s{0,2}[st](?:17|19|21)/i, { boards: 3, fans: 4 }],
  [/\bantminer\s{0,2}s11\b/i, { boards: 3, fans: 2 }],
  [/\bantminer\s{0,2}[st]9/i, { boards: 3, fans: 2 }],
  [/\bantminer\s{0,2}l3/i, { boards: 4, fans: 2, ghs: MEGA }],
  [/\bantminer\s{0,2}l7/i, { boards: 4, fans: 4, ghs: MEGA }],
  [/\bantminer\s{0,2}l9/i, { boards: 3, fans: 4, ghs: MEGA }],
  [/\bantminer\s{0,2}l\d/i, { ghs: MEGA }],
  // X11: the older models count in MH/s.
  [/\bantminer\s{0,2}d[35]\b/i, { boards: 3, fans: 2, ghs: MEGA }],
  [/\bantminer\s{0,2}d[79]\b/i, { boards: 3, fans: 4 }],
  // Equihash in kSol/s, CryptoNight in kH/s, Tensority in H/s, Ethash in MH/s.
  [/\bantminer\s{0,2}z(?:9|11|15)/i, { boards: 3, fans: 2, ghs: KILO }],
  [/\bantminer\s{0,2}x3\b/i, { boards: 3, fans: 2, ghs: KILO }],
  [/\bantminer\s{0,2}b3\b/i, { boards: 3, fans: 2, ghs: 1 }],
  [/\bantminer\s{0,2}e[39]\b/i, { ghs: MEGA }],
  [/\bantminer\s{0,2}(?:ka3|hs3|ks[35])/i, { boards: 3, fans: 4 }],
  [/\bantminer\s{0,2}k7\b/i, { boards: 3, fans: 2 }],
  // MicroBT: two fans; water- and oil-cooled models end in 3, 6 (M36, M56, M66) or 9.
  [/(?:^|\bwhatsminer\s{0,2})m(?:[23567][369])s?/i, { fans: 0 }],
  [/(?:^|\bwhatsminer\s{0,2})m(?:20|21|30|31|32|50|51|52|60|61)s?/i, { boards: 3, fans: 2 }],
  [/\bavalon\s{0,2}q\b/i, { boards: 1 }],
  [/\bavalon\s{0,2}(?:nano|mini)/i, { boards: 1, fans: 1 }],
  [/\bavalon(?:miner)?\s{0,2}10(?:26|47)\b/i, { fans: 2 }],
  [/\bavalon(?:miner)?\s{0,2}(?:1066|11\d\d|12\d\d|13\d\d|14\d\d)/i, { boards: 3, fans: 4 }],
  [/\bavalon(?:miner)?\s{0,2}15\d\d/i, { boards: 3, fans: 2 }],
  [/\bauradine|^at\d{4}/i, { boards: 3 }],
  [/\bsealminer/i, { boards: 3 }],
  [/^dg1|\bdg-?home/i, { boards: 4, fans: 4 }],
]

const LONGEST_NAME = 200

export function factsOf(make: string | null, model: string | null): ModelFacts {
  if (model === null) return {}
  const name = (make !== null && !model.toLowerCase().includes(make.toLowerCase()) ? `${make} ${model}` : model).slice(0, LONGEST_NAME)
  return FACTS.find(([pattern]) => pattern.test(name))?.[1] ?? {}
}

/** @param model with its maker, 'Antminer S19', or without, 'M30S' */
export const boardsOfModel = (model: string | null): number | null => factsOf(null, model).boards ?? null

const ALGORITHMS: readonly (readonly [algorithm: RegExp, unit: number])[] = [
  [/scrypt|x11|zksnark/i, 1e9],
  [/ethash|etchash/i, MEGA],
  [/equihash/i, KILO],
]
/** H/s of one unit of pyasic's bare numbers: TH/s for most algorithms. */
export const unitOfAlgorithm = (algorithm: string): number => ALGORITHMS.find(([pattern]) => pattern.test(algorithm))?.[1] ?? 1e12

const MAKERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Bitmain', /antminer|bitmain/i],
  ['MicroBT', /whatsminer|microbt|^m\d\ds?/i],
  ['Canaan', /avalon|canaan/i],
  ['Innosilicon', /innosilicon|\bt3h/i],
  ['Goldshell', /goldshell/i],
  ['IceRiver', /iceriver/i],
  ['Bitaxe', /bitaxe/i],
  ['NerdAxe', /nerd(?:q|octa)?axe/i],
  ['ePIC', /\bepic\b|blockminer/i],
  ['Elphapex', /elphapex|^dg1|dg-?home/i],
  ['Sealminer', /sealminer|bitdeer/i],
  ['Auradine', /auradine|teraflux|^a[ti]\d{4}/i],
  ['StrongU', /strongu/i],
  ['Hammer', /hammer/i],
  ['VolcMiner', /volcminer/i],
  ['Ebang', /ebang|ebit/i],
  ['Baikal', /baikal/i],
  ['iBeLink', /ibelink/i],
  ['HonorKnight', /honorknight/i],
  ['MinerVa', /minerva/i],
  ['Jasminer', /jasminer/i],
]

export const makerOf = (...names: readonly (string | null | undefined)[]): string | null => {
  for (const name of names) {
    const found = MAKERS.find(([, pattern]) => pattern.test((name ?? '').slice(0, LONGEST_NAME)))
    if (found) return found[0]
  }
  return null
}
