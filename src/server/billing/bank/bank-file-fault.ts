/** A bank's file that is refused, with a sentence for people. */
export class BankFileFault extends Error {
  override name = 'BankFileFault'
  constructor(
    message: string,
    /** True where saying which column is what would make it readable. */
    readonly needsColumns = false,
  ) {
    super(message)
  }
}
