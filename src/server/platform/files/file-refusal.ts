/** Why a file is not taken, in a sentence for people that says what to do. */
export class FileRefusal extends Error {
  override name = 'FileRefusal'
}
