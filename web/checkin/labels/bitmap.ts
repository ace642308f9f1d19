/** A picture of one bit a dot: rows of whole bytes, the first dot in the highest bit, 1 is black. */
export type Bitmap = { width: number; height: number; rowBytes: number; bytes: Uint8Array }

/** As a canvas gives it: four bytes a dot, red, green, blue and how much covers the paper. */
type Picture = { width: number; height: number; data: ArrayLike<number> }

/** Darker than this is black: the grey edges of letters make them a little stronger, which thermal paper needs. */
const BLACK_BELOW = 150
const CHANNELS = 4
const OPAQUE = 255

export function toBitmap({ width, height, data }: Picture): Bitmap {
  const rowBytes = Math.ceil(width / 8)
  const bytes = new Uint8Array(rowBytes * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (brightness(data, (y * width + x) * CHANNELS) >= BLACK_BELOW) continue
      const place = y * rowBytes + (x >> 3)
      bytes[place] = (bytes[place] ?? 0) | (0x80 >> (x & 7))
    }
  return { width, height, rowBytes, bytes }
}

/** How bright a dot looks on white paper, 0 to 255. */
function brightness(data: ArrayLike<number>, at: number): number {
  const [red = 0, green = 0, blue = 0, cover = 0] = [data[at], data[at + 1], data[at + 2], data[at + 3]]
  const own = red * 0.299 + green * 0.587 + blue * 0.114
  return OPAQUE - ((OPAQUE - own) * cover) / OPAQUE
}
