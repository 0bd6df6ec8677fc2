/** The facts are from requirements §9. */

export const requirements = [
  'The machine is yours to sell: not leased, financed or reported stolen.',
  'It comes whole: hashboards, control board, fans and, where the model has one, its power supply.',
  'The serial number label is in place and can be read.',
  'It is reset to factory settings, with your pools and wallet addresses removed.',
  'You have blown out the dust, and drained and dried a machine from immersion cooling.',
  'We take machines that no longer work too: choose the condition ‘Poor’.',
] as const

export const conditionGuide = {
  excellent: 'Runs at its rated hashrate. No marks, no repairs, fans quiet, label and screws as from the factory.',
  good: 'Runs at its rated hashrate. Light marks on the case, some dust, nothing bent or missing.',
  fair: 'Runs, with signs of hard use: worn fans, marks, a past repair, or a hashrate a little below its rating.',
  poor: 'Does not start, does not hash, or has a dead hashboard, control board or power supply.',
} as const

/** @param online customers submit trade-ins online and get a packing slip */
export const packingGuidelines = (online: boolean) => [
  {
    title: 'Use a box that can take it',
    text: 'The original carton, or two cartons one inside the other, with at least 5 cm of foam on every side.',
  },
  {
    title: 'Hold the fans and leads still',
    text: 'Secure the fan guards and put the power leads in a bag, so that nothing rattles against a hashboard.',
  },
  {
    title: 'Put your details in the box',
    text: online
      ? 'The packing slip of your trade-in, which comes with the email about it: its code tells us whose machine it is.'
      : 'A note with your name, your email address and the estimate is enough for us to match machine and sender.',
  },
  {
    title: 'Insure it and keep the tracking number',
    text: online
      ? 'Insure the parcel for its full value, and enter the tracking number on the page of your trade-in. We tell you when it has arrived.'
      : 'Insure the parcel for its full value and send us the tracking number. We tell you when it has arrived.',
  },
]

/** @param online customers can submit machines online that are not in the list */
export const questions = (online: boolean) => [
  {
    question: 'How is the value of my machine worked out?',
    answer:
      'Every model has one published value for each of the four conditions. The calculator shows that value, and we confirm it once we have inspected the machine.',
  },
  {
    question: 'How long does verification take?',
    answer: 'Verification takes 2-3 business days after receipt. You hear from us as soon as your credit is ready.',
  },
  {
    question: 'Does store credit expire?',
    answer: 'No. Store credit from a trade-in never expires, and you can spend it in parts.',
  },
  {
    question: 'Can I have cash instead?',
    answer: 'No. Trade-ins are paid as store credit only, never as cash. Credit counts for any machine, rig, part or repair we sell.',
  },
  {
    question: 'What if you find it in another condition than I chose?',
    answer: 'Then the published value for that condition applies, up or down, and we tell you what we found before any credit is issued.',
  },
  {
    question: 'My machine is not in the list. Can I still trade it in?',
    answer: online
      ? 'Very likely. Submit it online, choose ‘My machine is not listed’, and tell us the model, its condition and ideally add photos. We value it once we have seen it.'
      : 'Very likely. Write to us with the miner model, its condition and ideally photos, and we will quote for it.',
  },
]
