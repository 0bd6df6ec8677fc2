import type { FieldDescription, FieldDescriptions } from '~/contracts/field-description'
import type { NetworkAssumptions } from './network'
import type { NetworkCoinValues } from './network-inputs'

export const networkCoinFields = {
  coin: { label: 'Coin', kind: 'line', part: 'ticker', required: true, placeholder: 'BTC', hint: 'Its ticker' },
  name: { label: 'Name', kind: 'line', part: 'coin', required: true, placeholder: 'Bitcoin' },
  algorithm: {
    label: 'Algorithm',
    kind: 'line',
    part: 'coin',
    required: true,
    placeholder: 'SHA-256',
    hint: 'As products and models have it',
  },
  mergedWith: {
    label: 'Comes with',
    kind: 'line',
    part: 'coin',
    none: 'Mined by itself',
    placeholder: 'LTC',
    hint: 'A coin whose miners earn this one besides, as Dogecoin comes with LTC. Empty: mined by itself',
  },
  networkHashrate: {
    label: 'Network hashrate',
    kind: 'line',
    part: 'figures',
    none: 'By the difficulty',
    placeholder: '950 EH/s',
    hint: 'Either this or the difficulty',
  },
  difficulty: { label: 'Difficulty', kind: 'line', part: 'figures', none: 'By the hashrate', placeholder: '150000000000000' },
  blockReward: {
    label: 'Block reward (coins)',
    historyLabel: 'Block reward',
    kind: 'line',
    part: 'figures',
    required: true,
    placeholder: '3.125',
  },
  blockSeconds: {
    label: 'Block time (seconds)',
    historyLabel: 'Block time in seconds',
    kind: 'line',
    part: 'figures',
    required: true,
    placeholder: '600',
  },
  price: {
    label: 'Price of a coin (EUR)',
    historyLabel: 'Price in EUR',
    kind: 'line',
    part: 'figures',
    required: true,
    placeholder: '80000',
  },
  halvesOn: {
    label: 'Reward halves on',
    kind: 'line',
    part: 'figures',
    none: 'Not known',
    placeholder: '2028-04-17',
    hint: 'A day such as 2028-04-17. Empty: not known',
  },
} as const satisfies FieldDescriptions<NetworkCoinValues>

export const networkAssumptionFields: Record<keyof NetworkAssumptions, FieldDescription> = {
  growthLow: { label: 'Slow growth of the difficulty (%)', kind: 'line', hint: 'In 30 days; a range begins here' },
  growthHigh: { label: 'Fast growth of the difficulty (%)', kind: 'line', hint: 'In 30 days; a range ends here' },
  poolFee: { label: 'Pool fee (%)', kind: 'line', hint: 'What a pool keeps of the coins' },
  uptime: { label: 'Uptime (%)', kind: 'line', hint: 'Of the time a machine runs' },
}
