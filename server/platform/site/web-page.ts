import { createHash } from 'node:crypto'
import { readFileSync, type Stats } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const A_YEAR_SECONDS = 31_536_000
const POLICY = 'content-security-policy'

/**
 * Serves the built web page. Its files carry a hash in their names; unknown.ts gives every other page address index.html or
 * portal.html. The hundreds of hashed ones share a route: one for each would take as much memory as all calls together.
 */
export async function serveWebPage(http: FastifyInstance, directory: string): Promise<void> {
  const files = { preCompressed: true, index: false as const, cacheControl: false }
  const allow = inPagesOf()
  await http.register(fastifyStatic, {
    ...files,
    root: directory,
    wildcard: false,
    globIgnore: ['assets/**'],
    setHeaders: (reply, file, stat) => {
      reply.header('cache-control', 'no-cache')
      if (PAGE.test(file)) reply.header(POLICY, allow(file, stat, String(reply.getHeader(POLICY))))
    },
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

/** A page, compressed or not. */
const PAGE = /\.html(\.(br|gz))?$/
const WITHIN = /<(script|style)>(.*?)<\/\1>/gs

/** Adds to a policy what stands in a page itself, by its hash and nothing else. Another build may take its place meanwhile. */
function inPagesOf(): (file: string, stat: Stats, policy: string) => string {
  const known = new Map<string, { builtAt: number; policy: string }>()
  return (file, { mtimeMs: builtAt }, policy) => {
    const before = known.get(file)
    if (before?.builtAt === builtAt) return before.policy
    const allowed = allowing(readFileSync(file.replace(PAGE, '.html'), 'utf8'), policy)
    known.set(file, { builtAt, policy: allowed })
    return allowed
  }
}

const allowing = (page: string, policy: string): string =>
  [...page.matchAll(WITHIN)].reduce((all, [, kind = '', text = '']) => {
    const hash = createHash('sha256').update(text).digest('base64')
    return all.replace(`${kind}-src 'self'`, (own) => `${own} 'sha256-${hash}'`)
  }, policy)
