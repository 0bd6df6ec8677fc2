import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** Half a megabyte of common words: import this module only when somebody types a new password. */
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** From 0 (guessed at once) to 4 (very hard to guess). */
export type Strength = 0 | 1 | 2 | 3 | 4

/** More than this does not change the answer, but costs time. */
const ESTIMATED = 64

/** Rates a password by guessing effort. @param about words that a guesser would try first: the account's address and name */
export const strengthOf = (password: string, about: string[]): Strength => estimator.check(password.slice(0, ESTIMATED), about).score
