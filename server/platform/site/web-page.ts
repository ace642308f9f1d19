import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const A_YEAR_SECONDS = 31_536_000

/** Serves the built web page. Its files carry a hash in their names; unknown.ts gives every other page address index.html or portal.html. */
export async function serveWebPage(http: FastifyInstance, directory: string): Promise<void> {
  await http.register(fastifyStatic, {
    root: directory,
    preCompressed: true,
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const hashed = path.relative(directory, file).startsWith('assets')
      reply.header('cache-control', hashed ? `public, max-age=${A_YEAR_SECONDS}, immutable` : 'no-cache')
    },
  })
  http.get('/', async (_request, reply) => reply.sendFile('index.html'))
}
