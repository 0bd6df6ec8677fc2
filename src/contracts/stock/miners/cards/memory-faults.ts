/**
 * Memory faults as NVIDIA's driver counts them. Ampere and later cards replace rows (`remapped_rows`) and report N/A for retired pages;
 * older cards retire pages. Damage that the card cannot repair is a fault; replaced rows are a note.
 * @see https://docs.nvidia.com/deploy/a100-gpu-mem-error-mgmt/index.html
 */

export interface MemoryCounts {
  remappedUncorrectable: number | null
  remapPending: boolean | null
  remapFailed: boolean | null
  retiredDoubleBit: number | null
  retirePending: boolean | null
  uncorrectable: number | null
  unrepairable: boolean | null
  sramExceeded: boolean | null
}

const rows = (many: number) => (many === 1 ? '1 row' : `${many} rows`)

export function memoryFaultsOf(counts: MemoryCounts): { memoryFaults: string[] | null; memoryNotes: string[] } {
  const { remappedUncorrectable: remapped, retiredDoubleBit: retired, uncorrectable } = counts
  if (Object.values(counts).every((value) => value === null)) return { memoryFaults: null, memoryNotes: [] }
  const replaced = remapped !== null && remapped > 0 ? `${rows(remapped)} of memory remapped for uncorrectable errors` : null
  const faults = [
    ...(counts.remapFailed ? ['memory could not be remapped: no spare rows are left'] : []),
    ...(counts.remapPending ? [`${replaced ?? 'rows of memory to remap'}, remapping pending`] : []),
    ...(retired !== null && retired > 0
      ? [`${retired === 1 ? '1 page' : `${retired} pages`} of memory retired for double-bit errors`]
      : []),
    ...(counts.retirePending ? ['more pages of memory wait to be retired'] : []),
    ...(counts.unrepairable ? ['memory that cannot be repaired'] : []),
    ...(counts.sramExceeded ? ['too many errors of the cache (SRAM)'] : []),
    // Reported only if no remapped row or retired page explains the errors.
    ...(uncorrectable !== null && uncorrectable > 0 && remapped === null && retired === null
      ? [`${uncorrectable} uncorrectable memory errors`]
      : []),
  ]
  const isTold = faults.some((fault) => replaced !== null && fault.startsWith(replaced))
  return { memoryFaults: faults, memoryNotes: replaced !== null && !isTold ? [replaced] : [] }
}
