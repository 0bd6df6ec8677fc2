import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { NODES, type NodeNumber, type Ports } from './ports'
import type { ProxyCommand } from './proxy-process'

/**
 * Carries a node's network: its PostgreSQL and its Patroni as others reach them, and etcd as it reaches that. A cut proxy keeps
 * what is open and carries nothing, without a word to either side, as a network does that drops packets.
 */
export async function openProxies(ports: Ports) {
  const child = fork(fileURLToPath(new URL('proxy-process.ts', import.meta.url)), { execArgv: ['--import', 'tsx'], stdio: 'inherit' })
  const order = async (message: ProxyCommand) => {
    const done = once(child, 'message')
    child.send(message)
    await done
  }
  await order({
    kind: 'open',
    proxies: NODES.flatMap((node) => [
      { node, port: ports.postgresProxy(node), target: ports.postgres(node) },
      { node, port: ports.restProxy(node), target: ports.rest(node) },
      ...NODES.map((member) => ({ node, port: ports.etcdProxy(node, member), target: ports.etcd(member) })),
    ]),
  })
  return {
    /** @param pids the node's processes, whose connections to other nodes are cut too */
    cut: (node: NodeNumber, pids: number[]) => order({ kind: 'cut', node, pids }),
    mend: () => order({ kind: 'mend' }),
    close: async () => {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}
