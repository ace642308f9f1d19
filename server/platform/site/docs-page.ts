import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { refusalCodesOf } from './openapi.ts'

const PARTS = ['params', 'query', 'body'] as const

const STYLE = `
:root { color-scheme: light dark }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem; font: 1rem/1.5 system-ui, sans-serif }
h1, h2 { font-family: Georgia, serif }
details { border-top: 1px solid rgb(128 128 128 / .4); padding: .5rem 0 }
summary { cursor: pointer; overflow-wrap: anywhere }
code, pre { font: .875rem/1.5 ui-monospace, monospace }
pre { overflow-x: auto; padding: .75rem; border: 1px solid rgb(128 128 128 / .4); border-radius: 8px }
.method { display: inline-block; min-width: 4.5rem; font-weight: 600 }
`

/** The documentation of the API to read: one page, from the contract itself, without a script. */
export function docsPage(http: FastifyInstance, endpoints: readonly Endpoint[]): void {
  let page: string | undefined
  http.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send((page ??= pageOf(endpoints))),
  )
  http.get('/api/docs.css', async (_request, reply) => reply.type('text/css').send(STYLE))
}

function pageOf(endpoints: readonly Endpoint[]): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Narthex API</title><link rel="stylesheet" href="/api/docs.css"></head><body>
<h1>Narthex API</h1>
<p>JSON in, JSON out. Paths match without regard to case. Sign in with <code>POST /login</code> and send the token as
<code>Authorization: Bearer</code>. The same as a document: <a href="/api/openapi.json">openapi.json</a>.</p>
${endpoints.map(sectionOf).join('\n')}</body></html>`
}

function sectionOf(endpoint: Endpoint): string {
  const parts = PARTS.flatMap((part) => {
    const schema = endpoint[part]
    return schema ? [`<h2>${part}</h2>${schemaOf(schema)}`] : []
  })
  if (endpoint.multipart)
    parts.push(`<h2>file</h2><p>multipart field <code>${escape(endpoint.multipart.field)}</code></p>`)
  const refusals = refusalCodesOf(endpoint).map(
    (code) => `<li><code>${errors[code].status} ${code}</code> ${escape(errors[code].message)}</li>`,
  )
  return `<details><summary><span class="method">${endpoint.method}</span> <code>${escape(endpoint.path)}</code> ${escape(endpoint.summary)}</summary>
${parts.join('')}<h2>answer</h2>${schemaOf(endpoint.response)}<h2>refusals</h2><ul>${refusals.join('')}</ul></details>`
}

function schemaOf(schema: z.ZodMiniType): string {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return `<pre>${escape(JSON.stringify(shape, null, 2))}</pre>`
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign)
