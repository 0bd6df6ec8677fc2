/** Why a job could not be done: a code for administrators and the log, never another system's own words. */
export class JobError extends Error {
  override name = 'JobError'

  constructor(
    readonly reason: string,
    /** Whether another try would end in the same way. */
    readonly isFinal = false,
  ) {
    super(reason)
  }
}
