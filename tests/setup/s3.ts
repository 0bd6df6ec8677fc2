import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import { createS3Store, type S3Limits } from '~/server/platform/files/s3-store'
import { openStallingProxy } from './stalling-proxy'

const BUCKET = 'shop'

/** A real S3 server on loopback, with one bucket, behind a proxy that can stall and cut. */
export async function openS3() {
  const directory = mkdtempSync(path.join(tmpdir(), 'shop-s3-'))
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: BUCKET, configs: [] }] })
  const { port } = await server.run()
  const proxy = await openStallingProxy(`http://127.0.0.1:${port}`)
  const store = (limits: Partial<S3Limits> = {}) =>
    createS3Store(
      {
        endpoint: proxy.url.replace(/\/$/, ''),
        region: 'us-east-1',
        bucket: BUCKET,
        prefix: 'cases/',
        accessKeyId: 'S3RVER',
        secretAccessKey: 'S3RVER',
      },
      limits,
    )
  return {
    store,
    proxy,
    /** As FILES_URL names it. */
    filesUrl: `s3://S3RVER:S3RVER@127.0.0.1:${port}/${BUCKET}/cases?region=us-east-1&tls=false`,
    /** The keys of what is stored. */
    keys: () => readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('._S3rver_object')),
    close: async () => {
      await proxy.close()
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
