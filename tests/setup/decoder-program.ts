import { inject } from 'vitest'

/**
 * Replaces the decoder's program in the API tests (vitest.config.ts): a bundle of it, as it is served, made once for the run. A
 * child that translates its sources itself takes twice the time, and there are hundreds of them.
 */
export const decoderProgram = (): string[] => [inject('decoder')]
