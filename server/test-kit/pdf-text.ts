import { inflateSync } from 'node:zlib'

/** What is in a PDF of ours: its dictionaries as they are written, its texts in the order in which they are drawn. */
export type ReadPdf = { dictionaries: string; texts: string[]; pages: number }

type Part = { dictionary: string; content: string }

/**
 * Reads a PDF back the way a reader does: through the table by which each font says which letters its signs stand for.
 * Knows just what PDFKit writes.
 */
export function readPdf(file: Buffer): ReadPdf {
  const parts = partsOf(file)
  const dictionaries = [...parts.values()].map(({ dictionary }) => dictionary).join('\n')
  const pages = [...parts.values()].filter(({ dictionary }) => /\/Type \/Page\b/.test(dictionary))
  const fonts = new Map(
    [...dictionaries.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, lettersOf(parts, id)]),
  )
  const texts = pages.flatMap(({ dictionary }) =>
    textsOf(parts.get(linked(dictionary, 'Contents'))?.content ?? '', fonts),
  )
  return { dictionaries, texts, pages: pages.length }
}

function partsOf(file: Buffer): Map<string, Part> {
  const parts = new Map<string, Part>()
  const text = file.toString('latin1')
  for (const [, id = '', inside = ''] of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [dictionary = '', stream] = inside.split('\nstream\n')
    const bytes = Buffer.from((stream ?? '').replace(/\nendstream$/, ''), 'latin1')
    const isPacked = dictionary.includes('/FlateDecode')
    parts.set(id, { dictionary, content: (isPacked ? inflateSync(bytes) : bytes).toString('latin1') })
  }
  return parts
}

const linked = (dictionary: string, key: string): string => new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1] ?? ''

/** Signs of a font by their numbers, in the order of its table. */
function lettersOf(parts: Map<string, Part>, font: string): string[] {
  const table = parts.get(linked(parts.get(font)?.dictionary ?? '', 'ToUnicode'))?.content ?? ''
  return [...table.matchAll(/\[([^\]]*)\]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/<([0-9a-f ]*)>/gi)].map(([, hex = '']) =>
      Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
    ),
  )
}

/** One text for each time that something is written. */
function textsOf(content: string, fonts: Map<string, string[]>): string[] {
  let letters: string[] = []
  return [...content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)].flatMap(([, font, signs]) => {
    if (font !== undefined) letters = fonts.get(font) ?? []
    if (signs === undefined) return []
    const numbers = [...signs.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    return [numbers.map((number) => letters[Number.parseInt(number, 16)] ?? '').join('')]
  })
}
