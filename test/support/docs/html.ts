export interface Element {
  name: string
  attributes: Readonly<Record<string, string>>
  children: (Element | string)[]
}

const token = /<!doctype html>|<(\/?)([a-z][a-z0-9]*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*>|([^<]+)/iy
const voids = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Parses a page strictly. @throws Error for an unclosed element, or HTML in another style than the docs write */
export function parseHtml(html: string): Element {
  const root: Element = { name: '', attributes: {}, children: [] }
  const open = [root]
  token.lastIndex = 0
  while (token.lastIndex < html.length) {
    const at = token.lastIndex
    const [found, end, name = '', attributes = '', text] = token.exec(html) ?? []
    if (found === undefined) throw new Error(`Not well-formed: ${html.slice(at, at + 60)}`)
    const inside = open.at(-1) ?? root
    if (text !== undefined) inside.children.push(decoded(text))
    else if (end === '/') {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes another element: ${html.slice(at - 60, at)}`)
    } else if (name !== '') {
      const element = { name, attributes: attributesIn(attributes), children: [] }
      inside.children.push(element)
      if (!voids.has(name)) open.push(element)
    }
  }
  if (open.length !== 1) throw new Error(`<${open.at(-1)?.name}> is not closed`)
  return root
}

/** All matching descendants of an element, in document order. */
export function all(element: Element, fits: (one: Element) => boolean): Element[] {
  return element.children.flatMap((child) => {
    if (typeof child === 'string') return []
    return [...(fits(child) ? [child] : []), ...all(child, fits)]
  })
}

export const byName = (element: Element, name: string) => all(element, (one) => one.name === name)
export const byRole = (element: Element, role: string) => all(element, ({ attributes }) => attributes.role === role)
export const byClass = (element: Element, name: string) =>
  all(element, ({ attributes }) => attributes.class?.split(' ').includes(name) ?? false)

/** The text content of an element. */
export function textOf(element: Element): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')
}

function attributesIn(text: string): Record<string, string> {
  const found = text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, decoded(value)]))
}

function decoded(text: string): string {
  return text
    .replace(/&#(x?)([0-9a-f]+);/gi, (_whole, hex, code) => String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)))
    .replace(/&(\w+);/g, (whole, name) => entities[name] ?? whole)
}
