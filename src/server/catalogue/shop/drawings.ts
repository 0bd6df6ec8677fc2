/** The drawings of public/products, by what a product's name or category says; the first that fits. */
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

/** The address of a drawing for a product without a picture of its own: of a miner, where nothing says otherwise. */
export function drawingOf({ name, category }: { name: string; category: string }): string {
  const fits = (text: string) => drawings.find(([words]) => words.test(text))?.[1]
  return `/products/${fits(name) ?? fits(category) ?? 'four-fan-miner'}.svg`
}
