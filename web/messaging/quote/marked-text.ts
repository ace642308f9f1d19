type Part = { text: string; isMarked: boolean }

/** Cuts a text where one of the signs stands, so that these can be marked. */
export function markedParts(text: string, signs: readonly string[]): Part[] {
  const marked = new Set(signs)
  const parts: Part[] = []
  for (const sign of text) {
    const isMarked = marked.has(sign)
    const last = parts.at(-1)
    if (last?.isMarked === isMarked) last.text += sign
    else parts.push({ text: sign, isMarked })
  }
  return parts
}
