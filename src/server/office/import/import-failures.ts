export class ImportFailure extends Error {}

export class ImportCancelled extends Error {}
