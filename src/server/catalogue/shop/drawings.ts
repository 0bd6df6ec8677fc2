/** One drawing for each family and kind, by a product's name or category; the first match counts. */
const drawings: readonly (readonly [RegExp, string])[] = [
  [/hash ?board/i, 'hashboard'],
  [/control board/i, 'control-board'],
  [/power supply|\bpsu\b/i, 'power-supply'],
  [/thermal|\bpaste\b/i, 'thermal-paste'],
  [/\bpdu\b|power distribution/i, 'power-distribution'],
  [/(?:data|flat|ribbon|signal) (?:cable|lead)/i, 'data-cables'],
  [/cable|\bleads?\b|\bcords?\b/i, 'power-cables'],
  [/\btools?\b|screwdriver/i, 'tool-kit'],
  [/dry cooler|radiator|heat exchanger/i, 'dry-cooler'],
  [/\bfans?\b/i, 'fan-kit'],
  [/duct|silencer/i, 'air-duct'],
  [/immersion|\btank\b/i, 'immersion-tank'],
  [/hydro|water/i, 'hydro-miner'],
  [/gpu|\brigs?\b/i, 'gpu-rig'],
  [/container/i, 'mining-container'],
  [/rack|setup/i, 'mining-rack'],
  [/\bnano\b|bitaxe|\bsolo\b/i, 'solo-miner'],
  [/\bhome\b|avalon q\b/i, 'home-miner'],
  [/whatsminer/i, 'whatsminer'],
  [/avalon/i, 'avalon-miner'],
  [/antminer l\d|elphapex|scrypt/i, 'scrypt-miner'],
  [/antminer ks|iceriver|kheavyhash|kaspa/i, 'kheavyhash-miner'],
  [/antminer s9\b/i, 'two-fan-miner'],
  [/\bparts?\b/i, 'control-board'],
  [/accessor/i, 'fan-kit'],
]

const MINER = 'four-fan-miner'

export const drawingNames: ReadonlySet<string> = new Set([MINER, ...drawings.map(([, name]) => name)])

/** A miner by default. */
export function drawingOf({ name, category }: { name: string; category: string }): string {
  const fits = (text: string) => drawings.find(([words]) => words.test(text))?.[1]
  return `/products/${fits(name) ?? fits(category) ?? MINER}.svg`
}
