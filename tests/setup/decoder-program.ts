import { inject } from 'vitest'

/**
 * What the API tests have in place of the decoder's program (vitest.config.ts): a bundle of it, as it is served, made once for
 * the run. A child that translates its sources itself takes twice the time, and there are hundreds of them.
 */
export const decoderProgram = (): string[] => [inject('decoder')]
