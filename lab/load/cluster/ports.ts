import { connect } from 'node:net'

/** The first port of the cluster, on loopback; the others follow. `--port 4700` chooses another. */
const FIRST_PORT = 4_700
const LAST = 99

export const NODES = [1, 2, 3] as const
export type NodeNumber = (typeof NODES)[number]

/** The ports of a cluster. A node is reached by others through a proxy of each kind, which can be cut. */
export function portsFrom(first = FIRST_PORT) {
  return {
    first,
    etcd: (node: NodeNumber) => first + node,
    etcdPeer: (node: NodeNumber) => first + 3 + node,
    postgres: (node: NodeNumber) => first + 10 + node,
    rest: (node: NodeNumber) => first + 20 + node,
    postgresProxy: (node: NodeNumber) => first + 30 + node,
    restProxy: (node: NodeNumber) => first + 40 + node,
    /** From a node to a member of etcd. */
    etcdProxy: (node: NodeNumber, member: NodeNumber) => first + 50 + 3 * (node - 1) + member,
    writer: first + 61,
    pooler: first + 63,
    balancer: first + 70,
    shop: (index: number) => first + 71 + index,
    smtp: first + 90,
  }
}

export type Ports = ReturnType<typeof portsFrom>

const isTaken = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => {
      resolve(false)
    })
  })

/** Of the cluster's ports, those that something listens on already. */
export async function takenPorts({ first }: Ports): Promise<number[]> {
  const ports = Array.from({ length: LAST + 1 }, (_, index) => first + index)
  const taken = await Promise.all(ports.map(isTaken))
  return ports.filter((_, index) => taken[index])
}
