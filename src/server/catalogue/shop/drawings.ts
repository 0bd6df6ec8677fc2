/** The drawings of public/products, by a product's name or category; the first match counts. */
const drawings: readonly (readonly [RegExp, string])[] = [
  [/hash ?board/i, 'hashboard'],
  [/control board/i, 'control-board'],
  [/power supply|\bpsu\b/i, 'power-supply'],
  [/\bfans?\b/i, 'fan-kit'],
  [/duct|silencer/i, 'air-duct'],
  [/hydro|water|immersion/i, 'hydro-miner'],
  [/gpu|\brigs?\b/i, 'gpu-rig'],
  [/rack|setup|container/i, 'mining-rack'],
  [/\bhome\b/i, 'home-miner'],
  [/whatsminer|avalon/i, 'two-fan-miner'],
  [/\bparts?\b/i, 'control-board'],
  [/accessor/i, 'fan-kit'],
]

/** The URL of a drawing for a product without a picture; a miner by default. */
export function drawingOf({ name, category }: { name: string; category: string }): string {
  const fits = (text: string) => drawings.find(([words]) => words.test(text))?.[1]
  return `/products/${fits(name) ?? fits(category) ?? 'four-fan-miner'}.svg`
}
