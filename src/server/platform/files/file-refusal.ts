/** Refuses a file, with a sentence that says what to do. */
export class FileRefusal extends Error {
  override name = 'FileRefusal'
}
