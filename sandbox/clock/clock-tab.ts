import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { html, type Html } from '../page/html.ts'
import { badge } from '../page/words.ts'
import { BadInput, checked } from '../platform/input.ts'
import type { Tab } from '../page/stand-in.ts'
import type { DemoClock } from './clock.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Tokens, numbers and calendars are good for so long. */
const FARTHEST_MS = 5 * 366 * DAY_MS

const wanted = z.union([
  z.strictObject({ at: z.iso.datetime({ offset: true }) }),
  z.strictObject({ forwardSeconds: z.number().int() }),
])
const pressed = z.object({
  to: z.enum(['hour', 'morning', 'sunday', 'month', 'real', 'at']),
  at: z.string().optional(),
})

/** `GET`, `POST {at}` or `{forwardSeconds}`, and `DELETE /_sandbox/clock`, and the same for the buttons of its tab. */
export function clockRoutes(app: FastifyInstance, clock: DemoClock): void {
  const answer = () => ({ now: clock.now().toISOString(), aheadSeconds: Math.round(clock.aheadMs() / 1_000) })
  app.get('/_sandbox/clock', answer)
  app.post('/_sandbox/clock', async ({ body }) => {
    const asked = checked(wanted, body)
    if ('at' in asked) await moveTo(clock, new Date(asked.at))
    else await moveTo(clock, new Date(clock.now().getTime() + asked.forwardSeconds * 1_000))
    return answer()
  })
  app.delete('/_sandbox/clock', async () => {
    await clock.move(0)
    return answer()
  })
  void app.register((forms, _options, done) => {
    forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    )
    forms.post('/clock', (request, reply) => press(clock, request, reply))
    done()
  })
}

async function press(clock: DemoClock, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  // A page elsewhere that sends a form here moves nothing.
  const from = request.headers['sec-fetch-site']
  if (from !== undefined && from !== 'same-origin') throw new BadInput('Press the button on the sandbox’s own page.')
  const { to, at } = checked(pressed, request.body)
  if (to === 'real') await clock.move(0)
  else await moveTo(clock, to === 'at' ? instant(clock, at ?? '') : target(clock, to))
  await reply.redirect('/?show=clock', 303)
}

async function moveTo(clock: DemoClock, at: Date): Promise<void> {
  const ahead = at.getTime() - clock.now().getTime() + clock.aheadMs()
  if (Math.abs(ahead) > FARTHEST_MS) throw new BadInput('at: The clock moves five years at most.')
  await clock.move(ahead)
}

function instant({ zone, instantOf }: DemoClock, local: string): Date {
  const at = instantOf(zone, local)
  if (!at) throw new BadInput('at: Enter a date and a time.')
  return at
}

function target(clock: DemoClock, to: 'hour' | 'morning' | 'sunday' | 'month'): Date {
  const now = clock.now()
  if (to === 'hour') return new Date(now.getTime() + HOUR_MS)
  if (to === 'month') return new Date(now.getTime() + 30 * DAY_MS)
  const today = clock.wall(clock.zone, now).slice(0, 10)
  if (to === 'morning') return instant(clock, `${later(today, 1)}T08:30`)
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  return instant(clock, `${later(today, 7 - weekday)}T09:00`)
}

const later = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

export const clockTab = (clock: DemoClock): Tab => ({
  show: 'clock',
  label: 'Clock',
  render: () => face(clock),
})

const BUTTONS = [
  ['hour', '+1 hour'],
  ['morning', 'Tomorrow 8:30'],
  ['sunday', 'Next Sunday 9:00'],
  ['month', '+30 days'],
] as const

const face = (clock: DemoClock): Html => {
  const { zone } = clock
  const now = clock.now()
  const isMoved = clock.aheadMs() !== 0
  const day = now.toLocaleDateString('en-GB', { timeZone: zone, dateStyle: 'full' })
  const time = clock.wall(zone, now).slice(11, 16)
  return html`<section class="card clock" aria-labelledby="now">
    <div>
      <h2 id="now">The demo’s clock</h2>
      <p class="time serif"><span class="num">${time}</span> ${day}</p>
      <p class="muted">${zone} ${isMoved ? badge('warn', 'Moved') : badge('ok', 'Real time')}</p>
    </div>
    <form method="post" action="/clock" class="jumps">
      ${BUTTONS.map(([to, label]) => html`<button class="button" name="to" value="${to}">${label}</button>`)}
      ${isMoved ? html`<button class="button primary" name="to" value="real">Real time</button>` : null}
    </form>
    <form method="post" action="/clock" class="jumpto">
      <label for="at">Date and time</label>
      <div class="field">
        <input id="at" type="datetime-local" name="at" required value="${clock.wall(zone, now).slice(0, 16)}" />
        <button class="button" name="to" value="at">Set clock</button>
      </div>
    </form>
    <p class="muted small">
      Narthex, its jobs and its schedules follow. What was due in the time that was skipped runs once. Sessions end as
      they would: after a long jump, sign in again.
    </p>
  </section>`
}
