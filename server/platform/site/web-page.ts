import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const A_YEAR_SECONDS = 31_536_000

/**
 * Serves the built web page. Its files carry a hash in their names; unknown.ts gives every other page address index.html or
 * portal.html. The hundreds of hashed ones share a route: one for each would take as much memory as all calls together.
 */
export async function serveWebPage(http: FastifyInstance, directory: string): Promise<void> {
  const files = { preCompressed: true, index: false as const, cacheControl: false }
  await http.register(fastifyStatic, {
    ...files,
    root: directory,
    wildcard: false,
    globIgnore: ['assets/**'],
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  })
  await http.register(fastifyStatic, {
    ...files,
    root: path.join(directory, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    setHeaders: (reply) => void reply.header('cache-control', `public, max-age=${A_YEAR_SECONDS}, immutable`),
  })
  http.get('/', async (_request, reply) => reply.sendFile('index.html'))
}
