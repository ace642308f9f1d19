import http from 'node:http'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32, deflateRawSync } from 'node:zlib'
import sharp from 'sharp'

/**
 * Eight clients of the worst kind in a process of its own (`fork` it, send an `Attack`, receive an `Attacked`). Each asks
 * again as soon as it was answered, from another network each time, as if it had all the networks of the world.
 */
export type Attack = { kind: string; url: string; milliseconds: number; means: Means }

/** What the strangers have: anybody can open a church of their own, and a family at its portal. */
export type Means = {
  staff: string[]
  guardians: string[]
  slug: string
  eventId: string
  stationId: string
  email: string
}

/** How many requests, and how they were answered: status → times; 0: not at all. */
export type Attacked = { statuses: Record<string, number> }

type Asked = { method?: string; path: string; token?: string | undefined; type?: string; body?: string | Buffer }

const CLIENTS = 8
const PATIENCE_MS = 30_000
const JSON_TYPE = 'application/json'
/** `{},` again and again: three bytes a value. */
const full = (bytes: number): string => `{"unknown":[${'{},'.repeat(Math.floor((bytes - 16) / 3))}{}]}`
const long = (bytes: number): string => 'aA1 é'.repeat(Math.floor(bytes / 6))
const any = <T>(some: readonly T[]): T | undefined => some[Math.floor(Math.random() * some.length)]
const stranger = (): string => `stranger-${Math.random()}@nowhere.example`
const json = (path: string, body: unknown, token?: string): Asked => ({ path, token, body: JSON.stringify(body) })

