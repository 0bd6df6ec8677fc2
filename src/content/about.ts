/** Fixed texts; figures and the mission are settings. Names no people and no prizes. */

export const values = [
  {
    icon: 'tag',
    title: 'Say the price first',
    text: 'You can read our trade-in values and repair prices on this site before you write to us.',
  },
  {
    icon: 'wrench',
    title: 'Mend before you replace',
    text: 'We look for the part that failed. A new machine is the answer when a repair no longer pays.',
  },
  {
    icon: 'flask-conical',
    title: 'Test, then promise',
    text: 'No repaired or refurbished machine leaves before it has run under load, and it leaves under warranty.',
  },
  {
    icon: 'message-square-text',
    title: 'Answer plainly',
    text: 'We answer within 24 hours. You hear from somebody who knows the machine, and who says so when we cannot help.',
  },
] as const

/** Each belongs to a figure of the settings, so that others can check it. */
export const recognition = [
  {
    icon: 'heart-handshake',
    title: 'By customers who would come again',
    text: 'The satisfaction rate above is what we work for. When it slips, we want you to tell us why.',
  },
  {
    icon: 'globe',
    title: 'Across borders',
    text: 'Machines reach us from all the countries we serve, and go back there insured, with the customs papers done.',
  },
  {
    icon: 'hammer',
    title: 'On the bench',
    text: 'Every miner we have serviced has taught us something about the next one. That is what our years count for.',
  },
] as const

export const leadership = [
  {
    role: 'Managing Director',
    text: 'Answers for the company: its promises, its prices and the complaints that nobody else could settle.',
  },
  {
    role: 'Head of Repairs',
    text: 'Runs the workshop in London, decides what can be mended, and signs off every machine that leaves it.',
  },
  {
    role: 'Head of Trade-In',
    text: 'Keeps the list of values, inspects what arrives, and sees that credit is issued on time.',
  },
  {
    role: 'Head of Sales',
    text: 'Looks after bulk orders, custom setups and the shop’s range of new and refurbished machines.',
  },
  {
    role: 'Head of Logistics',
    text: 'Gets machines here and back: insured, tracked and through customs.',
  },
  {
    role: 'Head of Customer Service',
    text: 'Makes sure that every question has an answer within 24 hours, and every return its refund.',
  },
] as const

export const sustainability = [
  {
    icon: 'heart-pulse',
    title: 'A longer life',
    text: 'A repaired hashboard keeps a whole machine in use. Repair comes before replacement wherever it makes sense.',
  },
  {
    icon: 'repeat-2',
    title: 'A second owner',
    text: 'Machines traded in are cleaned, tested and sold again as refurbished. What cannot run is taken apart for spares.',
  },
  {
    icon: 'recycle',
    title: 'No board in the bin',
    text: 'We recycle what is left as electrical waste, as the law asks.',
  },
  {
    icon: 'gauge',
    title: 'Honest about power',
    text: 'Power and efficiency stand beside every hash rate in the shop, because watts are what a machine costs to run.',
  },
] as const
