import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/**
 * The processor time that a process has used, in seconds; NaN where the system does not tell or the process has ended.
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
export function cpuSeconds(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ', 2)[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return Number.NaN
  }
}

/** The memory of a process (MB); what it shares with others counts in parts. NaN where it has ended. */
function memoryMb(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

/** Adds up several processes; one that has ended meanwhile counts as nothing. */
const sumOf = (pids: readonly number[], read: (pid: number) => number): number =>
  pids
    .map(read)
    .filter((value) => !Number.isNaN(value))
    .reduce((sum, value) => sum + value, 0)

export interface ProcessUse {
  memoryMb: number
  /** Of one core, in percent. */
  processor: number
}

/** Measures processes together while some work goes on. */
export async function useWhile(pids: readonly number[], work: () => Promise<unknown>): Promise<ProcessUse> {
  const began = performance.now()
  const before = sumOf(pids, cpuSeconds)
  await work()
  const spent = sumOf(pids, cpuSeconds) - before
  return { memoryMb: sumOf(pids, memoryMb), processor: (100 * 1000 * spent) / (performance.now() - began) }
}

/** Measures the whole machine until asked (percent of all of its cores). */
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
