import type { Signer } from '../signer.ts'

/** `verif-hash` is the agreed secret itself. */
export const flutterwaveSigner =
  (hash: string): Signer =>
  ({ forged }) => ({ 'verif-hash': forged ? `not ${hash}` : hash })
