import { buffer } from 'node:stream/consumers'
import type { ReceiptFonts } from './receipt-fonts.ts'

type Document = PDFKit.PDFDocument
type Part = PDFKit.PDFStructureElement

/** Points: A4, with the same margin on every side. */
export const PAPER = { width: 595.28, height: 841.89, margin: 56 }

type Box = { x: number; y: number; width: number }
export type Face = { font: keyof ReceiptFonts; size: number; color: string; align?: 'left' | 'right' }

/**
 * The font would draw ọ in two parts, and whoever copies the text or has it read aloud would lose the dot. Devanagari is
 * made of parts. PDFKit's types know only what is switched on.
 */
const shaping = (text: string): { features?: [] } =>
  /\p{Script=Devanagari}/u.test(text) ? {} : { features: { ccmp: false } as unknown as [] }

/** One page, drawn by places. Texts stand in the document's structure for who has it read aloud; all else is decoration. */
export type Page = {
  /** Writes a text in as many lines as it takes, as a part (`P`, `H1`, `TD`) of the document or of `inside`; answers where it ends. */
  write: (tag: string, text: string, place: { box: Box; face: Face; inside?: Part }) => number
  heightOf: (text: string, width: number, face: Face) => number
  widthOf: (text: string, face: Face) => number
  /** Opens a part that holds others, such as a table or its row. */
  open: (tag: string, inside?: Part) => Part
  decorate: (draw: (document: Document) => void) => void
  end: () => Promise<Buffer>
}

/** A page whose bytes are the same whenever the same is drawn on it: `writtenAt` is the only time in it. */
export async function openPage(fonts: ReceiptFonts, title: string, writtenAt: Date): Promise<Page> {
  const { default: PdfDocument } = await import('pdfkit')
  const document = new PdfDocument({
    size: [PAPER.width, PAPER.height],
    // Places are reckoned here; with margins of its own it would begin a second page.
    margin: 0,
    font: '',
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'en',
    info: { Title: title, Author: 'Narthex', Creator: 'Narthex', Producer: 'Narthex', CreationDate: writtenAt },
  })
  // It takes fonts that are open already, which its types do not say.
  for (const [name, font] of Object.entries(fonts)) document.registerFont(name, font as unknown as Uint8Array)
  const bytes = buffer(document)
  const root = document.struct('Document')
  document.addStructure(root)
  const set = ({ font, size, color }: Face): Document => document.font(font).fontSize(size).fillColor(color)
  return {
    write: (tag, text, { box: { x, y, width }, face, inside = root }) => {
      const height = set(face).heightOfString(text, { ...shaping(text), width })
      const how = { ...shaping(text), width, align: face.align ?? 'left' }
      inside.add(document.struct(tag, {}, () => set(face).text(text, x, y, how)))
      return y + height
    },
    heightOf: (text, width, face) => set(face).heightOfString(text, { ...shaping(text), width }),
    widthOf: (text, face) => set(face).widthOfString(text, shaping(text)),
    open: (tag, inside = root) => {
      const part = document.struct(tag)
      inside.add(part)
      return part
    },
    decorate: (draw) => {
      document.markContent('Artifact', { type: 'Layout' })
      draw(document)
      document.endMarkedContent()
    },
    end: () => {
      root.end()
      document.end()
      return bytes
    },
  }
}
