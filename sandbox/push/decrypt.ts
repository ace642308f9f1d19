import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto'

const SALT_BYTES = 16
const RECORD_SIZE_BYTES = 4
const TAG_BYTES = 16
/** Ends the text in the last record; zeros may follow. */
const LAST_RECORD = 2

/** What a browser has for its subscription: a key pair of P-256 and a secret. */
export type BrowserKeys = { pair: ECDH; auth: Buffer }

/** The text of a message, as the browser reads it (RFC 8188 and 8291); null when it was not encrypted for these keys. */
export function decrypt(body: Buffer, { pair, auth }: BrowserKeys): string | null {
  try {
    const salt = body.subarray(0, SALT_BYTES)
    const idLength = body.readUInt8(SALT_BYTES + RECORD_SIZE_BYTES)
    const textFrom = SALT_BYTES + RECORD_SIZE_BYTES + 1 + idLength
    const sender = body.subarray(textFrom - idLength, textFrom)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
    const secret = derived(pair.computeSecret(sender), auth, { info, length: 32 })
    const key = derived(secret, salt, { info: Buffer.from('Content-Encoding: aes128gcm\0'), length: 16 })
    const nonce = derived(secret, salt, { info: Buffer.from('Content-Encoding: nonce\0'), length: 12 })
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(body.subarray(-TAG_BYTES))
    const record = Buffer.concat([decipher.update(body.subarray(textFrom, -TAG_BYTES)), decipher.final()])
    const end = record.lastIndexOf(LAST_RECORD)
    return end < 0 ? null : record.subarray(0, end).toString('utf8')
  } catch {
    return null
  }
}

const derived = (secret: Buffer, salt: Buffer, { info, length }: { info: Buffer; length: number }): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))
