/** A file that cannot be imported as a whole; the message is for people. */
export class ImportFailure extends Error {}

/** Somebody has taken the import back while its file was being read. */
export class ImportCancelled extends Error {}
