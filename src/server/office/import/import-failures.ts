/** The whole file is refused; the message is for people. */
export class ImportFailure extends Error {}

/** Cancelled while its file was being read. */
export class ImportCancelled extends Error {}
