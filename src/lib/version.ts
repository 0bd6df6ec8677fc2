/** As in package.json (tests/unit/version.test.ts); a constant, so that browsers do not load that file. */
export const VERSION = '2.0.0'
