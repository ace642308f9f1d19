import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import { ApiError } from '../runtime/api-error.ts'

type Observed = {
  database: Database
  jobsRunning: () => boolean
  /** Everything that was to be done before people sign in is done. */
  started: () => boolean
  /** Who shows it may read /metrics; null: only this computer, and only when no proxy stands in front. */
  metricsToken: string | null
  behindProxy: boolean
}

/** /healthz: the process answers. /readyz: people can sign in, and jobs are worked on. /metrics: Prometheus. */
export function observe(http: FastifyInstance, observed: Observed): void {
  const { database, jobsRunning, started, metricsToken, behindProxy } = observed
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'narthex_http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
    registers: [registry],
  })
  const up = new Gauge({ name: 'narthex_database_up', help: '1 when the database answers', registers: [registry] })

  http.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const { method } = request
    durations.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    request.log.info(
      { requestId: request.id, method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
  })
  http.get('/healthz', async () => ({ status: 'ok' }))
  http.get('/readyz', async (_request, reply) => {
    const checks = { database: await database.ping(), jobs: jobsRunning(), started: started() }
    return reply.code(Object.values(checks).every(Boolean) ? 200 : 503).send(checks)
  })
  http.get('/metrics', async (request, reply) => {
    const mayRead = metricsToken ? showsToken(request, metricsToken) : !behindProxy && isThisComputer(request)
    if (!mayRead) throw new ApiError('not_found')
    up.set((await database.ping()) ? 1 : 0)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const showsToken = ({ headers }: FastifyRequest, token: string): boolean =>
  timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))

const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** Behind a proxy on this computer that we were not told of, everybody comes from here; proxies say that they are one. */
function isThisComputer({ socket, headers }: FastifyRequest): boolean {
  if (FORWARDED.some((name) => headers[name] !== undefined)) return false
  return ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(socket.remoteAddress ?? '')
}
