/** The repairs that the site offers (requirements §9), and any other. */

export const repairServiceIds = ['hashboard', 'control_board', 'power_supply', 'other'] as const
export type RepairServiceId = (typeof repairServiceIds)[number]

export interface RepairService {
  label: string
  /** EUR, the least that it costs; null where that depends on the fault. */
  fromPrice: number | null
  /** How long it takes, in business days from the day of arrival. */
  turnaround: { min: number; max: number }
}

export const repairServices: Record<RepairServiceId, RepairService> = {
  hashboard: { label: 'Hashboard repair', fromPrice: 150, turnaround: { min: 3, max: 5 } },
  control_board: { label: 'Control board repair', fromPrice: 100, turnaround: { min: 2, max: 3 } },
  power_supply: { label: 'Power supply repair', fromPrice: 80, turnaround: { min: 1, max: 2 } },
  // Any repair, by the contact page's FAQ.
  other: { label: 'Other repair', fromPrice: null, turnaround: { min: 1, max: 5 } },
}

/** The least warranty of a repair after it was completed (requirements §9), in days. */
export const WARRANTY_DAYS = 30

const DAY_MS = 24 * 60 * 60 * 1000

/** The last day of a warranty of so many days, of the day on which the repair was completed; both as '2026-11-21'. */
export const lastWarrantyDay = (completedOn: string, days: number): string =>
  new Date(Date.parse(completedOn) + days * DAY_MS).toISOString().slice(0, 10)

export interface Warranty {
  /** As '2026-11-21', in the time zone of the business. */
  lastDay: string
  isOver: boolean
}
