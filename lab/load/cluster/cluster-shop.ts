import { userInfo } from 'node:os'
import { openSmtpServer } from '../../../tests/setup/smtp'
import { signIn, signInByCookie } from '../client'
import { openTabs, type LiveTab } from '../live-client'
import type { Findings } from '../scenario'
import { admin, ready, type ShopProcess } from '../../../tests/setup/shop-process'
import { spawnShop } from '../shop-process'
import { setTitle, sql } from '../sql'
import { addAccounts } from '../two-processes'
import type { Cluster } from './cluster'
import type { TrafficTargets } from './cluster-traffic'

const CUSTOMERS = 40
/** A case takes twenty files, and eight faults bring some 1,300. */
const REPAIRS = 200
const TABS = 20
const SHOPS = 2

/** The shop on a cluster, with people and pages, as faults find it. */
export interface ClusterShop {
  cluster: Cluster
  findings: Findings
  shops: ShopProcess[]
  /** Starts one of the processes at its place, of this version or another. */
  startShop: (index: number, version?: string) => Promise<ShopProcess>
  smtp: Awaited<ReturnType<typeof openSmtpServer>>
  tabs: LiveTab[]
  cast: TrafficTargets
  /** Of everybody. */
  password: string
  /** The folder with the files of cases. */
  files: string
  close: () => Promise<void>
}

/** Starts two processes of the shop on the cluster and opens pages. */
export async function startClusterShop(cluster: Cluster, findings: Findings): Promise<ClusterShop> {
  const { ports, urls, ground } = cluster
  const smtp = await openSmtpServer(ports.smtp)
  const dataDir = ground.makeFolder('shop')
  const uid = userInfo().uid === 0 ? { uid: ground.uid } : {}
  const startShop = (index: number, version?: string) =>
    spawnShop({
      dataDir,
      databaseUrl: urls.pooler,
      port: ports.shop(index),
      ...uid,
      ...(version === undefined ? {} : { version }),
      env: {
        DATABASE_DIRECT_URL: urls.writer,
        NEXTAUTH_URL: urls.shop,
        SMTP_URL: smtp.url,
        SEED_DEMO: 'true',
        STREAMS_PER_ADDRESS: '2000',
        SHOP_CLUSTER: ground.folder,
      },
    })
  const spawned = await Promise.all(Array.from({ length: SHOPS }, (_, index) => startShop(index)))
  const shops = await Promise.all(spawned.map(ready))
  const customers = Array.from({ length: CUSTOMERS }, (_, index) => `customer${index}@example.com`)
  await addAccounts(urls.writer, customers, 'customer')
  await sql(urls.writer, 'CREATE TABLE load_writes (writer text, number int)')
  await sql(urls.writer, `INSERT INTO repairs (status) SELECT 'received' FROM generate_series(1, ${REPAIRS})`)
  const ids = async (statement: string) =>
    (await sql(urls.writer, statement)).map(({ id, email }) => ({ id: String(id), email: String(email) }))
  const people = await ids(`SELECT id, email FROM users WHERE email LIKE 'customer%@example.com'`)
  const repairs = await ids(`SELECT id FROM repairs ORDER BY created_at DESC LIMIT ${REPAIRS}`)
  await setTitle(urls.writer, 'At first')
  return {
    cluster,
    findings,
    shops,
    startShop,
    smtp,
    tabs: await openTabs(urls.shop, TABS),
    cast: {
      url: urls.shop,
      token: await signIn(urls.shop),
      cookies: await signInByCookie(urls.shop),
      customers: people,
      repairs: repairs.map(({ id }) => id),
    },
    password: admin.password,
    files: ground.path('shop/files'),
    async close() {
      await Promise.all(shops.map((shop) => shop.stop()))
      await smtp.close()
    },
  }
}
