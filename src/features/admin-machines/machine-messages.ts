/** What the Machine Catalog says (spec §2, §8). */
export const machineMessages = {
  added: 'Machine added successfully',
  updated: 'Machine updated successfully',
  saveFailed: 'Failed to save machine',
  loadFailed: 'Failed to fetch machines catalog',
  noneMatch: 'No machines match your search',
  none: 'No machines found',
  missing: 'There is no such machine.',
} as const
