import type { readHome } from '#contract/checkin/registration.ts'
import type { Result } from '#contract/endpoint.ts'

/** What the dashboard shows. */
export type Home = Result<typeof readHome>
