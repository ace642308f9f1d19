import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../platform/app-context.ts'
import { placeOfLink } from '../opt-out-links/index.ts'
import { insertOpen } from './said-store.ts'

/** Behind a recipient's own link. */
export const OPENED_PICTURE = 'opened.gif'

/** One pixel that shows nothing. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

type Asked = FastifyRequest<{ Params: { token: string } }>

/**
 * The picture in emails of churches that count how many open them. That a recipient loaded it is kept once; nothing else is
 * known of them by it, and nothing that they chose changes. Whoever makes up a link is shown the same.
 */
export function serveOpenedPicture(http: FastifyInstance, context: AppContext): void {
  http.get(`/o/:token/${OPENED_PICTURE}`, async (request: Asked, reply: FastifyReply) => {
    const found = request.method === 'GET' ? await placeOfLink(context, request.params.token) : null
    if (found)
      await context.database.withTenant(found.tenantId, (tx) =>
        insertOpen(tx, found.tenantId, { ...found.place, at: context.clock.now() }),
      )
    return reply
      .headers({
        'content-type': 'image/gif',
        'cache-control': 'no-store',
        // Readers of mail show it inside pages of their own.
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(PIXEL)
  })
}
