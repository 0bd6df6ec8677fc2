/** Prices, times and the warranty are from requirements §9. */

/** Prices in EUR, as 'from' prices. */
export const repairServices = [
  {
    id: 'hashboard',
    title: 'Hashboard repair',
    text: 'For boards that are missing, run hot, or have lost part of their hash rate.',
    price: 150,
    turnaround: '3-5 days',
    features: [
      'Chip-by-chip test on our own fixtures',
      'Faulty ASIC chips, sensors and regulators replaced',
      'Cleaning, fresh thermal paste and refitted heat sinks',
      'Load test at the rated hash rate',
    ],
  },
  {
    id: 'control-board',
    title: 'Control board repair',
    text: 'For machines that do not start, do not join the network, or stop while starting.',
    price: 100,
    turnaround: '2-3 days',
    features: [
      'Firmware recovery and a clean installation',
      'Ethernet port, memory and fan connectors repaired',
      'Check of the data lines to every hashboard',
      'Your settings kept, if we can read them',
    ],
  },
  {
    id: 'power-supply',
    title: 'Power supply repair',
    text: 'For units that trip the breaker, switch off under load, or give no power at all.',
    price: 80,
    turnaround: '1-2 days',
    features: [
      'Capacitors, transistors and fuses replaced',
      'Fan cleaned or exchanged',
      'Output voltage set and measured under load',
      'Electrical safety test before it leaves',
    ],
  },
] as const

/** @param online customers request repairs online and get number and address at once */
export const repairSteps = (online: boolean) => [
  {
    icon: 'clipboard-list' as const,
    title: 'Request a quote',
    text: online
      ? 'Tell us online the model and what it does. You get a number, the address and a packing slip by email.'
      : 'Tell us the model and what it does. We answer within 24 hours with a price and the address to send it to.',
  },
  {
    icon: 'truck' as const,
    title: 'Send it to us',
    text: 'Pack the part or the whole machine well, insure it, and tell us the tracking number.',
  },
  {
    icon: 'wrench' as const,
    title: 'Diagnosis and repair',
    text: online
      ? 'We find the fault and email you an estimate, which you answer online. We start only when you accept it.'
      : 'We find the fault and confirm the price. We start only when you agree.',
  },
  {
    icon: 'package-check' as const,
    title: 'Tested and returned',
    text: 'We run the machine under load, then send it back to you, tracked, with a 30-day repair warranty.',
  },
]

export const commonIssues = [
  { sign: 'A hashboard is not found', cause: 'A broken chip interrupts the chain, or a data cable is loose.', service: 'Hashboard repair' },
  {
    sign: 'Hash rate well below its rating',
    cause: 'Dead chips, dried thermal paste, or a regulator out of range.',
    service: 'Hashboard repair',
  },
  {
    sign: 'It overheats and shuts down',
    cause: 'Dust, a failed temperature sensor or a heat sink that has come off.',
    service: 'Hashboard repair',
  },
  { sign: 'No network address', cause: 'A damaged Ethernet port or firmware that no longer starts.', service: 'Control board repair' },
  {
    sign: 'It restarts over and over',
    cause: 'Corrupt firmware, failing memory, or power that drops at the start.',
    service: 'Control board repair',
  },
  {
    sign: 'Fans at full speed, or a fan error',
    cause: 'A worn fan, or a connector on the control board.',
    service: 'Control board repair',
  },
  {
    sign: 'No lights, no fans, nothing',
    cause: 'A blown fuse or a failed primary stage in the power supply.',
    service: 'Power supply repair',
  },
  { sign: 'It trips the breaker', cause: 'A short circuit in the power supply. Leave it unplugged.', service: 'Power supply repair' },
] as const
