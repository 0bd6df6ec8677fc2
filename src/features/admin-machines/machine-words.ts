import type { MachineStatus } from '~/contracts/machines'

/** The words of the Machine Catalog (spec §2, §8). */
export const machineWords = {
  added: 'Machine added successfully',
  updated: 'Machine updated successfully',
  saveFailed: 'Failed to save machine',
  loadFailed: 'Failed to fetch machines catalog',
  noneMatch: 'No machines match your search',
  none: 'No machines found',
} as const

export const machineStatusLabels: Record<MachineStatus, string> = { active: 'Active', inactive: 'Inactive' }
