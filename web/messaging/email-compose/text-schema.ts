import { DOMParser as Parser, DOMSerializer, Schema, type MarkSpec, type Node, type NodeSpec } from 'prosemirror-model'

/** What a text block of an email may hold; the server keeps to the same (email-design). */
const nodes: Record<string, NodeSpec> = {
  doc: { content: 'block+' },
  paragraph: { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }, { tag: 'div' }], toDOM: () => ['p', 0] },
  bullet_list: { content: 'list_item+', group: 'block', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
  ordered_list: { content: 'list_item+', group: 'block', parseDOM: [{ tag: 'ol' }], toDOM: () => ['ol', 0] },
  list_item: { content: 'paragraph block*', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
  text: { group: 'inline' },
  hard_break: {
    inline: true,
    group: 'inline',
    selectable: false,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
}

const marks: Record<string, MarkSpec> = {
  strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }, { style: 'font-weight=bold' }], toDOM: () => ['strong', 0] },
  em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }, { style: 'font-style=italic' }], toDOM: () => ['em', 0] },
  underline: { parseDOM: [{ tag: 'u' }], toDOM: () => ['u', 0] },
  link: {
    attrs: { href: {} },
    inclusive: false,
    parseDOM: [{ tag: 'a[href]', getAttrs: (element) => ({ href: element.getAttribute('href') }) }],
    toDOM: ({ attrs }) => ['a', { href: String(attrs['href']) }, 0],
  },
}

export const schema = new Schema({ nodes, marks })

type Policy = { createHTML: (html: string) => string }
type Policies = { trustedTypes?: { createPolicy: (name: string, policy: Policy) => Policy } }

/** Read into a document that runs nothing and loads nothing. */
const policy: Policy =
  (globalThis as Policies).trustedTypes?.createPolicy('narthex-email-text', { createHTML: (html) => html }) ??
  ({ createHTML: (html) => html } satisfies Policy)

/** A text block as the editor shows it. */
export function readText(html: string): Node {
  const page = new DOMParser().parseFromString(policy.createHTML(html), 'text/html')
  return Parser.fromSchema(schema).parse(page.body)
}

/** What the editor shows, as it is kept; nothing written is ''. */
export function writeText(text: Node): string {
  if (text.textContent.trim() === '') return ''
  const around = document.createElement('div')
  around.append(DOMSerializer.fromSchema(schema).serializeFragment(text.content))
  return around.innerHTML
}
