import type { z } from 'zod/mini'
import { registerFields, type familyLogin, type familyRegister } from '#contract/checkin/door.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { PASSWORD_MIN_LENGTH } from '#contract/identity/session.ts'
import { ApiError } from '../../../platform/http/index.ts'
import type { SignedInGuardian } from './guardian-session.ts'

type LoginAnswer = Answer<typeof familyLogin>

/** How existing clients are told of a sign-in. `signedIn` null: address and password do not go together. */
export function loginAnswer(signedIn: SignedInGuardian | null): LoginAnswer {
  const { token = null, guardian } = signedIn ?? {}
  const message = signedIn ? 'You are signed in.' : 'Wrong email, phone number or password.'
  const value = { token, tenantID: guardian?.tenantId ?? null, message }
  const result = { statusCode: signedIn ? 200 : 401, message, value }
  return { personID: guardian?.personId ?? null, login: { result } }
}

/** How existing clients read that a sign-up is refused, and why. */
export async function orRefused(signingUp: Promise<LoginAnswer>): Promise<LoginAnswer> {
  try {
    return await signingUp
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'too_many_tries') throw error
    const message = Object.values(error.fields ?? {})[0] ?? error.message
    return {
      personID: null,
      login: { result: { statusCode: 400, message, value: { token: null, tenantID: null, message } } },
    }
  }
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

const missing: Record<string, string> = {
  tenantId: 'This church is not known.',
  firstName: 'Enter your first name.',
  lastName: 'Enter your last name.',
  password: `Use at least ${PASSWORD_MIN_LENGTH} characters for the password.`,
}

/** What a sign-up needs. Throws `invalid_input` with a sentence for the first field at fault. */
export function registerFieldsOf(body: Received<typeof familyRegister>['body']): z.infer<typeof registerFields> {
  const read = registerFields.safeParse({ ...body, lastName: body.lastName ?? '' })
  if (read.success) return read.data
  const field = String(read.error.issues[0]?.path[0] ?? '')
  throw new ApiError('invalid_input', { fields: { [field]: missing[field] ?? 'Check what you typed.' } })
}
