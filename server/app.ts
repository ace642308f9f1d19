import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/calls/every-call.ts'
import { billing } from './billing/index.ts'
import { checkin, guardianAuthenticator } from './checkin/index.ts'
import { dashboard } from './dashboard/index.ts'
import { followup, serveWelcomePage } from './followup/index.ts'
import { staffAuthenticator, identity, networkOf, noteLastSeen, type AddPerson } from './identity/index.ts'
import { messaging, sentMessages, serveLinkPage, serveOpenedPicture } from './messaging/index.ts'
import { identifyOperator, operator } from './operator/index.ts'
import { addPersons, people } from './people/index.ts'
import type { Clock } from './platform/runtime/index.ts'
import { docsPage } from './platform/site/docs-page.ts'
import { observe } from './platform/site/observe.ts'
import { openapiOf } from './platform/site/openapi.ts'
import { serveOn } from './platform/http/serve.ts'
import { openHttp } from './platform/http/server.ts'
import { refuseUndeclared } from './platform/site/undeclared.ts'
import { refuseUnknown } from './platform/site/unknown.ts'
import { answerTogether } from './platform/site/together.ts'
import { serveWebPage } from './platform/site/web-page.ts'
import type { Area, AppContext } from './platform/app-context.ts'
import { noteWhoAsks } from './platform/runtime/index.ts'

/** Who founds a church or joins its staff is one of its people. */
const addPerson: AddPerson = async (tx, tenantId, person, at) => {
  const [id] = await addPersons(tx, tenantId, [{ ...person, phone: null, kind: 'member' }], at)
  if (id === undefined) throw new Error('A person was not added')
  return id
}

/** The areas of the product, each knowing only those before it. */
export const areas: readonly Area[] = [
  identity(addPerson),
  people,
  billing(sentMessages),
  messaging,
  checkin,
  followup,
  dashboard,
  operator,
]
for (const { reactions = [] } of areas) for (const { connect } of reactions) connect()

type AppParts = {
  context: AppContext
  jobsRunning: () => boolean
  /** Everything that was to be done before people sign in is done. */
  started: () => boolean
  webDirectory: string | null
  /** Only tests ask: is told of refusals that the contract does not declare, which become errors then. */
  onUndeclared?: ((sentence: string) => void) | undefined
}

/** The whole HTTP side: every call of the contract, its documentation, the page. */
export async function buildApp({
  context,
  jobsRunning,
  started,
  webDirectory,
  ...parts
}: AppParts): Promise<FastifyInstance> {
  const { config, database, clock, log } = context
  const http = await openHttp(config, log)
  if (parts.onUndeclared) refuseUndeclared(http, parts.onUndeclared)
  noteWhoAsks(http, networkOf)
  const { metricsToken, trustedProxies } = config
  observe(http, { database, jobsRunning, started, metricsToken, behindProxy: trustedProxies > 0 })
  if (config.demo) tellClock(http, clock)
  const serve = serveOn({
    http,
    database,
    clock,
    staff: staffAuthenticator(context),
    guardians: guardianAuthenticator(context),
    identifyOperator: identifyOperator(context),
  })
  noteLastSeen(http, context)
  for (const area of areas) area.routes(serve, context)
  answerTogether(http, serve, endpoints)
  await serveLinkPage(http, context)
  await serveWelcomePage(http, context)
  serveOpenedPicture(http, context)
  // Made when it is first asked for, as the page is: a start need not wait for it.
  let openapi: object | undefined
  http.get('/api/openapi.json', async () => (openapi ??= openapiOf(endpoints, config.publicUrl)))
  docsPage(http, endpoints)
  if (webDirectory) await serveWebPage(http, webDirectory)
  refuseUnknown(http, { endpoints, hasPage: webDirectory !== null })
  return http
}

const TOLD_FROM_MS = 1_000

/** A demo's clock may have been moved: pages go by it too. */
function tellClock(http: FastifyInstance, { now }: Clock): void {
  http.addHook('onSend', (_request, reply, _body, done) => {
    const ahead = now().getTime() - Date.now()
    if (Math.abs(ahead) > TOLD_FROM_MS) reply.header('narthex-clock-ahead', String(ahead))
    done()
  })
}
