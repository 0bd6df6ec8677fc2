import sax from 'sax'

/** `sax` expands no entities of the file and fetches nothing. */

/** nvidia-smi writes about 300 for each card, up to 6 deep. */
const MOST_ELEMENTS = 20_000
/** A statement has about 40 for each entry; the longest accepted file has fewer. */
export const MOST_OF_STATEMENT = 150_000
const DEEPEST = 24
const LONGEST_TEXT = 1000

export class XmlFault extends Error {
  override name = 'XmlFault'
}

interface Open {
  name: string
  children: Map<string, unknown[]>
  text: string
}

/** `<a id="1"><b>x</b><b>y</b></a>` is `{ a: { '@id': '1', b: ['x', 'y'] } }`; a text beside attributes is `#text`. */
function valueOf({ children, text }: Open): unknown {
  const own = text.trim()
  if (children.size === 0) return own
  const values = Object.fromEntries([...children].map(([name, each]) => [name, each.length === 1 ? each[0] : each]))
  return own === '' ? values : { ...values, '#text': own }
}

/** @throws {XmlFault} */
export function xmlTree(text: string, most = MOST_ELEMENTS): Record<string, unknown> {
  const parser = sax.parser(true, { position: false })
  const root: Open = { name: '', children: new Map(), text: '' }
  const open: Open[] = [root]
  let elements = 0
  const add = (to: Open, name: string, value: unknown) => {
    const values = to.children.get(name)
    if (values) values.push(value)
    else to.children.set(name, [value])
  }
  parser.onerror = (error) => {
    throw new XmlFault(error.message.split('\n', 1)[0])
  }
  parser.onopentag = ({ name, attributes }) => {
    elements += 1
    if (elements > most || open.length > DEEPEST) throw new XmlFault('too much')
    const element: Open = { name, children: new Map(), text: '' }
    for (const [attribute, value] of Object.entries(attributes).slice(0, 16))
      add(element, `@${attribute}`, String(value).slice(0, LONGEST_TEXT))
    open.push(element)
  }
  const say = (more: string) => {
    const at = open.at(-1)
    if (at && at.text.length < LONGEST_TEXT) at.text += more.slice(0, LONGEST_TEXT)
  }
  parser.ontext = say
  parser.oncdata = say
  parser.onclosetag = (name) => {
    const element = open.pop()
    const parent = open.at(-1)
    if (element && parent) add(parent, name, valueOf(element))
  }
  parser.write(text).close()
  return Object.fromEntries([...root.children].map(([name, values]) => [name, values[0]]))
}
