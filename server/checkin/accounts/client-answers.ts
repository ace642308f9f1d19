import type { familyLogin } from '#contract/checkin/door.ts'
import type { Answer } from '#contract/endpoint.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { SignedInGuardian } from './open-guardian-session.ts'

type LoginAnswer = Answer<typeof familyLogin>

/** How existing clients are told of a sign-in. `signedIn` null: address and password do not go together. */
export function loginAnswer(signedIn: SignedInGuardian | null): LoginAnswer {
  const { token = null, guardian } = signedIn ?? {}
  const message = signedIn ? 'You are signed in.' : 'Wrong email, phone number or password.'
  const value = { token, tenantID: guardian?.tenantId ?? null, message }
  return { personID: guardian?.personId ?? null, login: { result: { statusCode: signedIn ? 200 : 401, value } } }
}

/** Null for wrong credentials, which existing clients read in the answer. */
export async function orWrong(signingIn: Promise<SignedInGuardian>): Promise<SignedInGuardian | null> {
  try {
    return await signingIn
  } catch (error) {
    if (error instanceof ApiError && error.code === 'wrong_credentials') return null
    throw error
  }
}

type Typed = { email?: string | null | undefined; phoneNumber?: string | null | undefined }

/** The one address of a request of existing clients, and its field. Throws `invalid_input` when there is none. */
export function addressOf({ email, phoneNumber }: Typed): { userName: string; field: string } {
  if (email) return { userName: email, field: 'email' }
  if (phoneNumber) return { userName: phoneNumber, field: 'phoneNumber' }
  throw new ApiError('invalid_input', { fields: { email: 'Enter a valid email or phone number.' } })
}
