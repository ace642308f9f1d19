import type { Drawing } from './draw-text.ts'

/** An email as it is kept: drawn once, made personal for each recipient (`personalParts`). */
export type DrawnEmail = { html: string; text: string }

/** Draws what was written as an HTML document and as plain text. */
export async function drawEmail(drawing: Drawing): Promise<DrawnEmail> {
  // What it is drawn with is large, and most servers draw none for days.
  const [{ drawHtml }, { drawText }] = await Promise.all([import('./draw-html.ts'), import('./draw-text.ts')])
  return { html: drawHtml(drawing), text: drawText(drawing) }
}
