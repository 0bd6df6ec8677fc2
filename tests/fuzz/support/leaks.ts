/** No answer may hold these: a stack, a path of the server, or words of what the server is built of. */
const forbidden: readonly RegExp[] = [
  /\bat \S.* \(?\S+:\d+:\d+\)?/,
  /node_modules|node:internal|file:\/\/|webpack|\/src\/|\.[jt]sx?:\d/,
  new RegExp(process.cwd().replace(/[^\w/]/g, '\\$&')),
  /prisma|postgres|pglite|pg_catalog|sqlstate|superjson|zod\b|next-auth|argon2/i,
  /\bP20\d\d\b|ECONN|ENOENT|EPIPE|ERR_[A-Z]/,
  /invalid input syntax|violates|duplicate key|syntax error|null value in column|out of range for type|invalid byte sequence|deadlock detected/i,
  /\b(Type|Range|Reference|Syntax|URI|Internal)Error\b/,
  /Cannot (read|convert|set prop|mix BigInt|destructure)|is not (a function|iterable|defined|an object)|undefined \(reading|Unexpected token|JSON at position|Invalid (URL|time value|array length)/,
]

/** Finds what an answer's text gives away of the server's inside. */
export const leaksIn = (text: string): string[] => forbidden.flatMap((pattern) => pattern.exec(text)?.[0] ?? [])
