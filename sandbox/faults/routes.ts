import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { BadInput, checked } from '#sandbox/platform/input.ts'
import type { Fault, Faults } from './faults.ts'
import { faultModes, faultTargets } from './modes.ts'

const FAULTS_IN_WAIT = 100

/** `mode` may be a number too, because 500 and 429 are easily written so. */
const request = z.strictObject({
  target: z.enum(faultTargets),
  mode: z.union([z.string(), z.number()]).transform(String),
  times: z.int().min(1).max(100_000).default(1),
  waitMs: z.int().min(0).max(120_000).optional(),
})

/** `POST`, `GET` and `DELETE /_sandbox/faults`; each answers with the faults still in wait. */
export function faultRoutes(app: FastifyInstance, faults: Faults): void {
  const answer = () => ({ faults: faults.waiting().map(({ target, mode, times }) => ({ target, mode, times })) })
  app.get('/_sandbox/faults', answer)
  app.post('/_sandbox/faults', (received) => {
    if (faults.waiting().length >= FAULTS_IN_WAIT) throw new BadInput(`more than ${FAULTS_IN_WAIT} faults are in wait`)
    faults.add(faultOf(checked(request, received.body)))
    return answer()
  })
  app.delete('/_sandbox/faults', () => {
    faults.clear()
    return answer()
  })
}

function faultOf({ target, mode, times, waitMs }: z.output<typeof request>): Omit<Fault, 'cleared'> {
  const kinds = faultModes.filter((kind) => kind.target === target)
  const kind = kinds.find((known) => known.mode === mode)
  if (!kind) throw new BadInput(`mode: ${target} knows ${kinds.map((known) => known.mode).join(', ')}`)
  const usualWait = 'waitMs' in kind ? kind.waitMs : 0
  return { target, mode: kind.mode, times, waitMs: waitMs ?? usualWait, at: kind.at, does: kind.does }
}
