import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'

/** What a receipt is set in: Latin with the letters of Yoruba, Igbo, Hausa, Akan and Ewe, Greek, Cyrillic, Devanagari. */
export type ReceiptFonts = { regular: Font; semibold: Font }

const FILES = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  semibold: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
}

let opened: Promise<ReceiptFonts> | undefined

/** Read with the first receipt and kept: what a font has to say about each letter takes far longer to read than a page to draw. */
export const receiptFonts = (): Promise<ReceiptFonts> =>
  (opened ??= openFonts().catch((error: unknown) => {
    opened = undefined
    throw error
  }))

async function openFonts(): Promise<ReceiptFonts> {
  const { create } = await import('fontkit')
  const read = (name: string): Promise<Buffer> => readFile(fileURLToPath(import.meta.resolve(name)))
  const [regular, semibold] = await Promise.all([read(FILES.regular), read(FILES.semibold)])
  return { regular: create(regular), semibold: create(semibold) }
}
