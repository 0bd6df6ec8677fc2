import { readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

/** The processor time that a process has had (ms). */
function processorMs(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = rest.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** The memory of a process (MB); what it shares with others counts in parts. */
function memoryMb(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
  return Number(kilobytes ?? 0) / 1024
}

const each = (pids: readonly number[], read: (pid: number) => number): number => {
  let sum = 0
  for (const pid of pids) {
    try {
      sum += read(pid)
    } catch {
      // It has ended meanwhile.
    }
  }
  return sum
}

export interface ProcessUse {
  memoryMb: number
  /** Of one core, in percent. */
  processor: number
}

/** What processes take together while something goes on. */
export async function useWhile(pids: readonly number[], work: () => Promise<unknown>): Promise<ProcessUse> {
  const began = performance.now()
  const before = each(pids, processorMs)
  await work()
  const spent = each(pids, processorMs) - before
  return { memoryMb: each(pids, memoryMb), processor: (100 * spent) / (performance.now() - began) }
}

/** What the whole machine does until asked (percent of all of its cores). */
export function machineUse(): () => number {
  const look = () => {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
    const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, ...others] = line.trim().split(/\s+/).slice(1, 9).map(Number)
    const busy = user + nice + system + others.reduce((sum, each) => sum + each, 0)
    return { busy, all: busy + idle + waiting }
  }
  const before = look()
  return () => {
    const after = look()
    return (100 * (after.busy - before.busy)) / Math.max(1, after.all - before.all)
  }
}
