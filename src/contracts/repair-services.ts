/** From requirements §9; `other` is any other repair. */

export const repairServiceIds = ['hashboard', 'control_board', 'power_supply', 'other'] as const
export type RepairServiceId = (typeof repairServiceIds)[number]

export interface RepairService {
  label: string
  /** EUR, the lowest price; null if it depends on the fault. */
  fromPrice: number | null
  /** Business days from arrival. */
  turnaround: { min: number; max: number }
}

export const repairServices: Record<RepairServiceId, RepairService> = {
  hashboard: { label: 'Hashboard repair', fromPrice: 150, turnaround: { min: 3, max: 5 } },
  control_board: { label: 'Control board repair', fromPrice: 100, turnaround: { min: 2, max: 3 } },
  power_supply: { label: 'Power supply repair', fromPrice: 80, turnaround: { min: 1, max: 2 } },
  // By the contact page's FAQ.
  other: { label: 'Other repair', fromPrice: null, turnaround: { min: 1, max: 5 } },
}

/** From completion (requirements §9). */
export const WARRANTY_DAYS = 30

const DAY_MS = 24 * 60 * 60 * 1000

/** The last day of a warranty. @param completedOn '2026-11-21', like the result */
export const lastWarrantyDay = (completedOn: string, days: number): string =>
  new Date(Date.parse(completedOn) + days * DAY_MS).toISOString().slice(0, 10)

export interface Warranty {
  /** '2026-11-21' in the business time zone. */
  lastDay: string
  isOver: boolean
}
