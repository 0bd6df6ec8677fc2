import path from 'node:path'
import { env } from '~/env'

/** The decoder for Node: a bundle beside the server's (scripts/build.mjs) in a build, else the source. */
export const decoderProgram = (): string[] =>
  env().NODE_ENV === 'production'
    ? [path.resolve('dist/decoder.mjs')]
    : ['--import', 'tsx', path.resolve('src/server/platform/files/decoder/main.ts')]
