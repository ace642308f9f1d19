import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Faults } from '../faults/faults.ts'
import { CONTENT_POLICY } from '../platform/app.ts'
import type { Tab } from './stand-in.ts'
import { document, overview } from './layout.ts'

const REFRESH_SECONDS = 5
const WITH_FORMS = CONTENT_POLICY.replace("form-action 'none'", "form-action 'self'")
const styles = ['tokens.css', 'page.css', 'messages.css', 'payments.css', 'clock.css']
  .map((sheet) => readFileSync(path.join(import.meta.dirname, sheet), 'utf8'))
  .join('\n')

/** `/` with a tab for each stand-in, the style sheet, and no icon. An unknown `show` is the first tab. */
export function pageRoutes(app: FastifyInstance, tabs: readonly [Tab, ...Tab[]], faults: Faults): void {
  app.get<{ Querystring: { show?: string } }>('/', (request, reply) => {
    const chosen = tabs.find((tab) => tab.show === request.query.show) ?? tabs[0]
    const body = overview(tabs, chosen, faults.waiting(), new Date())
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', chosen.count ? CONTENT_POLICY : WITH_FORMS)
      .send(
        document({
          title: `${chosen.label} · Narthex sandbox`,
          body,
          ...(chosen.count && { refresh: REFRESH_SECONDS }),
        }),
      )
  })
  app.get('/sandbox.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(styles))
  app.get('/favicon.ico', (_request, reply) => reply.code(204).send())
}
