type DefinedFields<Fields> = { [Field in keyof Fields]: Exclude<Fields[Field], undefined> }

/** The fields that a caller has named; the others keep what the database has or gives. */
export const definedFields = <Fields extends object>(fields: Fields): DefinedFields<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as DefinedFields<Fields>
