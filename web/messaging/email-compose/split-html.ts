/** A tag, or a word with what separates it from the next. */
const TOKEN = /<[^>]*>|[^\s<]{1,1000}\s*|\s+/g
const ENDS_BLOCK = /^<(\/(p|div|h[1-6]|ul|ol|table|tr|blockquote|pre)|hr)\b/i

/**
 * A document in parts of so many letters at most: between paragraphs where there are any, else between words, and never
 * inside a tag. What a part leaves open is closed by whoever reads it.
 */
export function splitHtml(html: string, most: number): string[] {
  const parts: string[] = []
  let part = ''
  let blockEnd = 0
  for (const token of html.match(TOKEN) ?? []) {
    // No tag of an email is as long as a page: it is a picture in letters.
    if (token.length > most) continue
    while (part.length + token.length > most) {
      const end = blockEnd || part.length
      parts.push(part.slice(0, end))
      part = part.slice(end)
      blockEnd = 0
    }
    part += token
    if (ENDS_BLOCK.test(token)) blockEnd = part.length
  }
  return part.trim() === '' ? parts : [...parts, part]
}
