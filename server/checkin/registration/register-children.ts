import type { registerChildren as call } from '#contract/checkin/registration.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { registerOwn, type Registrar } from './register-own.ts'

/** Registers in the shape of existing clients, all for one event. Throws like `registerFamily`. */
export async function registerChildren(
  tx: Tx,
  registrar: Registrar,
  items: Received<typeof call>['body'],
): Promise<Answer<typeof call>> {
  const [eventId = '', ...others] = new Set(items.map(({ activityId }) => activityId.toLowerCase()))
  if (others.length > 0)
    throw new ApiError('invalid_input', { fields: { activityId: 'Register for one event at a time.' } })
  const children = items.map(({ personId, checkInAttendanceId }) => ({ personId, classId: checkInAttendanceId }))
  const { code } = await registerOwn(tx, registrar, { eventId, children })
  return { response: 'Registered successfully', returnObject: code }
}
