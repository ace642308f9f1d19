import { createPrivateKey, generateKeyPair, randomInt, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { seal, unseal } from '../../platform/seal.ts'

/** What mail services ask for: shorter ones count as forged, longer ones do not fit into a line. */
const KEY_BITS = 2_048
const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz'
const SELECTOR_LETTERS = 10

/** A key as it is kept: its private part sealed for this church. */
export type NewKey = { selector: string; publicKey: string; privateKey: string }

const purposeOf = (tenantId: string, selector: string): string => `dkim ${tenantId} ${selector}`

/** Makes a key. Its name is drawn by lot: nobody can have written it into the DNS before. */
export async function makeKey(tenantId: string, secretKey: string): Promise<NewKey> {
  const pair = await promisify(generateKeyPair)('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const letters = Array.from({ length: SELECTOR_LETTERS }, () => LETTERS[randomInt(LETTERS.length)])
  const selector = `nx${letters.join('')}`
  return {
    selector,
    publicKey: pair.publicKey.toString('base64'),
    privateKey: seal(pair.privateKey, secretKey, purposeOf(tenantId, selector)),
  }
}

/** The key to sign with; null: it was sealed by another installation. */
export function openKey(
  tenantId: string,
  { selector, privateKey }: Pick<NewKey, 'selector' | 'privateKey'>,
  secretKey: string,
): KeyObject | null {
  const opened = unseal(privateKey, secretKey, purposeOf(tenantId, selector))
  return opened === null ? null : createPrivateKey(opened)
}
