import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** Loads half a megabyte of common words: import this module only when somebody types a new password. */
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** 0 is guessed at once, 4 is very hard to guess. */
export type Strength = 0 | 1 | 2 | 3 | 4

/** Characters; more cost time and do not change the result. */
const ESTIMATED = 64

/** @param about words that a guesser tries first: the account's address and name */
export const strengthOf = (password: string, about: string[]): Strength => estimator.check(password.slice(0, ESTIMATED), about).score
