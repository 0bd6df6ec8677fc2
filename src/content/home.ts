export const tradeInSteps = [
  {
    icon: 'calculator',
    title: 'Calculate Value',
    text: 'Choose your machine and its condition. The estimate comes straight from our published list of values.',
  },
  {
    icon: 'package-check',
    title: 'Ship Equipment',
    text: 'Pack the machine well and send it to us insured for its full value.',
  },
  {
    icon: 'wallet',
    title: 'Receive Credit',
    text: 'We verify it within 2-3 business days after receipt and issue store credit that never expires.',
  },
  {
    icon: 'cpu',
    title: 'New Hardware',
    text: 'Spend the credit on any miner, rig or accessory in the shop, today or next year.',
  },
] as const

export const reasons = [
  {
    icon: 'scale',
    title: 'Values anyone can check',
    text: 'One list says what every machine is worth in every condition. Our own desk works from the same list.',
  },
  {
    icon: 'wrench',
    title: 'Repaired on our own bench',
    text: 'We mend hashboards, control boards and power supplies in London, with a 30-day warranty.',
  },
  {
    icon: 'globe',
    title: 'Shipped worldwide, insured',
    text: 'High-value shipments travel insured, and we handle the customs papers.',
  },
  {
    icon: 'headset',
    title: 'Engineers who answer',
    text: 'Advice on power, cooling and firmware from people who run the same machines, within 24 hours.',
  },
] as const

/** Prices in EUR, as 'from' prices (requirements §9). */
export const repairTeasers = [
  { part: 'hashboard', title: 'Hashboard repair', price: 150, turnaround: '3-5 days' },
  { part: 'control-board', title: 'Control board repair', price: 100, turnaround: '2-3 days' },
  { part: 'power-supply', title: 'Power supply repair', price: 80, turnaround: '1-2 days' },
] as const
export type RepairPart = (typeof repairTeasers)[number]['part']
