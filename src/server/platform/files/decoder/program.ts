import path from 'node:path'
import { env } from '~/env'

/** What Node is given to start the decoder: a bundle beside the server's (scripts/build.mjs), where there is a build that is served. */
export const decoderProgram = (): string[] =>
  env().NODE_ENV === 'production'
    ? [path.resolve('dist/decoder.mjs')]
    : ['--import', 'tsx', path.resolve('src/server/platform/files/decoder/main.ts')]
