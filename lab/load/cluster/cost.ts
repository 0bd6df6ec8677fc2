import { setTimeout as wait } from 'node:timers/promises'
import { useWhile } from '../process-use'
import { startCluster } from './cluster'
import { processTree } from './sandbox'
import { PackagesMissing } from './packages'
import { portsFrom } from './ports'

const LOOK_MS = 10_000

/** Measures each program of the cluster, without a shop; undefined where the packages cannot be had. */
export async function clusterCost(): Promise<Record<string, string | number>[] | undefined> {
  let cluster
  try {
    cluster = await startCluster(portsFrom())
  } catch (error) {
    if (error instanceof PackagesMissing) return undefined
    throw error
  }
  try {
    const programs = [
      ...cluster.fronts().map(([name, pid]) => ({ name, pids: processTree(pid) })),
      ...cluster.nodes.map((node) => ({ name: `PostgreSQL and Patroni, ${node.name}`, pids: node.pids })),
    ]
    const measured = await Promise.all(programs.map(({ pids }) => useWhile(pids, () => wait(LOOK_MS))))
    return programs.map(({ name }, index) => ({
      program: name,
      'memory MB': Math.round(measured[index]?.memoryMb ?? 0),
      'a core': `${(measured[index]?.processor ?? 0).toFixed(1)} %`,
    }))
  } finally {
    await cluster.stop()
  }
}
