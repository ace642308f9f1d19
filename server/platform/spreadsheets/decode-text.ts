const SAMPLE_BYTES = 8_192
/** In UTF-16 the letters, digits and separators of ASCII have one zero byte each. */
const ZERO_BYTES_OF_UTF16 = 0.25

/** A text file of any of the usual encodings as a string without byte order mark, NUL and carriage return. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes))
    .decode(bytes)
    .replace(/^\ufeff/, '')
    .replace(/\0/g, '')
    .replace(/\r\n?/g, '\n')
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  return utf16WithoutMark(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')
}

function utf16WithoutMark(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const enough = (sample.length / 2) * ZERO_BYTES_OF_UTF16
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > enough && odd > 4 * even) return 'utf-16le'
  return even > enough && even > 4 * odd ? 'utf-16be' : null
}

/** A few broken bytes in a large UTF-8 file must not turn every name in it into another alphabet. */
function isUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes)
  const broken = text.match(/\ufffd/g)?.length ?? 0
  return broken === 0 || broken * 10 < (text.match(/[\u0080-\ufffc]/g)?.length ?? 0)
}
