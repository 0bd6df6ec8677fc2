import rehypeSlug from 'rehype-slug'
import remarkGfm from 'remark-gfm'

/** Long texts are MDX: Markdown with tables, an id on every heading, and `sections` for a table of contents. */
export const mdxOptions = { remarkPlugins: [remarkGfm], rehypePlugins: [rehypeSlug, exportSections] }

/** Gives an MDX module the export `sections`: id and text of each second-level heading, in their order. */
function exportSections() {
  const textOf = (node) => node.value ?? node.children.map(textOf).join('')
  const literal = (value) => ({ type: 'Literal', value })
  const property = ([name, value]) => ({
    type: 'Property',
    kind: 'init',
    method: false,
    shorthand: false,
    computed: false,
    key: { type: 'Identifier', name },
    value: literal(value),
  })
  const objectOf = (fields) => ({ type: 'ObjectExpression', properties: Object.entries(fields).map(property) })
  const exported = (name, init) => ({
    type: 'ExportNamedDeclaration',
    specifiers: [],
    attributes: [],
    declaration: {
      type: 'VariableDeclaration',
      kind: 'const',
      declarations: [{ type: 'VariableDeclarator', id: { type: 'Identifier', name }, init }],
    },
  })

  return (tree) => {
    const headings = tree.children.filter(({ tagName }) => tagName === 'h2')
    const elements = headings.map((heading) => objectOf({ id: heading.properties.id, title: textOf(heading) }))
    const body = [exported('sections', { type: 'ArrayExpression', elements })]
    tree.children.unshift({ type: 'mdxjsEsm', value: '', data: { estree: { type: 'Program', sourceType: 'module', body } } })
  }
}
