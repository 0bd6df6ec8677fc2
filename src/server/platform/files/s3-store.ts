import { Readable } from 'node:stream'
import { inSpan, serverOf, SpanKind } from '~/server/platform/tracing/tracing'
import { FileStoreError, type FileStore } from './file-store'

export interface S3Address {
  endpoint: string
  region: string
  bucket: string
  /** Empty, or ends with a slash. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

export interface S3Limits {
  connectMs: number
  /** Includes the answer's body. */
  requestMs: number
  largest: number
}

/** Enough for 15 MB at four megabits a second. */
const LIMITS: S3Limits = { connectMs: 3_000, requestMs: 30_000, largest: 32 * 1024 * 1024 }

const statusOf = (error: unknown): unknown =>
  error instanceof Error &&
  '$metadata' in error &&
  typeof error.$metadata === 'object' &&
  error.$metadata !== null &&
  'httpStatusCode' in error.$metadata
    ? error.$metadata.httpStatusCode
    : undefined

const isMissing = (error: unknown) => error instanceof Error && error.name === 'NoSuchKey' && statusOf(error) === 404

async function readBody(body: unknown, { largest }: S3Limits, signal: AbortSignal): Promise<Buffer> {
  if (!(body instanceof Readable)) throw new TypeError('An answer of the store without a body')
  const chunks: Buffer[] = []
  let size = 0
  const cut = () => body.destroy(new Error('The store took too long'))
  signal.addEventListener('abort', cut, { once: true })
  try {
    signal.throwIfAborted()
    for await (const chunk of body) {
      const bytes: unknown = chunk
      if (!Buffer.isBuffer(bytes)) continue
      size += bytes.byteLength
      if (size > largest) throw new FileStoreError('damaged')
      chunks.push(bytes)
    }
    return Buffer.concat(chunks)
  } finally {
    signal.removeEventListener('abort', cut)
    body.destroy()
  }
}

/** Loads the library at first use. @param given limits for tests */
export function createS3Store(address: S3Address, given: Partial<S3Limits> = {}): FileStore {
  const limits = { ...LIMITS, ...given }
  const { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey } = address
  const place = `${endpoint}/${bucket}/${prefix}`
  const load = async () => {
    const s3 = await import('@aws-sdk/client-s3')
    const client = new s3.S3Client({
      endpoint,
      region,
      // Self-hosted servers have one host name for all buckets.
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
      // Keys carry a digest, and many servers know no other checksum.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 2,
      requestHandler: { connectionTimeout: limits.connectMs, socketTimeout: limits.requestMs },
    })
    return { s3, client }
  }
  let loaded: ReturnType<typeof load> | undefined

  const attributes = { 'rpc.system': 'aws-api', 'rpc.service': 'S3', 'aws.s3.bucket': bucket, ...serverOf(endpoint) }
  const attempt = <T>(operation: string, work: (loaded: Awaited<ReturnType<typeof load>>, signal: AbortSignal) => Promise<T>): Promise<T> =>
    inSpan(`S3 ${operation}`, { kind: SpanKind.CLIENT, attributes: { ...attributes, 'rpc.method': operation } }, async () => {
      const signal = AbortSignal.timeout(limits.requestMs)
      try {
        return await work(await (loaded ??= load()), signal)
      } catch (error) {
        if (error instanceof FileStoreError) throw error
        throw new FileStoreError(isMissing(error) ? 'missing' : 'unavailable', error)
      }
    })

  return {
    place,
    put: (key, bytes, contentType) =>
      attempt('PutObject', async ({ s3, client }, abortSignal) => {
        const command = new s3.PutObjectCommand({ Bucket: bucket, Key: prefix + key, Body: bytes, ContentType: contentType })
        await client.send(command, { abortSignal })
      }),
    get: (key) =>
      attempt('GetObject', async ({ s3, client }, abortSignal) => {
        const { Body } = await client.send(new s3.GetObjectCommand({ Bucket: bucket, Key: prefix + key }), { abortSignal })
        return readBody(Body, limits, abortSignal)
      }),
    remove: (key) =>
      attempt('DeleteObject', async ({ s3, client }, abortSignal) => {
        await client.send(new s3.DeleteObjectCommand({ Bucket: bucket, Key: prefix + key }), { abortSignal })
      }),
  }
}
