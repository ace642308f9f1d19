import { open } from 'node:fs/promises'
import type Sharp from 'sharp'
import { takingTurns } from '../runtime/turns.ts'

/** 24 megapixels: more is no photograph of a person but an attempt to fill the memory. */
const PIXELS_MOST = 24_000_000
const QUALITY = 82
/** One takes some 100 MB and a second at most. */
const inTurn = takingTurns({ atOnce: 2, waitingMost: 30, retryAfter: 10 })

/**
 * Longest edge in pixels; `square` cuts to the most interesting square, `inside` keeps everything. `banner` cuts to twice as
 * wide as high, and makes small pictures larger, so that all have one shape.
 */
type Fit = { edge: number; shape: 'square' | 'inside' | 'banner' }

/** Loaded with the first picture: processes that may not load native code never get here. */
async function openSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp')
  // The cores are needed elsewhere.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/**
 * Decodes a JPEG, PNG or WebP file and encodes it anew as WebP without metadata, turned as the camera says. Null when
 * it is none of these, broken, or larger than 24 megapixels: what the file calls itself does not count. Throws `too_many_tries` when too many wait for their turn.
 */
export async function reencode(path: string, fit: Fit): Promise<Buffer | null> {
  return (await looksLikePicture(path)) ? inTurn(() => encodeAnew(path, fit)) : null
}

/** Of the database's limit for one picture. */
const JPEG_BYTES = 500_000

/** The same as a JPEG on white, `edge` wide at most and at most twice as high. */
export async function reencodeAsJpeg(
  path: string,
  edge: number,
): Promise<{ bytes: Buffer; width: number; height: number } | null> {
  return (await looksLikePicture(path)) ? inTurn(() => encodeJpeg(path, edge)) : null
}

async function encodeJpeg(
  path: string,
  edge: number,
): Promise<{ bytes: Buffer; width: number; height: number } | null> {
  const sharp = await openSharp()
  try {
    for (const quality of [QUALITY, 60, 40, 20]) {
      const { data, info } = await sharp(path, { limitInputPixels: PIXELS_MOST, failOn: 'error', animated: false })
        .rotate()
        .resize(edge, 2 * edge, { fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality, mozjpeg: true })
        .toBuffer({ resolveWithObject: true })
      if (data.length <= JPEG_BYTES) return { bytes: data, width: info.width, height: info.height }
    }
    return null
  } catch {
    return null
  }
}

async function encodeAnew(path: string, { edge, shape }: Fit): Promise<Buffer | null> {
  const sharp = await openSharp()
  try {
    return await sharp(path, { limitInputPixels: PIXELS_MOST, failOn: 'error', animated: false })
      .rotate()
      .resize(edge, shape === 'banner' ? Math.round(edge / 2) : edge, {
        fit: shape === 'inside' ? 'inside' : 'cover',
        position: 'attention',
        withoutEnlargement: shape !== 'banner',
      })
      .webp({ quality: QUALITY })
      .toBuffer()
  } catch {
    return null
  }
}

/** The decoder knows more formats than we accept, SVG among them, which fetches and scripts. */
async function looksLikePicture(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const head = Buffer.alloc(12)
    await file.read(head, 0, 12, 0)
    return isJpeg(head) || isPng(head) || isWebp(head)
  } finally {
    await file.close()
  }
}

const isJpeg = (head: Buffer): boolean => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
const isPng = (head: Buffer): boolean =>
  head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
const isWebp = (head: Buffer): boolean =>
  head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP'
