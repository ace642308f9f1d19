import http from 'node:http'

type Asked = { method: string; headers?: Record<string, string>; body?: string }
export type PlainReply = { status: number; text: string }

const agent = new http.Agent({ keepAlive: true })

/** For tests that ask thousands of times: fetch takes more of the processor than the answer does. `text` is read whole. */
export function askPlainly(address: string, { method, headers = {}, body }: Asked): Promise<PlainReply> {
  const { promise, resolve, reject } = Promise.withResolvers<PlainReply>()
  // Said for every method: of a DELETE, Node says by itself neither how long the body is nor that it comes in chunks.
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const request = http.request(new URL(address), { method, headers: { ...headers, ...length }, agent }, (reply) => {
    const parts: Buffer[] = []
    reply.on('data', (part: Buffer) => parts.push(part))
    reply.on('error', reject)
    reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
  })
  request.on('error', reject)
  request.end(body)
  return promise
}
