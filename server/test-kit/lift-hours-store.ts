import type { Look } from './query-store.ts'

/**
 * Messages leave at any hour, as what is tested of them does not depend on when it is tested. Tests of the hours themselves
 * leave them as they are.
 */
export async function liftHours(look: Look): Promise<void> {
  await look(
    `update sending_hours set week = array_fill('00:00-24:00'::text, array[7]), releases = null, closed_on_holidays = false`,
  )
  // What has come to wait already goes too.
  await look('update campaign_batch set not_before = null where not_before is not null')
  await look(
    `update pgboss.job set start_after = now() where name = 'messaging.deliver-campaign' and state = 'created' and start_after > now()`,
  )
}
