import type { House } from '#server/platform/house.ts'
import { hashCode, newCode } from './signup-code.ts'
import { codeMail, knownMail } from './signup-mails.ts'
import { codeSignup } from './signup-store.ts'

/**
 * Makes the sign-up's code and mails it; to an address that somebody signs in with, a note instead. Done again after a
 * failure it makes another code, and the one of the mail before is dead.
 */
export async function sendSignupMail(
  { database, clock, config, sendMail }: House,
  { signupId: id }: { signupId: string },
): Promise<void> {
  const code = newCode()
  const codeHash = hashCode(code, { id, secretKey: config.secretKey })
  const at = clock.now()
  const coded = await database.withoutTenant((tx) => codeSignup(tx, { id, codeHash, at }))
  if (!coded) return
  const { email: to, known } = coded
  await sendMail(known ? knownMail({ to, signInLink: `${config.publicUrl}/` }) : codeMail({ to, code }))
}
