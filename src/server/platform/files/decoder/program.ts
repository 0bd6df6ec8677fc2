import path from 'node:path'
import { env } from '~/env'

/** A bundle in a build (scripts/build.mjs), else the source. */
export const decoderProgram = (): string[] =>
  env().NODE_ENV === 'production'
    ? [path.resolve('dist/decoder.mjs')]
    : ['--import', 'tsx', path.resolve('src/server/platform/files/decoder/main.ts')]
