import { createHash, createPublicKey, createVerify } from 'node:crypto'

/** A header with its name as it stands there. */
type Header = { name: string; raw: string }

/** What a signature says of itself, and whether it holds for this mail by the key that the DNS gives. */
export type Dkim = { domain: string; selector: string; headers: string[]; holds: boolean }

/**
 * Checks the signature of a mail (RFC 6376, relaxed/relaxed, rsa-sha256) as a receiving server does, by a way of its own: nothing
 * of what signs has a part in it. Null: it is not signed.
 */
export function readDkim(source: Buffer, publicKey: string): Dkim | null {
  const text = source.toString('latin1').replaceAll(/\r?\n/g, '\r\n')
  const end = text.indexOf('\r\n\r\n')
  const headers = headersIn(text.slice(0, end))
  const signature = headers.find(({ name }) => name.toLowerCase() === 'dkim-signature')
  if (!signature) return null
  const tags = tagsOf(signature.raw.slice(signature.raw.indexOf(':') + 1))
  const named = (tags.get('h') ?? '').split(':')
  const bodyHash = createHash('sha256')
    .update(relaxedBody(text.slice(end + 4)), 'latin1')
    .digest('base64')
  const own = relaxedHeader({ name: 'dkim-signature', raw: signature.raw.replace(/(\bb=)[^;]*$/s, '$1') })
  const signed = [...pick(headers, named).map(relaxedHeader), own].join('\r\n')
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  const verifies = createVerify('RSA-SHA256')
    .update(signed, 'latin1')
    .verify(key, tags.get('b') ?? '', 'base64')
  return {
    domain: tags.get('d') ?? '',
    selector: tags.get('s') ?? '',
    headers: named.map((name) => name.toLowerCase()),
    holds: verifies && tags.get('bh') === bodyHash && tags.get('c') === 'relaxed/relaxed',
  }
}

const headersIn = (head: string): Header[] =>
  head
    .replaceAll(/\r\n(?=[ \t])/g, '\0')
    .split('\r\n')
    .map((line) => ({ name: line.slice(0, line.indexOf(':')), raw: line.replaceAll('\0', '\r\n') }))

const tagsOf = (value: string): Map<string, string> =>
  new Map(
    value.split(';').map((part) => {
      const [name = '', ...rest] = part.split('=')
      return [name.trim(), rest.join('=').replaceAll(/\s+/g, '')] as const
    }),
  )

/** Of several headers of one name the last counts first; one that is named and not there counts as nothing. */
function pick(headers: readonly Header[], named: readonly string[]): Header[] {
  const left = headers.toReversed()
  return named.flatMap((wanted) => {
    const index = left.findIndex(({ name }) => name.toLowerCase() === wanted.toLowerCase())
    return index < 0 ? [] : left.splice(index, 1)
  })
}

const relaxedHeader = ({ name, raw }: Header): string => {
  const value = raw
    .slice(raw.indexOf(':') + 1)
    .replaceAll(/\r\n/g, '')
    .replaceAll(/[ \t]+/g, ' ')
  return `${name.toLowerCase()}:${value.trim()}`
}

function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''))
  while (lines.at(-1) === '') lines.pop()
  return lines.length > 0 ? `${lines.join('\r\n')}\r\n` : ''
}
