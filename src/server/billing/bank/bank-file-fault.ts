export class BankFileFault extends Error {
  override name = 'BankFileFault'
  constructor(
    message: string,
    /** A mapping of the columns would make the file readable. */
    readonly needsColumns = false,
  ) {
    super(message)
  }
}
