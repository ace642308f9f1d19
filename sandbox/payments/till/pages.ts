import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerThroughFault } from '../../faults/answer.ts'
import type { Faults } from '../../faults/faults.ts'
import type { FaultMoment } from '../../faults/modes.ts'
import type { Cards } from './cards.ts'
import type { Charges } from './charges.ts'
import type { PaymentSecrets } from '../../platform/provider.ts'
import type { Words } from './refused.ts'
import type { Till } from './till.ts'

/** What each provider works with. */
export type Desk = {
  charges: Charges
  cards: Cards
  till: Till
  faults: Faults
  closing: AbortSignal
  secrets: PaymentSecrets
}

type Work = (request: FastifyRequest, reply: FastifyReply) => object

/** A handler whose answer goes through the faults of its moment. */
export const through =
  ({ faults, closing }: Desk, words: Words) =>
  (moment: FaultMoment, work: Work) =>
  (request: FastifyRequest, reply: FastifyReply) =>
    answerThroughFault({
      fault: faults.take(moment),
      reply,
      closing,
      answer: () => work(request, reply),
      inWords: (status) => words.failing(status).body,
    })

/** The address under which the caller reached the sandbox; its pages stand there too. */
export const baseOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}`

/** The text of a form; empty when none came. */
export const formOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '')

/** Forms arrive as the text they are: each provider reads them in its own way. */
export function takeForms(api: FastifyInstance): void {
  api.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
}
