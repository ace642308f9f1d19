import { generateKeyPairSync, sign, type KeyObject, randomUUID } from 'node:crypto'
import * as calls from '#contract/checkin/offline.ts'
import type { SignedAct, StationAct, StationPack, ActOutcome } from '#contract/checkin/offline.ts'
import { admitStation, openStation } from '#contract/checkin/stations.ts'
import type { Church } from './build-church.ts'
import type { Reply } from './call.ts'
import type { TestApp } from './start-app.ts'

/** A device that is a station of a church, as a browser would be one. */
export type StationDevice = {
  stationId: string
  /** What its screen shows while it waits. */
  code: string
  /** Signs an act; `as` another station's id, or another text than the one sent. */
  sign: (number: number, act: StationAct | string, given?: { doneAt?: string; as?: string }) => SignedAct
  sync: (
    acts: SignedAct[],
    token?: string,
    given?: { sealed?: string[]; sentAt?: string },
  ) => Promise<Reply<typeof calls.syncStation>>
  /** `holding` null: says nothing of what it counts on; `counts`: of an earlier state than the last that it knows. */
  pack: (
    eventId: string,
    holding?: Holding,
    given?: { as?: string; counts?: calls.PackCounts },
  ) => Promise<Reply<typeof calls.fetchPack>>
}

export type Holding =
  | (Pick<StationPack, 'renewal' | 'applied'> & { leases: { classId: string; places: number }[] })
  | null

/** A device of a church that waits to be admitted, of whoever this is. */
export async function askForStation(app: Pick<TestApp, 'call' | 'clock'>, token: string): Promise<StationDevice> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = { kty: 'EC', crv: 'P-256', x, y } as const
  const opened = await app.call(openStation, { body: { publicKey: key } }, { token })
  if (opened.status !== 200) throw new Error(`The station was not opened: ${opened.status} ${opened.body.code}`)
  const { stationId, code } = opened.body
  let known: calls.PackCounts = { renewal: 0, applied: 0 }
  const pack: StationDevice['pack'] = async (eventId, holding = null, { as = token, counts = known } = {}) => {
    const signature = signatureOf(privateKey, calls.provedText(stationId, eventId, counts))
    const body = { eventId, holding, proof: { ...counts, signature } }
    const reply = await app.call(calls.fetchPack, { params: { id: stationId }, body }, { token: as })
    if (reply.status === 200) known = reply.body
    return reply
  }
  return {
    stationId,
    code: code ?? '',
    sign: (number, act, { doneAt = app.clock.now().toISOString(), as: other = stationId } = {}) => {
      const unsigned = { number, doneAt, body: typeof act === 'string' ? act : JSON.stringify(act) }
      return { ...unsigned, signature: signatureOf(privateKey, calls.signedText(other, unsigned)) }
    },
    sync: async (acts, as = token, { sealed = [], sentAt } = {}) => {
      const body = { acts, sealed, ...(sentAt && { sentAt }) }
      const reply = await app.call(calls.syncStation, { params: { id: stationId }, body }, { token: as })
      if (reply.status === 200) known = { ...known, applied: reply.body.applied }
      return reply
    },
    pack,
  }
}

/** A station in the name of the church's administrator, who has admitted it. */
export async function openDevice(
  app: Pick<TestApp, 'call' | 'clock'>,
  { admin: { token } }: Pick<Church, 'admin'>,
  name = 'Front door',
): Promise<StationDevice> {
  const device = await askForStation(app, token)
  const { status } = await app.call(admitStation, { params: { id: device.stationId }, body: { name } }, { token })
  if (status !== 200) throw new Error(`The station was not admitted: ${status}`)
  return device
}

const signatureOf = (key: KeyObject, text: string): string =>
  sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')

export type Act<Kind extends StationAct['kind']> = Extract<StationAct, { kind: Kind }>

type Door = { eventId: string; classId: string; code: string }

/** A family of a father and children who have come for the first time. */
export const walkInAct = (
  { eventId, classId, code }: Door,
  given: Partial<Act<'walk_in'>> = {},
  firstNames = ['Kemi'],
): Act<'walk_in'> => ({
  kind: 'walk_in',
  eventId,
  press: null,
  familyId: randomUUID(),
  code,
  parent: { personId: randomUUID(), firstName: 'Yemi', lastName: 'Cole', phone: '0803 555 0101', role: 1 },
  children: firstNames.map((firstName) => ({
    personId: randomUUID(),
    firstName,
    lastName: 'Cole',
    years: 3,
    classId,
    allergy: 'Peanuts',
  })),
  ...given,
})

/** What was said to each act: done, or why not. */
export const said = (outcomes: ActOutcome[]): string[] => outcomes.map(({ outcome, reason }) => reason ?? outcome)
