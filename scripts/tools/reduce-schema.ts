import {
  buildClientSchema,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isSpecifiedDirective,
  Kind,
  parse,
  print,
  printSchema,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DefinitionNode,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  type IntrospectionQuery,
} from 'graphql'

/** Types, fields and arguments that the operations use. */
class Uses {
  readonly #fields = new Map<string, Set<string>>()
  readonly #arguments = new Map<string, Set<string>>()

  type(name: string): void {
    if (!this.#fields.has(name)) this.#fields.set(name, new Set())
  }
  field(type: string, name: string): void {
    this.type(type)
    this.#fields.get(type)?.add(name)
  }
  argument(type: string, field: string, name: string): void {
    const key = `${type}.${field}`
    this.#arguments.set(key, (this.#arguments.get(key) ?? new Set()).add(name))
  }
  hasType(name: string): boolean {
    return this.#fields.has(name)
  }
  isBare(type: string): boolean {
    return this.#fields.get(type)?.size === 0
  }
  hasField(type: string, name: string): boolean {
    return this.#fields.get(type)?.has(name) ?? false
  }
  hasArgument(type: string, field: string, name: string): boolean {
    return this.#arguments.get(`${type}.${field}`)?.has(name) ?? false
  }
}

/** Keeps an input type of a variable with all of its fields, recursively: the document does not show which of them are sent. */
function useWhole(uses: Uses, type: GraphQLInputType): void {
  const named = getNamedType(type)
  if (uses.hasType(named.name)) return
  uses.type(named.name)
  if (!isInputObjectType(named)) return
  for (const field of Object.values(named.getFields())) {
    uses.field(named.name, field.name)
    useWhole(uses, field.type)
  }
}

function usesOf(schema: GraphQLSchema, documents: readonly DocumentNode[]): Uses {
  const uses = new Uses()
  for (const document of documents) {
    const info = new TypeInfo(schema)
    visit(
      document,
      visitWithTypeInfo(info, {
        VariableDefinition: () => {
          const type = info.getInputType()
          if (type) useWhole(uses, type)
        },
        InlineFragment: () => {
          const type = getNamedType(info.getType())
          if (type) uses.type(type.name)
        },
        Field: (node) => {
          const parent = info.getParentType()
          const field = info.getFieldDef()
          if (!parent || !field) throw new Error(`The schema has no ${node.name.value}`)
          uses.field(parent.name, field.name)
          uses.type(getNamedType(field.type).name)
          for (const { name } of node.arguments ?? []) {
            const argument = field.args.find((each) => each.name === name.value)
            if (!argument) throw new Error(`${field.name} has no ${name.value}`)
            uses.argument(parent.name, field.name, name.value)
            uses.type(getNamedType(argument.type).name)
          }
        },
        Directive: (node) => {
          const directive = info.getDirective()
          if (!directive || isSpecifiedDirective(directive)) return
          uses.type(`@${directive.name}`)
          for (const { name } of node.arguments ?? []) {
            const argument = directive.args.find((each) => each.name === name.value)
            if (!argument) throw new Error(`@${directive.name} has no ${name.value}`)
            uses.argument('@', directive.name, name.value)
            useWhole(uses, argument.type)
          }
        },
        ObjectField: (node) => {
          const input = getNamedType(info.getParentInputType())
          const type = getNamedType(info.getInputType())
          if (!input || !type) throw new Error(`No input has ${node.name.value}`)
          uses.field(input.name, node.name.value)
          uses.type(type.name)
        },
      }),
    )
  }
  // An interface is answered by any of its types, so keep them.
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isInterfaceType(type) || !uses.hasType(type.name) || uses.isBare(type.name)) continue
    for (const possible of schema.getPossibleTypes(type)) uses.type(possible.name)
  }
  // An interface needs at least one field.
  for (const type of Object.values(schema.getTypeMap())) {
    const [first] = isInterfaceType(type) && uses.isBare(type.name) ? Object.keys(type.getFields()) : []
    if (first !== undefined) uses.field(type.name, first)
  }
  return uses
}

/** The used part of a definition; null if none of it is used. */
function reduced(definition: DefinitionNode, uses: Uses): DefinitionNode | null {
  switch (definition.kind) {
    case Kind.SCHEMA_DEFINITION:
      return definition
    case Kind.OBJECT_TYPE_DEFINITION:
    case Kind.INTERFACE_TYPE_DEFINITION: {
      const type = definition.name.value
      if (!uses.hasType(type)) return null
      const interfaces = (definition.interfaces ?? []).filter(({ name }) => uses.hasType(name.value))
      const isUsed = (field: string) => uses.hasField(type, field) || interfaces.some(({ name }) => uses.hasField(name.value, field))
      const fields = (definition.fields ?? []).flatMap((field) => {
        const args = (field.arguments ?? []).filter(({ name }) => uses.hasArgument(type, field.name.value, name.value))
        return isUsed(field.name.value) ? [{ ...field, arguments: args }] : []
      })
      return { ...definition, interfaces, fields }
    }
    case Kind.INPUT_OBJECT_TYPE_DEFINITION: {
      const type = definition.name.value
      const fields = (definition.fields ?? []).filter((field) => uses.hasField(type, field.name.value))
      return uses.hasType(type) ? { ...definition, fields } : null
    }
    case Kind.DIRECTIVE_DEFINITION: {
      const name = definition.name.value
      const args = (definition.arguments ?? []).filter((argument) => uses.hasArgument('@', name, argument.name.value))
      return uses.hasType(`@${name}`) ? { ...definition, arguments: args } : null
    }
    case Kind.UNION_TYPE_DEFINITION: {
      const types = (definition.types ?? []).filter(({ name }) => uses.hasType(name.value))
      return uses.hasType(definition.name.value) ? { ...definition, types } : null
    }
    case Kind.ENUM_TYPE_DEFINITION:
    case Kind.SCALAR_TYPE_DEFINITION:
      return uses.hasType(definition.name.value) ? definition : null
    default:
      return null
  }
}

/** Removes descriptions and directives. */
const bare = (document: DocumentNode): DocumentNode =>
  visit(document, {
    Directive: ({ name }) => (name.value === 'oneOf' ? undefined : null),
    StringValue: (_node, key) => (key === 'description' ? null : undefined),
  })

/** Prints the part of a schema that the operations use, in SDL. @throws for an operation that does not match the schema */
export function reduceSchema(introspection: IntrospectionQuery, documents: readonly DocumentNode[]): string {
  const schema = buildClientSchema(introspection)
  const uses = usesOf(schema, documents)
  const definitions = bare(parse(printSchema(schema))).definitions.flatMap((definition) => reduced(definition, uses) ?? [])
  return `${print({ kind: Kind.DOCUMENT, definitions })}\n`
}
