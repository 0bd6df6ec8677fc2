/** The whole file cannot be imported; the message is for people. */
export class ImportFailure extends Error {}

/** Somebody has cancelled the import while its file was being read. */
export class ImportCancelled extends Error {}
