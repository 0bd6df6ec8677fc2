import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { dataOf, product, readProducts, signIn, mutate } from './client'
import { newDatabase } from './databases'
import { Findings, type Scenario } from './scenario'
import { isHealthy, temporaryFolder } from '../../tests/setup/shop-process'
import { spawnShop, startShop, type ShopSettings } from './shop-process'

const MOST_WRITES = 2_000
/** A little more than the embedded database leaves free (bytes). */
const LEFT = 34 * 1024 * 1024
/** As long as a description may be. */
const LONG = 10_000

/** A small file system of its own, where this account may make one: else the server's files may not grow beyond a size. */
function smallDisk(): { settings: ShopSettings; fill: () => void; free: () => void; remove: () => void; kind: string } {
  const dataDir = temporaryFolder('small')
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=0700', 'tmpfs', dataDir]).status === 0
  const ballast = join(dataDir, 'ballast')
  if (!mounted) {
    const within: [string, ...string[]] = ['sh', '-c', 'ulimit -f 20480; exec "$@"', 'sh']
    return {
      settings: { dataDir, within },
      fill: () => undefined,
      free: () => undefined,
      remove: () => undefined,
      kind: 'a limit of 10 MB a file',
    }
  }
  const remove = () => {
    spawnSync('umount', ['-l', dataDir])
  }
  process.once('exit', remove)
  return {
    settings: { dataDir },
    fill: () => {
      const { bavail, bsize } = statfsSync(dataDir)
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - LEFT)))
    },
    free: () => {
      rmSync(ballast, { force: true })
    },
    remove,
    kind: 'a full file system',
  }
}

export const diskFull: Scenario = {
  name: 'disk-full',
  title: 'writes on a full disk, embedded database, then space again',
  run: async () => {
    const findings = new Findings()
    const disk = smallDisk()
    const written = new Map<string, string>()
    const refusals = new Set<string>()
    let shop = await startShop({ ...disk.settings, within: undefined })
    try {
      if (disk.settings.within) {
        await shop.stop()
        shop = await startShop(disk.settings)
      }
      const token = await signIn(shop.url)
      disk.fill()
      let refused = 0
      for (let index = 0; index < MOST_WRITES && refused < 5; index++) {
        const name = `Full ${index}`
        // The database cannot compress random bytes.
        const description = randomBytes(LONG * 0.7)
          .toString('base64')
          .slice(0, LONG)
        const answer = await mutate(shop.url, 'products.create', { name, category: 'Disk', stockQuantity: 1, description }, { token })
        if (answer.ok) {
          written.set(dataOf(answer, product).id, name)
          continue
        }
        refused += 1
        refusals.add(`${answer.status} ${answer.code}`)
        findings.check(answer.status === 503 && answer.code === 'SERVICE_UNAVAILABLE', () => JSON.stringify(answer))
      }
      findings.check(refused > 0, 'nothing was refused')
      const page = await fetch(shop.url)
      findings.check(page.status === 200, `the home page answered ${page.status}`)
      disk.free()
      const alive = await isHealthy(shop.url)
      await shop.kill()
      shop = await startShop({ ...disk.settings, port: shop.port, within: undefined })
      const found = new Map((await readProducts(shop.url, await signIn(shop.url))).map(({ id, name }) => [id, name]))
      for (const [id, name] of written) findings.check(found.get(id) === name, `${name} is lost`)
      const more = await mutate(
        shop.url,
        'products.create',
        { name: 'After', category: 'Disk', stockQuantity: 1 },
        { token: await signIn(shop.url) },
      )
      findings.check(more.ok, () => `after the restart: ${JSON.stringify(more)}`)
      return findings.outcome(
        `${disk.kind}: ${written.size} rows, then ${[...refusals].join(', ')}; ${alive ? 'went on' : 'needed a restart'}`,
      )
    } finally {
      await shop.kill()
      disk.remove()
    }
  },
}

/** Owns nothing, on every Debian. */
const NOBODY = 65534

/** A DATA_DIR that cannot be written, and the account to start as: what is read-only is not so for root. */
function readOnlyFolder(): { dataDir: string; uid?: number } {
  const dataDir = join(temporaryFolder('read-only'), 'data')
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o555)
  if (userInfo().uid !== 0) return { dataDir }
  // A part of /sys refuses everyone, for where nobody else could read this checkout.
  const readable =
    spawnSync(process.execPath, ['-e', `require('fs').accessSync('package.json')`], { uid: NOBODY, gid: NOBODY }).status === 0
  return readable ? { dataDir, uid: NOBODY } : { dataDir: '/sys/kernel/shop' }
}

export const readOnly: Scenario = {
  name: 'read-only-data',
  title: 'a DATA_DIR that cannot be written',
  run: async () => {
    const findings = new Findings()
    const place = readOnlyFolder()
    const databaseUrl = await newDatabase()
    const refused = async (given: Partial<ShopSettings>) => {
      const shop = await spawnShop({ ...place, ...given })
      const code = await shop.ended
      findings.check(code === 1, `the exit code was ${code}`)
      const right = /^Environment: DATA_DIR cannot be written \(\S+: E[A-Z]+\)\n$/.test(shop.output())
      findings.check(right, `the server said: ${shop.output()}`)
    }
    // With a mail server and a known password nothing is kept there.
    const started = async () => {
      const shop = await startShop({ ...place, databaseUrl, env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
      findings.check(await isHealthy(shop.url), 'a server that keeps nothing did not start')
      await shop.kill()
    }
    await Promise.all([refused({}), refused({ databaseUrl }), started()])
    return findings.outcome()
  },
}
