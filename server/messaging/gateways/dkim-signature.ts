import { createHash, sign as signAtOnce, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

/** What signs for a domain: its key, and the name under which its other half stands in the DNS. */
export type DkimKey = { domainName: string; keySelector: string; privateKey: KeyObject }

/** On a thread of its own: it is the dearest part of an email, and the next one is written meanwhile. */
const sign = promisify(signAtOnce)

/** What the signature vouches for: one-click counts only where its headers are signed (RFC 8058). */
const SIGNED = [
  'from',
  'reply-to',
  'to',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'content-type',
  'list-unsubscribe',
  'list-unsubscribe-post',
]

/** The header that signs an email (RFC 6376, relaxed/relaxed, rsa-sha256). `headers`: folded, each once; `body`: its bytes. */
export async function dkimSignature(headers: readonly string[], body: string, key: DkimKey): Promise<string> {
  const { domainName, keySelector, privateKey } = key
  const written = new Map(headers.map((header) => [nameOf(header), header]))
  const named = SIGNED.filter((name) => written.has(name))
  const bodyHash = createHash('sha256').update(relaxedBody(body), 'latin1').digest('base64')
  const tags = [
    'v=1',
    'a=rsa-sha256',
    'c=relaxed/relaxed',
    `d=${domainName}`,
    `s=${keySelector}`,
    `bh=${bodyHash}`,
    `h=${named.join(':')}`,
    'b=',
  ]
  const header = `DKIM-Signature: ${tags.join(';\r\n ')}`
  const signed = [...named.map((name) => relaxedHeader(written.get(name) ?? '')), relaxedHeader(header)].join('\r\n')
  const signature = await sign('sha256', Buffer.from(signed, 'latin1'), privateKey)
  return header + signature.toString('base64').replaceAll(/.{70}(?=.)/g, '$&\r\n ')
}

const nameOf = (header: string): string => header.slice(0, header.indexOf(':')).toLowerCase()

/** Unfolded, its name in small letters, runs of spaces as one and none at its ends. */
const relaxedHeader = (header: string): string =>
  `${nameOf(header)}:${header
    .slice(header.indexOf(':') + 1)
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()}`

/** Runs of spaces as one, none at the end of a line, no empty lines at its end. */
function relaxedBody(body: string): string {
  const relaxed = body
    .replaceAll(/[ \t]+(?=\r\n|$)/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .replace(/(\r\n)+$/, '')
  return relaxed === '' ? '' : `${relaxed}\r\n`
}
