/** Opening hours and answers are from requirements §2 Contact. */

export const offices = [
  {
    city: 'London',
    kind: 'Headquarters & Service Center',
    hours: [
      { days: 'Mon-Fri', open: '9:00 AM-6:00 PM GMT' },
      { days: 'Sat', open: '10:00 AM-4:00 PM GMT' },
      { days: 'Sun', open: 'closed' },
    ],
  },
] as const

export const contactQuestions = [
  {
    question: 'What do you need for a trade-in quote?',
    answer:
      'The miner model, its condition and ideally photos. The calculator gives an estimate at once; we confirm it after inspecting the machine.',
  },
  {
    question: 'How long do repairs take?',
    answer:
      'Repairs take 1-5 business days, depending on the part. Every machine comes back with tracking, and there is an expedited option if it is urgent.',
  },
  {
    question: 'Do you ship worldwide?',
    answer: 'Yes, we offer worldwide shipping. High-value shipments are insured, and we handle customs.',
  },
  {
    question: 'Are there discounts for larger orders?',
    answer: 'Yes, there are bulk discounts. Contact sales with the models and quantities, and we make you an offer.',
  },
] as const

export const quickAnswers = [
  { question: 'What is my machine worth?', topic: 'trade-in' },
  { question: 'What does a repair cost?', topic: 'repair' },
  { question: 'Where is my repair or trade-in?', topic: 'track' },
  { question: 'How do I return something?', topic: 'returns' },
] as const