const PASSWORD = 'a wrong password'
const PUBLIC_PATHS = ['/login', '/api/identity/signup', '/api/checkin/session', '/familyLogin', '/api/operator/session']
const numbers = Array.from({ length: 100_000 }, (_, index) => `0803${String(1_000_000 + index)}`).join(',')
const ids = Array.from({ length: 1_000 }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`)
/** 24 megapixels that no encoder makes small, within 8 MB. */
const picture = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 6_000,
      height: 4_000,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .jpeg({ quality: 25, progressive: true })
    .toBuffer()

/** Unpacks to a table of 150 MB. */
function workbook(): Buffer {
  const row = `<row r="1">${'<c r="A1" t="inlineStr"><is><t>08031234567</t></is></c>'.repeat(20)}</row>`
  const part = (text: string): Buffer => Buffer.from(`<?xml version="1.0"?>${text}`)
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return zipOf({
    '[Content_Types].xml': part('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    'xl/workbook.xml': part(
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': part(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': part(
      `<worksheet xmlns="${main}"><sheetData>${row.repeat(Math.floor(150_000_000 / row.length))}</sheetData></worksheet>`,
    ),
  })
}

function zipOf(parts: Record<string, Buffer>): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const packed = deflateRawSync(content)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed])
    files.push(file)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), facts, place, Buffer.from(name))
    offset += file.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, ...directory, end])
}

function upload(path: string, field: string, file: { name: string; bytes: Buffer }, token: string | undefined): Asked {
  const boundary = 'x'.repeat(24)
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${file.name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { path, token, type: `multipart/form-data; boundary=${boundary}`, body }
}

type Kind = (means: Means) => (() => Asked) | Promise<() => Asked>

const kinds: Record<string, Kind> = {
  'bodies of 3.9 MB': () => {
    const body = full(3_900_000)
    return () => ({ path: any(PUBLIC_PATHS) ?? '', body })
  },
  'full bodies of 64 kB': () => {
    const body = full(64 * 1024)
    return () => ({ path: any(PUBLIC_PATHS) ?? '', body })
  },
  'deep bodies': () => {
    const bodies = ['['.repeat(65_000), '{"a":'.repeat(13_000)]
    return () => ({ path: any(PUBLIC_PATHS) ?? '', body: any(bodies) ?? '' })
  },
  'fields of 60 kB': () => {
    const text = long(60_000)
    const names = ['userName', 'email', 'password', 'firstName', 'churchName', 'phoneNumber', 'slug']
    const bodies = names.map((name) => JSON.stringify({ userName: 'a@b.example', password: 'x', [name]: text }))
    return () => ({ path: any(PUBLIC_PATHS) ?? '', body: any(bodies) ?? '' })
  },
  'wrong passwords':
    ({ email }) =>
    () =>
      json('/login', { userName: any([stranger(), email]), password: PASSWORD }),
  'sign-ups': () => () =>
    json('/api/identity/signup', {
      churchName: 'Nowhere',
      slug: `nowhere-${Math.floor(Math.random() * 1e9)}`,
      isoCode: 'NG',
      timeZone: 'Africa/Lagos',
      firstName: 'A',
      lastName: 'B',
      email: stranger(),
      password: `a quiet ${Math.random()}`,
    }),
  'the portal’s doors':
    ({ slug }) =>
    () =>
      any([
        json('/api/checkin/session', { slug, userName: stranger(), password: PASSWORD }),
        json('/familyLogin', { email: stranger(), password: PASSWORD }),
        json('/familyRetrivePassword', { email: stranger() }),
        json('/api/checkin/signup', {
          slug,
          firstName: 'A',
          lastName: 'B',
          userName: stranger(),
          password: `a quiet ${Math.random()}`,
        }),
      ]) ?? { path: '/' },
  'addresses that are none': () => () => ({
    method: any(['GET', 'POST', 'DELETE']) ?? 'GET',
    path: `/api/${any(['people', 'x', 'checkin/events'])}/${'a%41/'.repeat(1 + Math.floor(Math.random() * 1_500))}`,
  }),
  'webhooks unsigned': () => {
    const body = `{"receipts":[${'{"reference":"a"},'.repeat(10_000)}{}]}`
    return () => ({ path: `/api/webhooks/${any(['sms/default', 'payments/stripe', 'payments/paystack'])}`, body })
  },
  'quotes for 100,000 numbers':
    ({ staff }) =>
    () =>
      json('/api/messaging/sms/quote', { destination: { phoneNumbers: numbers }, message: long(1_500) }, any(staff)),
  'selections and stations':
    ({ staff, stationId }) =>
    () =>
      any([
        json('/api/people/names', { ids }, any(staff)),
        json('/api/people/archive', { people: { ids } }, any(staff)),
        {
          path: `/api/checkin/stations/${stationId}/sync`,
          token: any(staff),
          body: JSON.stringify({
            acts: Array.from({ length: 200 }, (_, index) => ({
              number: index + 1,
              doneAt: new Date().toISOString(),
              body: '['.repeat(20_000),
              signature: 'x'.repeat(86),
            })),
          }),
        },
      ]) ?? { path: '/' },
  searches:
    ({ staff }) =>
    () => {
      const words = any([
        'a b c d e f g h i j k l m n o p q r s t u v w x y z',
        'ade oba chi',
        '0803',
        '% _ \\ %%%',
        'é'.repeat(100),
      ])
      const search = encodeURIComponent(words ?? '')
      return { method: 'GET', path: `/api/people?search=${search}&limit=100`, token: any(staff) }
    },
  exports:
    ({ staff }) =>
    () => ({ method: 'GET', path: `/api/people/export?format=${any(['xlsx', 'csv', 'json'])}`, token: any(staff) }),
  'pictures of 24 megapixels': async ({ staff, guardians }) => {
    const file = { name: 'a.jpg', bytes: await picture() }
    return () =>
      Math.random() < 0.5
        ? upload('/api/identity/church/logo', 'logo', file, any(staff))
        : upload('/api/Media/UploadProfilePicture', 'mediaFileImage', file, any(guardians))
  },
  'hostile workbooks': ({ staff }) => {
    const files = [
      { name: 'a.xlsx', bytes: workbook() },
      { name: 'a.csv', bytes: Buffer.from('"\n'.repeat(2_000_000)) },
    ]
    return () =>
      upload(
        '/api/messaging/contact-files',
        'contactUploadedFile',
        any(files) ?? { name: '', bytes: Buffer.alloc(0) },
        any(staff),
      )
  },
  'streams opened and left':
    ({ guardians, eventId }) =>
    () => ({ method: 'GET', path: `/api/checkin/events/${eventId}/places`, token: any(guardians) }),
  'heads that never end': () => () => ({ method: 'DRIP', path: '/' }),
}

export const attackKinds: readonly string[] = Object.keys(kinds)

const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS })
const network = (): string => Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 250)).join('.')

/** The status of the answer; 0 when there was none. */
function send(url: string, { method = 'POST', path, token, type = JSON_TYPE, body }: Asked): Promise<number> {
  if (method === 'DRIP') return drip(url)
  const { promise, resolve } = Promise.withResolvers<number>()
  const length = body === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }
  const headers = { ...length, ...(token ? { authorization: `Bearer ${token}` } : {}), 'x-forwarded-for': network() }
  const request = http.request(new URL(url + path), { method, headers, agent }, (reply) => {
    const status = reply.statusCode ?? 0
    reply
      .on('error', () => resolve(status))
      .on('end', () => resolve(status))
      .resume()
    if (!String(reply.headers['content-type']).startsWith('text/event-stream')) return
    reply.once('data', () => setTimeout(() => request.destroy(), 5))
    reply.once('close', () => resolve(status))
  })
  request.setTimeout(PATIENCE_MS, () => request.destroy())
  // A server that refuses a body unread may be gone before all of it was sent.
  request.on('error', () => resolve(0)).end(body)
  return promise
}

/** Fifty connections that each dribble a head. */
async function drip(url: string): Promise<number> {
  const { hostname, port } = new URL(url)
  const sockets = Array.from({ length: 50 }, () => net.connect(Number(port), hostname).on('error', () => {}))
  for (let step = 0; step < 20; step += 1) {
    for (const socket of sockets) socket.write(step === 0 ? 'GET / HTTP/1.1\r\n' : `x-${step}: y\r\n`, () => {})
    await sleep(50)
  }
  for (const socket of sockets) socket.destroy()
  return 0
}

async function attack({ kind, url, milliseconds, means }: Attack): Promise<Attacked> {
  const ask = await kinds[kind]?.(means)
  if (!ask) throw new Error(`There is no attack "${kind}".`)
  process.send?.('ready')
  const statuses: Record<string, number> = {}
  const until = performance.now() + milliseconds
  const client = async (): Promise<void> => {
    while (performance.now() < until) {
      const status = await send(url, ask())
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return { statuses }
}

process.on('message', (order: Attack) => {
  void attack(order).then((attacked) => process.send?.(attacked))
})
