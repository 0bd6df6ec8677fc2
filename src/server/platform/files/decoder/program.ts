import path from 'node:path'
import { env } from '~/env'

export const decoderProgram = (): string[] =>
  env().NODE_ENV === 'production'
    ? [path.resolve('dist/decoder.mjs')]
    : ['--import', 'tsx', path.resolve('src/server/platform/files/decoder/main.ts')]
