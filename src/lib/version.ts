/** The version of this code, as package.json has it (tests/unit/version.test.ts); a constant, so that browsers load no more than it. */
export const VERSION = '2.0.0'
