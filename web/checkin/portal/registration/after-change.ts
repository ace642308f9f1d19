import { upcomingCheckinEvents } from '#contract/checkin/events.ts'
import { readAttendance, readHome, readPass, readRegistrable } from '#contract/checkin/registration.ts'
import { ApiFailure } from '../../../api/call.ts'
import { dropPass, keepPass } from '../shared/kept-passes.ts'
import { load, outdate } from '../shared/use-read.ts'

/** Everything that was known of an event is out of date now. What this screen shows and the pass on this phone are read at once. */
export function afterChange(eventId: string, registrationId: string | null): void {
  outdate(readRegistrable, { params: { id: eventId } })
  load(readRegistrable, { params: { id: eventId } }).catch(() => undefined)
  outdate(upcomingCheckinEvents)
  outdate(readHome)
  outdate(readAttendance)
  if (registrationId) refreshPass(registrationId).catch(() => undefined)
}

async function refreshPass(id: string): Promise<void> {
  try {
    await keepPass(await load(readPass, { params: { id } }))
  } catch (failure) {
    // The last of the family was taken out.
    if (failure instanceof ApiFailure && failure.code === 'not_found') await dropPass(id)
  }
}
