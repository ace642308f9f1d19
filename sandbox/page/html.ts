/** Text that is HTML already. Only the `html` tag makes it, so nothing reaches the page unescaped. */
export class Html {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

type Part = Html | string | number | null | readonly Part[]

/** A piece of HTML; whatever is put into it is escaped, except other pieces. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, index) => text + shown(parts[index] ?? null)).join(''))
}

function shown(part: Part): string {
  if (part === null) return ''
  if (part instanceof Html) return part.toString()
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return part.map(shown).join('')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
