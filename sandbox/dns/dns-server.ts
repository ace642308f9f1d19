import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Faults } from '../faults/faults.ts'
import type { StandIn } from '../page/stand-in.ts'
import { BadInput, checked } from '../platform/input.ts'
import { dnsTab } from './dns-tab.ts'
import { createLines, writtenLine, type Lines } from './lines.ts'
import { readQuestion, writeAnswer, type Answering } from './message.ts'

type Setting = { host: string; port: number; faults: Faults }

/**
 * The DNS of the domains that churches try out: it knows the lines that were added here and nothing else. It listens on UDP,
 * so that it can share its number with the mail server.
 */
export async function openDns({ host, port, faults }: Setting): Promise<StandIn & { port: number }> {
  const lines = createLines()
  let closed: Promise<void> | null = null
  const socket = createSocket('udp4')
  socket.on('message', (asked, from) => {
    const question = readQuestion(asked)
    const fault = question && faults.take('dns question')
    if (!question || fault?.mode === 'timeout') return
    const answer = fault ? { lines: [], code: 'failed' as const } : answerTo(lines, question.name)
    socket.send(writeAnswer(asked, question, answer), from.port, from.address)
  })
  socket.bind(port, host)
  await once(socket, 'listening')
  // Without a listener a client that is gone would end the process.
  socket.on('error', () => {})
  return {
    port: socket.address().port,
    tab: dnsTab(lines),
    routes: (app) => Promise.resolve(dnsRoutes(app, lines)),
    close: () => (closed ??= closing(socket)),
  }
}

const closing = (socket: Socket): Promise<void> => new Promise((resolve) => socket.close(() => resolve()))

function answerTo(lines: Lines, name: string): Answering {
  const found = lines.of(name)
  return { lines: found, code: found.length > 0 ? 'answered' : 'missing' }
}

const wanted = z.strictObject({ name: z.string().optional(), type: z.string().optional() })
const pressed = z.object({ name: z.string(), type: z.string(), value: z.string(), act: z.enum(['add', 'remove']) })

/** `GET`, `POST {name, type, value}` and `DELETE /_sandbox/dns?name=&type=`, and the same for the form of its tab. */
function dnsRoutes(app: FastifyInstance, lines: Lines): void {
  const answer = () => ({ total: lines.all().length, items: lines.all() })
  const add = (written: unknown): void => {
    if (!lines.add(checked(writtenLine, written))) throw new BadInput('There is no room for more lines.')
  }
  app.get('/_sandbox/dns', answer)
  app.post('/_sandbox/dns', ({ body }) => {
    add(body)
    return answer()
  })
  app.delete('/_sandbox/dns', ({ query }) => {
    const { name, type } = checked(wanted, query)
    lines.remove(name === undefined ? undefined : { name: name.toLowerCase(), type })
    return answer()
  })
  void app.register((forms, _options, done) => {
    forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    )
    forms.post('/dns', (request, reply) => press(request, reply, { lines, add }))
    done()
  })
}

type Acts = { lines: Lines; add: (written: unknown) => void }

async function press({ headers, body }: FastifyRequest, reply: FastifyReply, { lines, add }: Acts): Promise<void> {
  // A page elsewhere that sends a form here changes nothing.
  const from = headers['sec-fetch-site']
  if (from !== undefined && from !== 'same-origin') throw new BadInput('Press the button on the sandbox’s own page.')
  const { act, ...line } = checked(pressed, body)
  if (act === 'add') add(line)
  else lines.remove(line)
  await reply.redirect('/?show=dns', 303)
}
