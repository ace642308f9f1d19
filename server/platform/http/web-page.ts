import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'

const A_YEAR_SECONDS = 31_536_000

/** Without a page, what is no call is nothing. */
export function serveNoPage(http: FastifyInstance): void {
  http.setNotFoundHandler(() => {
    throw new ApiError('not_found')
  })
}

/** Serves the built web page. Its files carry a hash in their names; every other page address gets index.html. */
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
  http.setNotFoundHandler(async (request, reply) => {
    if (!isPageAddress(request.method, request.url, request.headers.accept)) throw new ApiError('not_found')
    return reply.sendFile('index.html')
  })
  http.get('/', async (_request, reply) => reply.sendFile('index.html'))
}

function isPageAddress(method: string, url: string, accept = ''): boolean {
  return (method === 'GET' || method === 'HEAD') && accept.includes('text/html') && !/^\/(api|assets)\//i.test(url)
}
