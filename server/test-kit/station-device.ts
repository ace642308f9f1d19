import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import * as calls from '#contract/checkin/offline.ts'
import type { SignedAct, StationAct, StationPack } from '#contract/checkin/offline.ts'
import type { Church } from './build-church.ts'
import type { Reply } from './call.ts'
import type { TestApp } from './start-app.ts'

/** A device that is a station of a church, as a browser would be one. */
export type StationDevice = {
  stationId: string
  /** Signs an act; `as` another station's id, or another text than the one sent. */
  sign: (number: number, act: StationAct | string, given?: { doneAt?: string; as?: string }) => SignedAct
  sync: (acts: SignedAct[], token?: string, sentAt?: string) => Promise<Reply<typeof calls.syncStation>>
  /** `holding` null: says nothing of what it counts on. */
  pack: (eventId: string, holding?: Holding, token?: string) => Promise<Reply<typeof calls.fetchPack>>
}

export type Holding =
  | (Pick<StationPack, 'renewal' | 'applied'> & { leases: { classId: string; places: number }[] })
  | null

/** Opens a station in the name of the church's administrator. */
export async function openDevice(
  app: Pick<TestApp, 'call' | 'clock'>,
  { admin }: Pick<Church, 'admin'>,
  name = 'Front door',
): Promise<StationDevice> {
  const as = { token: admin.token }
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const opened = await app.call(calls.openStation, { body: { name, publicKey: { kty: 'EC', crv: 'P-256', x, y } } }, as)
  if (opened.status !== 200) throw new Error(`The station was not opened: ${opened.status} ${opened.body.code}`)
  const { stationId } = opened.body
  return {
    stationId,
    sign: (number, act, { doneAt = app.clock.now().toISOString(), as: other = stationId } = {}) => {
      const unsigned = { number, doneAt, body: typeof act === 'string' ? act : JSON.stringify(act) }
      return { ...unsigned, signature: signatureOf(privateKey, calls.signedText(other, unsigned)) }
    },
    sync: (acts, token = admin.token, sentAt) =>
      app.call(calls.syncStation, { params: { id: stationId }, body: { acts, ...(sentAt && { sentAt }) } }, { token }),
    pack: (eventId, holding = null, token = admin.token) =>
      app.call(calls.fetchPack, { params: { id: stationId }, body: { eventId, holding } }, { token }),
  }
}

const signatureOf = (key: KeyObject, text: string): string =>
  sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
