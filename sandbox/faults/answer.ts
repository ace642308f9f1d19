import type { FastifyReply } from 'fastify'
import { pause } from '#sandbox/platform/pause.ts'
import type { Fault } from './faults.ts'

type Call = {
  fault: Fault | undefined
  reply: FastifyReply
  closing: AbortSignal
  answer: () => object
  /** How this provider says that it fails. */
  inWords?: (status: 500 | 429) => object
}

/** Answers a call the way its fault wants it. `answer` does the work, so a mode that takes nothing never calls it. */
export async function answerThroughFault({
  fault,
  reply,
  closing,
  answer,
  inWords = ownWords,
}: Call): Promise<unknown> {
  switch (fault?.mode) {
    case 'delay':
      await pause(fault.waitMs, closing)
      return answer()
    case 'hold':
      await Promise.race([fault.cleared, aborted(closing)])
      return answer()
    case 'accept-late':
      return later(answer(), fault.waitMs, closing)
    case 'timeout':
      await pause(fault.waitMs, closing)
      return hangUp(reply)
    case '500':
      return reply.code(500).send(inWords(500))
    case '429':
      return reply.code(429).header('retry-after', '1').send(inWords(429))
    case 'malformed':
      answer()
      return reply.type('application/json').send('{"results":[{"reference":')
    default:
      return answer()
  }
}

const aborted = (closing: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (closing.aborted) resolve()
    closing.addEventListener('abort', () => resolve(), { once: true })
  })

const ownWords = (status: 500 | 429): object => ({ error: status === 500 ? 'internal_error' : 'too_many_requests' })

async function later(answer: object, milliseconds: number, closing: AbortSignal): Promise<object> {
  await pause(milliseconds, closing)
  return answer
}

function hangUp(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.destroy()
  return reply
}
